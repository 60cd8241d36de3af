"""How surely each question of a page was read, 0 to 1, for the gate before a release.

A page has one alarm, but its questions are not all to blame. Questions and the alarm in; out: for
each the probability that it is exact, by what of its own looks torn, joined, littered or guessed,
and by how it differs from the others of its page. The weights were learnt (`weights.toml`).
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from parsing.alarm import unbalanced
from parsing.records import ALPHABET, Parsed, Printed
from parsing.source_text import fold, fold_all
from parsing.words import FURNITURE, Regression, any_of

_FEW = 1 / 3  # share of a page's questions that do what others do not
_NAMED = r"(?:选择|判断|填空|简答|论述|问答|辨析|分析|计算)题"
_TYPE = rf"(?:[单多]项?选择?题?(?!性)|不定项|名词解释(?!:)|{_NAMED})"
_BUTTONS = any_of(
    tuple(word for word in FURNITURE if len(word) > 2)
)  # 讨论 and 反馈 are asked about
INEXACT = Regression("confidence", type=_TYPE, buttons=_BUTTONS)
SIGNS = INEXACT.patterns
_OF_STEM = ("typed", "head", "aside", "number", "litter", "source")
_OF_OPTION = ("aside", "litter", "number", "asks")
_OF_ANSWER = ("answer head", "answer page", "answer tags")
_OWN = tuple(re.compile(rf"[(]?{letter}\s?[.、:)]") for letter in ALPHABET)  # its own letter
_WEAK_KEY = frozenset(
    f"answer:{name}"
    for name in ("line", "word", "stem_end", "below", "term", "text", "explanation", "learned",
                 "last_option", "verdict")
)  # fmt: skip


def with_confidence(parsed: Parsed) -> Parsed:
    """The page with `confidence` of every question."""
    found = map(risk, question_signs(parsed.questions, parsed.alarm))
    pairs = zip(parsed.questions, found, strict=True)
    made = tuple(replace(one, confidence=round(1 - doubt, 3)) for one, doubt in pairs)
    return replace(parsed, questions=made)


def risk(found: dict[str, float]) -> float:
    """Probability that a question with these signs is not exact."""
    return INEXACT.probability(found)


class _Page:
    """What most questions of a page are like."""

    def __init__(self, questions: Sequence[Printed], alarm: float) -> None:
        choices = [q for q in questions if q.options]
        notes = Counter(note for q in questions for note in _names(q))
        self.alarm, self.count = alarm, len(questions)
        self.option = median([len(o) for q in choices for o in q.options] or [0])
        self.explained = any(q.explanation for q in questions)
        keys = {q.answer for q in choices if q.answer}
        self.one_key = len(choices) > 2 and len(keys) == 1  # all choice questions have the same
        self.rare = {n for n, m in notes.items() if m <= _FEW * len(questions)}


def question_signs(questions: Sequence[Printed], alarm: float) -> list[dict[str, float]]:
    """What of each question speaks for or against it, by name: 0 or 1, or a logarithm."""
    page = _Page(questions, alarm)
    return [_signs(one, page) for one in questions]


def _names(question: Printed) -> set[str]:
    return {note.split(" ", 1)[0] for note in question.notes}


def _signs(question: Printed, page: _Page) -> dict[str, float]:
    names = _names(question)
    rare = {name.split(":", 1)[0] for name in names & page.rare}
    stem, *options = fold_all((question.stem, *question.options))
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
        **{f"stem {sign}": SIGNS[sign].search(stem) is not None for sign in _OF_STEM},
        "stem tail": _trails(stem),
        "stem lines": "\n" in question.stem.strip(),
        "stem length": math.log(len(stem) + 1),
        "unexplained": page.explained and not question.explanation,
        "long explanation": math.log(len(question.explanation) + 20),
    }
    found |= _choice(options, page) if options else _open(question)
    return {name: float(value) for name, value in found.items() if value}


def _choice(folded: Sequence[str], page: _Page) -> dict[str, float]:
    options = [option.strip() for option in folded]
    lengths = [len(option) for option in options]
    ordered = sorted(lengths)
    return {
        "few options": len(options) < 4,
        "last longer": max(0.0, _times(lengths[-1], median(lengths[:-1] or [0]))),
        "one longest": _times(ordered[-1], ordered[-2]) if len(ordered) > 1 else 2.0,
        "longer than others": max(0.0, _times(ordered[-1], page.option)),
        **{f"option {sign}": any(map(SIGNS[sign].search, options)) for sign in _OF_OPTION},
        "option lines": any("\n" in option for option in options),
        "option own letter": any(
            own.match(option) for own, option in zip(_OWN, options, strict=False)
        ),
        "option unbalanced": any(map(unbalanced, options)),
        "option empty": not all(options),
        "one key": page.one_key,
    }


def _open(question: Printed) -> dict[str, float]:
    answer = fold(question.answer).strip()
    lines = [line for line in answer.split("\n") if line.strip()]
    ends = [SIGNS["stop"].search(line) is not None for line in lines]
    return {
        "open": 1,
        "answer lines": min(4, len(lines)),
        "answer length": math.log(len(answer) + 1),
        **{sign: SIGNS[sign].search(answer) is not None for sign in _OF_ANSWER},
        "answer unfinished": not (ends and ends[-1]),
        "answer trails": len(ends) > 1 and ends[-2] and not ends[-1],
        "answer litter": SIGNS["litter"].search(answer[-60:]) is not None,
        "answer goes on": SIGNS["answer goes on"].search(answer[-40:]) is not None,
        "answer options": SIGNS["option mark"].search(answer) is not None and "①" not in answer,
    }


def _trails(stem: str) -> bool:
    """Whether a stem ends neither as a sentence nor in or soon after its blank."""
    blanks = [m.end() for m in SIGNS["blank"].finditer(stem)]
    rest = stem[blanks[-1] :].strip() if blanks else ""
    ends = SIGNS["behind a blank"].fullmatch(rest) is not None
    return not ends or SIGNS["tail"].search(stem.strip()) is not None


def _times(one: float, other: float) -> float:
    return math.log((one + 5) / (other + 5))
