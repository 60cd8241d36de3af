"""One figure for a page: how probably it was read badly.

Questions and leftovers → probability, 0 to 1, that a question of the page is wrong, cut short or
lost. A page repeats one shape, so what differs from it is suspect; so are option rows, blanks and
answers that no question explains. The weights of these signs were learnt (`weights.toml`).
"""

import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise
from statistics import median

from parsing.records import Leftover, Printed
from parsing.source_text import fold
from parsing.words import ASKS, any_of, learnt

BIAS, WEIGHTS = learnt("alarm")
THRESHOLD = 0.67  # at or above: someone should look; 0.61 would flag 5 % of faultless new pages
# marks of a second question inside one field
_INNER = re.compile(
    r"(?:^|\s)[(\[]?[B-F][)\].、][^A-Za-z]|答 ?案\s?[:\]】]|[\[【]解析"
    r"|[。)?\]]\s{0,3}\d{1,3}\s?[.、\s]?\s{0,3}[\u3400-\u9fff]{3}|&\w{1,8};|</\w|\|\s"
)
_ASKS = re.compile(
    r"[\u3400-\u9fff]{4}[^?\n]{0,80}[?]|[\u3400-\u9fff]{4}[^\n]{0,60}[(]\s*[)]|_{2,}"
)
_ROW = re.compile(
    r"^\s*[(\[]?[A-F]\s?[)\].、:]\s?\S|^\s*(?:参考|正确)?答\s?案|^\s*\d{1,3}\s?[.、]\s?\D"
)
_ASKING = re.compile(
    r"[?:]\s*$|[(\[【]\s*[)\]】]|_{2,}|[是为有在于括]\s?[。.]?\s*$|的\s?[。.]?\s*$"
    rf"|^{any_of(ASKS, ('什么',))}"
)
# words and signs apart: words are found by their first characters, in a third of the time
_LITTER = (
    re.compile(
        r"https?:|www\.|发表于|下载|登录|会员|网友|看了|第[一二三四五六]部分|【选项】|页码|本文|答案"
    ),
    re.compile(r"\d{6,}|[|>»]|\d/\s?\d|[!-/:-@\[-`{-~]{3,}|[一二三四五六]、[\u3400-\u9fff]{0,4}题"),
)
_HEADLESS = re.compile(
    r"\s*(?:[,。、:;)\]】]|\d{1,3}\s|例\s?[、:]|第题|[A-H]\s?[.、])|.*:\s?[A-H]\s*$"
)
_STEM_END = re.compile(r"[(\[【〔/;,、-]\s*$|[)\]】〕?_]\s?[A-Za-z0-9-]+\s*$|[\]】]\s*$|[A-Z]\s*$")
_STEM_HEAD = re.compile(r"\s*(?:[(\[【★☆?L>-]|\d|[\u3400-\u9fff]{2,8}\n)")
_LETTER_INSIDE = re.compile(r"[\u3400-\u9fff)\d][B-H](?=[\u3400-\u9fff、.\d])")
_OPTION_END = re.compile(r"[\u3400-\u9fff]\s?[A-Za-z0-9>/|(]$")
_BREAK = re.compile(r"\n\s*\d{1,3}\s?(?:[、.]|$)", re.MULTILINE)
_LITTER_AT_END = re.compile(
    r"公众号|扫码|相关|正文|仅为|范例|免费|网络环境|关注|点击|更多|目录|小编|全文|答案|解析|本题|题目|考试"
    r"|第[一二三四五六七八九十]|[一二三四五六七八九十]、|&|>>|www|http|\.com|网$|课件|资料"
)
_VERDICT = re.compile(r"[(\[【]\s*(?:[错对√×YN]|正确|错误|[A-H]{1,5})\s*[)\]】]")
_FILLED_IN = re.compile(r"_|[(]\s*[)]|\s{2}")
_PAIRS = (("(", ")"), ("[", "]"), ("【", "】"), ("“", "”"), ("《", "》"))
_TAIL = 40  # characters of a last field that may hold a page's end
_APART = "\x1f"  # between questions while they are folded together
_ALONE = 6  # one question of so many without a key is a gap, more are a habit of the page
_FEW = 0.15  # share of questions; of 1,436 pages five more caught and two falsely by it
_LOOSE = ("outside_question", "unread", "before_first_question", "key_without_question")
_OPEN = ("QA", "FILL", "TF")
_MINOR = (
    *("doubt:no_answer", "doubt:explanation_says", "doubt:answer_declared_none"),
    *("doubt:read_again", "doubt:answer_by_look"),
)
_WEAK_STARTS = (
    *("number:row", "number:run", "number:own", "number:glued"),
    *("number:alone", "number:item", "number:ocr"),
)


def alarm(questions: Sequence[Printed], leftovers: Sequence[Leftover]) -> float:
    """Probability that a page was read badly."""
    found = signs(questions, leftovers)
    odds = BIAS + sum(WEIGHTS.get(name, 0.0) * share for name, share in found.items())
    none, here = _logistic(BIAS), _logistic(odds)
    return max(0.0, (here - none) / (1 - none))


def one_differs(questions: Sequence[Printed], leftovers: Sequence[Leftover]) -> bool:
    """Whether a page is regular but for a question in seven: an alarm that needs no second sign."""
    found = signs(questions, leftovers)
    shares = (found.get(name, 0.0) for name in ("undeclared open", "other counts"))
    return found.get("lone gap", 0.0) > 0 or any(0 < share <= _FEW for share in shares)


def _logistic(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


def told(figure: float) -> str:
    """What to say of a page that reaches the threshold, "" below it; begins with the figure."""
    return f"{figure:.2f}: look at this page, it contradicts its own regularity" * (
        figure >= THRESHOLD
    )


def signs(questions: Sequence[Printed], leftovers: Sequence[Leftover]) -> dict[str, float]:
    """What of a page contradicts its regularity: shares from 0 to 1, by name."""
    lost, loose, total = 0, 0, 0
    for rest in leftovers:
        total += len(rest.text)
        if rest.rule in _LOOSE:
            text = fold(rest.text)
            loose += len(text) * (rest.rule != "before_first_question")
            asked = min(len(_ASKS.findall(text)), 5)
            lost += asked if asked > 1 or not questions else _ROW.match(text) is not None
    if not questions:
        return {"lost": 1.0 if lost else 0.0, "empty": 1.0}
    n = len(questions)
    total += sum(len(q.stem) + len("".join(q.options)) + len(q.answer) for q in questions)
    total += sum(len(q.explanation) for q in questions)
    texts = _folded(questions)
    doubted = [_doubted(q) for q in questions]
    suspects = _suspects(questions, texts, doubted)
    found = {
        "suspect": len(suspects) / n,
        "lost": min(1.0, lost / n),
        "loose": loose / max(total, 1),
        "unused key": min(1.0, sum(r.rule == "key_without_question" for r in leftovers) / n),
        "unread": min(1.0, sum(r.rule == "unread" for r in leftovers) / n),
        **_numbers(questions),
        **_shapes(questions, texts, sum(doubted)),
        **_fields(questions, texts),
    }
    return found | {f"any {name}": float(share > 0) for name, share in found.items()}


def _folded(questions: Sequence[Printed]) -> list[str]:
    """Stem and options, or answer, of each question in matching form, by one folding."""
    texts = ["\n".join((q.stem, *(q.options or (q.answer,)))) for q in questions]
    folded = fold(_APART.join(texts)).split(_APART)
    return folded if len(folded) == len(texts) else [fold(text) for text in texts]


def _hit(pattern: re.Pattern[str], texts: Sequence[str]) -> set[int]:
    """Places of the texts in which a pattern is found, by one search through all of them."""
    ends = list(accumulate(len(text) + 1 for text in texts))
    return {bisect_right(ends, m.start()) for m in pattern.finditer(_APART.join(texts))}


def _numbers(questions: Sequence[Printed]) -> dict[str, float]:
    """Signs in the sequence of numbers."""
    numbers = [int(q.number) for q in questions if q.number]
    gaps = sum(not 0 <= b - a <= 1 and b != 1 for a, b in pairwise(numbers))
    weak = sum(any(note in _WEAK_STARTS for note in q.notes) for q in questions)
    return {
        "gaps": gaps / len(questions),
        "late start": float(bool(numbers) and numbers[0] > 1),
        "weak starts": weak / len(questions),
        "mixed numbers": float(0 < len(numbers) < len(questions)),
    }


def _shapes(questions: Sequence[Printed], texts: Sequence[str], doubted: int) -> dict[str, float]:
    """Signs in how questions differ from each other; `doubted` = how many are."""
    n = len(questions)
    choices = [q for q in questions if q.options]
    usual = Counter(len(q.options) for q in choices).most_common(1)[0][0] if choices else 0
    answered = sum(bool(q.answer) for q in questions)
    lasts = [
        len(q.options[-1]) > 2.5 * median(map(len, q.options[:-1])) + 10
        for q in choices
        if len(q.options) > 1 and len(q.options[-1]) > 10
    ]
    open_ones = [q for q in questions if not q.options]
    usual_answer = median([len(q.answer) for q in open_ones] or [0])
    stems = [text[: len(q.stem)] for q, text in zip(questions, texts, strict=True)]
    return {
        "other counts": sum(len(q.options) != usual for q in choices) / n,
        "long last": sum(lasts) / n,
        "no ask": sum(
            not _ASKING.search(stem) for q, stem in zip(questions, stems, strict=True) if q.options
        )
        / n,
        "undeclared open": sum(q.format not in _OPEN for q in open_ones) / n,
        "unanswered open": sum(not q.answer for q in open_ones) / n,
        "lone gap": float(0 < _ALONE * (n - answered) <= n and bool(questions[-1].answer)),
        "split answers": 4 * answered * (n - answered) / n**2,
        "doubted": doubted / n,
        "cut tails": sum(any(x.startswith("dropped:tail") for x in q.notes) for q in questions) / n,
        "litter": len(_hit(_LITTER[0], texts) | _hit(_LITTER[1], texts)) / n,
        "lines in fields": sum("\n" in "".join((q.stem, *q.options)) for q in questions) / n,
        "mixed marks": sum("mixed" in "\n".join(q.notes) for q in questions) / n,
        "odd stem": sum(_HEADLESS.match(stem) is not None for stem in stems) / n,
        "long answers": sum(len(q.answer) > 5 * usual_answer + 100 for q in open_ones) / n,
        "short stem": sum(len(q.stem.strip()) < 5 for q in questions) / n,
    }


def _suspects(
    questions: Sequence[Printed], texts: Sequence[str], doubted: Sequence[bool]
) -> set[int]:
    """Places of the questions that differ from the page's shape; a page may end in one cut off."""
    choices = [q for q in questions if q.options]
    usual = Counter(len(q.options) for q in choices).most_common(1)[0][0] if choices else 0
    long = 5 * median([len(o) for q in choices for o in q.options] or [0]) + 25
    wide = 5 * median([len(q.stem) for q in questions]) + 60
    answered = 2 * sum(bool(q.answer) for q in questions) > len(questions)
    mostly = 2 * len(choices) > len(questions)
    inner, out = _hit(_INNER, texts), set()
    for i, q in enumerate(questions):
        whole = i + 1 < len(questions) or len(questions) == 1
        unlike = mostly and not q.options and q.format not in _OPEN
        unlike = unlike or (bool(q.options) and abs(len(q.options) - usual) > 1)
        unlike = unlike or (answered and not q.answer)
        odd = max(map(len, q.options), default=0) > long or not all(map(str.strip, q.options))
        odd = odd or len(q.stem) > wide or len(q.stem.strip()) < 3
        odd = odd or i in inner or doubted[i]
        if odd or (whole and unlike):
            out.add(i)
    return out


def _doubted(question: Printed) -> bool:
    return any(n.startswith("doubt:") and not n.startswith(_MINOR) for n in question.notes)


def _fields(questions: Sequence[Printed], texts: Sequence[str]) -> dict[str, float]:
    """Signs in the fields of questions; `texts` = stem and options, or answer, folded."""
    n = len(questions)
    stems = [text[: len(q.stem)] for q, text in zip(questions, texts, strict=True)]
    options = [_options(q, text) for q, text in zip(questions, texts, strict=True)]
    both = list(zip(stems, options, strict=True))
    named = zip(questions, stems, strict=True)
    return {
        "torn end": sum(_STEM_END.search(stem) is not None for stem in stems) / n,
        "torn head": sum(_STEM_HEAD.match(stem) is not None for stem in stems) / n,
        "unbalanced": sum(unbalanced(stem) or any(map(unbalanced, o)) for stem, o in both) / n,
        "letter inside": sum(_lettered(stem, o) for stem, o in both) / n,
        "one odd end": sum(sum(map(_ends_oddly, o)) == 1 for o in options) / n,
        "break": sum(_BREAK.search("\n".join((stem, *o))) is not None for stem, o in both) / n,
        "litter at end": sum(_LITTER_AT_END.search(text[-_TAIL:]) is not None for text in texts)
        / n,
        "verdict unread": sum(not q.answer and bool(_VERDICT.search(s)) for q, s in named) / n,
        "no blank": sum(
            q.format == "FILL" and not _FILLED_IN.search(s)
            for q, s in zip(questions, stems, strict=True)
        )
        / n,
        "long stem": sum(stem.count("\n") > 1 for stem in stems) / n,
        "only last broken": sum(
            bool(o) and "\n" in o[-1] and not any("\n" in x for x in o[:-1]) for o in options
        )
        / n,
    }


def _options(question: Printed, text: str) -> list[str]:
    """The folded options of a question, from its folded text."""
    ends = accumulate((len(o) + 1 for o in question.options), initial=len(question.stem) + 1)
    return [text[a : b - 1] for a, b in pairwise(ends)]


def unbalanced(text: str) -> bool:
    """Whether a bracket or quotation mark lacks its other half."""
    return not text.isalnum() and any(text.count(a) != text.count(b) for a, b in _PAIRS)


def _lettered(stem: str, options: list[str]) -> bool:
    """Whether an option holds the next one's letter, or a stem without options several."""
    if options:
        return any(_LETTER_INSIDE.search(option) for option in options)
    return len(_LETTER_INSIDE.findall(stem)) > 1


def _ends_oddly(option: str) -> bool:
    return _OPTION_END.search(option) is not None
