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
from dataclasses import dataclass
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
    fields = (t for q in questions for t in (q.stem, *q.options, q.answer, q.explanation))
    total += sum(map(len, fields))
    numbers = [int(q.number) for q in questions if q.number]
    answered = sum(bool(q.answer) for q in questions)
    page = _page(questions)
    own = [_own(q, page, i) for i, q in enumerate(questions)]
    found = {
        "lost": min(1.0, lost / n),
        "loose": loose / max(total, 1),
        "unused key": min(1.0, sum(r.rule == "key_without_question" for r in leftovers) / n),
        "unread": min(1.0, sum(r.rule == "unread" for r in leftovers) / n),
        "gaps": sum(not 0 <= b - a <= 1 and b != 1 for a, b in pairwise(numbers)) / n,
        "late start": float(bool(numbers) and numbers[0] > 1),
        "mixed numbers": float(0 < len(numbers) < n),
        "lone gap": float(0 < _ALONE * (n - answered) <= n and bool(questions[-1].answer)),
        "split answers": 4 * answered * (n - answered) / n**2,
        **{name: sum(row[name] for row in own) / n for name in own[0]},
    }
    return found | {f"any {name}": float(share > 0) for name, share in found.items()}


@dataclass
class _Page:
    """What most questions of a page are like, and the folded text of each."""

    texts: list[str]
    options: int  # how many
    long: float  # characters of an option that is odd, of a stem, of an answer in words
    wide: float
    wordy: float
    answered: bool
    chosen: bool
    last: int  # the place of a question in which the page may end
    inner: set[int]  # places of texts with marks of a second question, and with litter
    litter: set[int]


def _page(questions: Sequence[Printed]) -> _Page:
    texts, n = _folded(questions), len(questions)
    choices = [q for q in questions if q.options]
    return _Page(
        texts,
        Counter(len(q.options) for q in choices).most_common(1)[0][0] if choices else 0,
        5 * median([len(o) for q in choices for o in q.options] or [0]) + 25,
        5 * median([len(q.stem) for q in questions]) + 60,
        5 * median([len(q.answer) for q in questions if not q.options] or [0]) + 100,
        2 * sum(bool(q.answer) for q in questions) > n,
        2 * len(choices) > n,
        n - 1 if n > 1 else -1,
        _hit(_INNER, texts),
        _hit(_LITTER[0], texts) | _hit(_LITTER[1], texts),
    )


def _folded(questions: Sequence[Printed]) -> list[str]:
    """Stem and options, or answer, of each question in matching form, by one folding."""
    texts = ["\n".join((q.stem, *(q.options or (q.answer,)))) for q in questions]
    folded = fold(_APART.join(texts)).split(_APART)
    return folded if len(folded) == len(texts) else [fold(text) for text in texts]


def _hit(pattern: re.Pattern[str], texts: Sequence[str]) -> set[int]:
    """Places of the texts in which a pattern is found, by one search through all of them."""
    ends = list(accumulate(len(text) + 1 for text in texts))
    return {bisect_right(ends, m.start()) for m in pattern.finditer(_APART.join(texts))}


def _own(q: Printed, page: _Page, i: int) -> dict[str, bool]:
    """Which signs a question has, by name; `i` = its place."""
    text, notes, lengths = page.texts[i], "\n".join(q.notes), [len(o) for o in q.options]
    stem, bare, options = text[: len(q.stem)], q.stem.strip(), _options(q, text)
    undeclared = not q.options and q.format not in _OPEN
    doubted = any(n.startswith("doubt:") and not n.startswith(_MINOR) for n in q.notes)
    unlike = page.chosen and undeclared
    unlike |= bool(q.options) and abs(len(q.options) - page.options) > 1
    unlike |= page.answered and not q.answer
    odd = max(lengths, default=0) > page.long or not all(map(str.strip, q.options))
    odd |= len(q.stem) > page.wide or len(bare) < 3 or i in page.inner or doubted
    broken = ["\n" in option for option in options]
    return {
        "suspect": odd or (unlike and i != page.last),
        "doubted": doubted,
        "weak starts": any(note in _WEAK_STARTS for note in q.notes),
        "cut tails": "\ndropped:tail" in "\n" + notes,
        "mixed marks": "mixed" in notes,
        "other counts": bool(q.options) and len(q.options) != page.options,
        "long last": len(lengths) > 1
        and lengths[-1] > 10
        and lengths[-1] > 2.5 * median(lengths[:-1]) + 10,
        "no ask": bool(q.options) and not _ASKING.search(stem),
        "undeclared open": undeclared,
        "unanswered open": not q.options and not q.answer,
        "long answers": not q.options and len(q.answer) > page.wordy,
        "litter": i in page.litter,
        "litter at end": _LITTER_AT_END.search(text[-_TAIL:]) is not None,
        "lines in fields": "\n" in "".join((q.stem, *q.options)),
        "odd stem": _HEADLESS.match(stem) is not None,
        "short stem": len(bare) < 5,
        "long stem": stem.count("\n") > 1,
        "torn end": _STEM_END.search(stem) is not None,
        "torn head": _STEM_HEAD.match(stem) is not None,
        "unbalanced": any(map(unbalanced, (stem, *options))),
        "letter inside": _lettered(stem, options),
        "one odd end": sum(_OPTION_END.search(option) is not None for option in options) == 1,
        "break": _BREAK.search("\n".join((stem, *options))) is not None,
        "only last broken": broken[-1:] == [True] and True not in broken[:-1],
        "verdict unread": not q.answer and _VERDICT.search(stem) is not None,
        "no blank": q.format == "FILL" and not _FILLED_IN.search(stem),
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
