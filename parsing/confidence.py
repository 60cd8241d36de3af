"""How surely each question of a page was read, 0 to 1, for the gate before a release.

A page has one alarm, but its questions are not all to blame. Questions and the alarm in; out: for
each the probability that it is exact, by what of its own looks torn, joined, littered or guessed,
and by how it differs from the others of its page. The weights were learnt (`weights.toml`).
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from parsing.alarm import unbalanced
from parsing.records import Parsed, Printed
from parsing.source_text import fold
from parsing.words import FURNITURE, any_of, learnt

BIAS, WEIGHTS = learnt("confidence")
_FEW = 1 / 3  # share of a page's questions that do what others do not
_HAN = r"[\u3400-\u9fff]"
_NAMED = r"(?:选择|判断|填空|简答|论述|问答|辨析|分析|计算)题"
_TYPE = rf"(?:[单多]项?选择?题?(?!性)|不定项|名词解释(?!:)|{_NAMED})"
_TYPED = re.compile(
    rf"\W{{0,2}}(?:{_TYPE}|(?:简答|判断|论述)[\s:]|第\s?\d+\s?题|题[目干型])"
    rf"|.{{4,}}[(\[【]\s?{_TYPE}\s?[)\]】]\W*$"
)
_HEAD = re.compile(
    rf"\W{{0,2}}(?:问题|例\s?\d?[、:题]|(?:题干|试题|题目|案例|材料|背景|真题|考题)[^:]{{0,3}}:|[A-H](?={_HAN})"
    r"|\d{1,3}(?![\d年岁世个名人%.])|\d{4}[-.]|示例:|[一二三四五六七八九十]、)|[-,。、;:)\]】*#>|?]"
)
_SOURCE = re.compile(r"[(\[【〔][^()\[\]【】]{0,20}(?:19|20)\d\d[^()\[\]【】]{0,10}[)\]】〕]\W*$")
_BLANK = re.compile(r"[(\[【〔]\s*[)\]】〕]|_{2,}")
_GOES_ON = re.compile(
    rf"的?{_HAN}{{0,12}}[。.?]?\W?|[。.?:;,]{{0,2}}"
)  # behind a stem's last blank
_TAIL = re.compile(
    rf"[)\]】〕_]\s?\w{{1,3}}-?$|(?<={_HAN})\s?[A-Z0-9]{{1,2}}\W?$|[*#/|>-]\W?$"
    r"|(?:选项|答案|解析|题目?)\W?$|[(\[【〔]\s*$"
)
_ASIDE = re.compile(rf"(?<={_HAN})\s?[(【\[]{_HAN}{{2,10}}[)】\]]\s?(?={_HAN})")  # 詹姆(某某)斯
_OPTION = re.compile(r"(?:^|[\s(;。])[(]?[A-H]\s?[.、:)]\s?[^A-Za-z\s]|[①-⑧]")
_NUMBER = re.compile(  # of another question: not 为10、
    rf"(?:^|[^\w.])\d{{1,3}}\s?[.、](?!\d)\s?\S|(?<={_HAN})\d{{1,3}}\s?\.\s?{_HAN}|第\s?\d+\s?题"
)
_BUTTONS = any_of(
    tuple(word for word in FURNITURE if len(word) > 2)
)  # 讨论 and 反馈 are asked about
_LITTER = re.compile(
    r"\^p|[(]\s?\?。|[)]o\b|[-—–]\s?\d{1,3}\s?[-—–]"
    rf"|https?:|www\.|\.com|&#?\w{{1,8}};?|</?\w|[|>»«#*]|\.{{4,}}|-{{2,}}|{_BUTTONS}"
    r"|公众号|微信[扫搜号公关]|扫码|下载|登录|会员|网友|点击|版权|题库|小编|知识点|考点|答案|解析|第\s?\d+\s?页"
    r"|[pP]\.?\s?\d+|\d\s?分[)\]】]?\s*$|真题|题型"
)
_AFTER = re.compile(  # what follows an answer at a page's end, besides
    r"关注|更多|相关|推荐|阅读|收藏|分享|本文|以上|来源|图片|参考|资料|部分|[二三四五六七八九十]、|完$|待续|结束"
)
_STOP = re.compile(r"[。.!?;:)\]】”\"]\s*$")
_OWN = tuple(re.compile(rf"[(]?{letter}\s?[.、:)]") for letter in "ABCDEFGH")  # its own letter
_PAGE = re.compile(r"[。.;]\s*[(\[]\s?[pP]?\.?\s?\d{1,3}\s?[)\]]\s*$")  # behind an answer
_TAGS = re.compile(  # of what is no answer any more
    r"(?:[。.;!\n]|^)\s*(?:【[^】]{2,8}】|(?:分析|解析|评析|点评|提示|说明|评分[^:]{0,4}|注)\s?:)"
    r"|(?:大学|学院|学校|[省市])[^\n。;]{0,30}(?:考试|试题|试卷)[^。;]{0,24}$"
)
_LABEL = re.compile(r"\W{0,2}(?:答|解|参考|要点|【|\[|解析|答案)\s?[^是指\n]{0,6}[:】\]]")
_ASKS = re.compile(r"\?|[(]\s*[)]|_{2,}")
_WEAK_KEY = frozenset(
    f"answer:{name}"
    for name in ("line", "word", "stem_end", "below", "term", "text", "explanation", "learned",
                 "last_option", "verdict")
)  # fmt: skip


def with_confidence(parsed: Parsed) -> Parsed:
    """The page with `confidence` of every question."""
    made = (
        replace(one, confidence=round(1 - risk(own), 3))
        for one, own in zip(
            parsed.questions, question_signs(parsed.questions, parsed.alarm), strict=True
        )
    )
    return replace(parsed, questions=tuple(made))


def risk(found: dict[str, float]) -> float:
    """Probability that a question with these signs is not exact."""
    odds = BIAS + sum(WEIGHTS.get(name, 0.0) * value for name, value in found.items())
    return 1 / (1 + math.exp(-odds))


@dataclass(frozen=True)
class _Page:
    """What most questions of a page are like."""

    alarm: float
    count: int
    option: float  # median length
    explained: bool
    one_key: bool  # whether all choice questions have the same key
    rare: frozenset[str]  # notes that few questions have


def question_signs(questions: Sequence[Printed], alarm: float) -> list[dict[str, float]]:
    """What of each question speaks for or against it, by name: 0 or 1, or a logarithm."""
    if not questions:
        return []
    page = _page(questions, alarm)
    return [_signs(one, page) for one in questions]


def _page(questions: Sequence[Printed], alarm: float) -> _Page:
    choices = [q for q in questions if q.options]
    notes = Counter(note for q in questions for note in _names(q))
    return _Page(
        alarm=alarm,
        count=len(questions),
        option=median([len(o) for q in choices for o in q.options] or [0]),
        explained=any(q.explanation for q in questions),
        one_key=len(choices) > 2 and len({q.answer for q in choices if q.answer}) == 1,
        rare=frozenset(n for n, m in notes.items() if m <= _FEW * len(questions)),
    )


def _names(question: Printed) -> set[str]:
    return {note.split(" ", 1)[0] for note in question.notes}


def _signs(question: Printed, page: _Page) -> dict[str, float]:
    names = _names(question)
    rare = {name.split(":", 1)[0] for name in names & page.rare}
    stem = fold(question.stem)
    found = {
        "alarm": page.alarm,
        "questions": math.log(page.count),
        "weak key": not names.isdisjoint(_WEAK_KEY),
        "key in bracket": "answer:bracket" in names,
        "key labelled": "answer:tag" in names,
        "no number": not question.number,
        "tail dropped": "dropped:tail" in names or "dropped:page" in names,
        "run options": "options:run" in names,
        **{f"rare {name}": name in rare for name in ("number", "answer", "dropped")},
        "stem typed": _TYPED.match(stem) is not None,
        "stem head": _HEAD.match(stem) is not None,
        "stem tail": _trails(stem),
        "stem aside": _ASIDE.search(stem) is not None,
        "stem number": _NUMBER.search(stem) is not None,
        "stem litter": _LITTER.search(stem) is not None,
        "stem source": _SOURCE.search(stem) is not None,
        "stem lines": "\n" in question.stem.strip(),
        "stem length": math.log(len(stem) + 1),
        "unexplained": page.explained and not question.explanation,
        "long explanation": math.log(len(question.explanation) + 20),
    }
    found |= _choice(question, page) if question.options else _open(question)
    return {name: float(value) for name, value in found.items() if value}


def _choice(question: Printed, page: _Page) -> dict[str, float]:
    options = [fold(option).strip() for option in question.options]
    lengths = [len(option) for option in options]
    ordered = sorted(lengths)
    return {
        "few options": len(options) < 4,
        "last longer": max(0.0, _times(lengths[-1], median(lengths[:-1] or [0]))),
        "one longest": _times(ordered[-1], ordered[-2]) if len(ordered) > 1 else 2.0,
        "longer than others": max(0.0, _times(ordered[-1], page.option)),
        "option aside": any(_ASIDE.search(option) for option in options),
        "option lines": any("\n" in option for option in options),
        "option litter": any(_LITTER.search(option) for option in options),
        "option number": any(_NUMBER.search(option) for option in options),
        "option own letter": any(
            own.match(option) for own, option in zip(_OWN, options, strict=False)
        ),
        "option unbalanced": any(map(unbalanced, options)),
        "option asks": any(_ASKS.search(option) for option in options),
        "option empty": not all(options),
        "one key": page.one_key,
    }


def _open(question: Printed) -> dict[str, float]:
    answer = fold(question.answer).strip()
    lines = [line for line in answer.split("\n") if line.strip()]
    ends = [_STOP.search(line) is not None for line in lines]
    return {
        "open": 1,
        "answer lines": min(4, len(lines)),
        "answer length": math.log(len(answer) + 1),
        "answer head": _LABEL.match(answer) is not None,
        "answer unfinished": not (ends and ends[-1]),
        "answer trails": len(ends) > 1 and ends[-2] and not ends[-1],
        "answer litter": _LITTER.search(answer[-60:]) is not None,
        "answer page": _PAGE.search(answer) is not None,
        "answer tags": _TAGS.search(answer) is not None,
        "answer goes on": _AFTER.search(answer[-40:]) is not None,
        "answer options": _OPTION.search(answer) is not None and "①" not in answer,
    }


def _trails(stem: str) -> bool:
    """Whether a stem ends neither as a sentence nor in or soon after its blank."""
    blanks = list(_BLANK.finditer(stem))
    rest = stem[blanks[-1].end() :].strip() if blanks else ""
    return _GOES_ON.fullmatch(rest) is None or _TAIL.search(stem.strip()) is not None


def _times(one: float, other: float) -> float:
    return math.log((one + 5) / (other + 5))
