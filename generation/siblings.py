"""Questions of one concept → those that ask what an earlier one asks."""

import re
from collections.abc import Sequence
from itertools import takewhile

from rapidfuzz import fuzz

from cpsyexam.text import fold
from generation.answers import Question
from generation.formulae import formula
from generation.likeness import LEAST, Rarity, likeness, stems
from generation.normal import normal, numerals
from generation.options import bare, content, core, number

ALIKE, ALIKE_MASKED, ALIKE_SAME_OPTIONS = 86.0, 92.0, 70.0  # of 100, stems of one concept
# stems and options together: both rather alike, or one of them very much so
BOTH, ONE, OTHER = 70.0, 84.0, 55.0
SAME = 90.0  # options, and right options
CLAUSE = 75.0  # what two calculations ask, for a doubt
TERM, NEAR = 3, 0.12  # characters of a right option that another stem tells; likeness of stems
SUMS = 75.0  # stems of two calculations, numbers aside
_CLAUSES = re.compile(r"[,.;。;?]")
_MASK = re.compile(r"-?\d+(?:\.\d+)?")


def alike(one: Question, two: Question) -> bool:
    """Whether two questions of one concept ask the same, numbers and names aside."""
    left, right = bare(one.material + one.stem), bare(two.material + two.stem)
    ratio = fuzz.ratio(left, right)
    same = {bare(o) for o in one.options} == {bare(o) for o in two.options}
    if same and _right(one) == _right(two) and ratio >= ALIKE_SAME_OPTIONS:
        return True
    masked = fuzz.ratio(_MASK.sub("0", left), _MASK.sub("0", right))
    if max(len(left), len(right)) >= 20:  # short stems share their frame, not what they ask
        if (ratio >= ALIKE and _right(one) == _right(two)) or masked >= ALIKE_MASKED:
            return True
    elif same and ratio >= ALIKE:
        return True
    if _sum(one) and _sum(two):
        return masked >= SUMS
    keys = fuzz.ratio(_right(one), _right(two))
    options = _options(one, two)
    if keys >= SAME and options >= SAME:  # whatever the stem says, it leads to the same choice
        return True
    close = min(masked, options), max(masked, options)
    return keys >= OTHER and (close[0] >= BOTH or (close[0] >= OTHER and close[1] >= ONE))


def same_answer(one: Question, two: Question, rarity: Rarity) -> bool:
    """Whether two questions of one concept ask the same, in whatever words and with what options.

    Of two calculations those with the same numbers in the stem, with the same last clause or solved
    by the same formula.
    """
    if _sum(one) and _sum(two):
        solved = formula(one.explanation), formula(two.explanation)
        if fuzz.ratio(_asked(one), _asked(two)) >= CLAUSE or (solved[0] and solved[0] == solved[1]):
            return True
    if _sum(one) or _sum(two):
        return _given(one) == _given(two) and _result(one) == _result(two)
    if _ruled_out(one, two) or _ruled_out(two, one):
        return False  # what answers one is ruled out by the other
    return likeness(one, two, rarity) >= LEAST


def tells(one: Question, two: Question, concept: str, rarity: Rarity) -> bool:
    """Whether the stem of one question has the right option of another, and no wrong one.

    The name of their concept may stand in any of its questions; a stem on something else that only
    has the term tells nothing.
    """
    right, *wrong = (core(option) for option in _options_of(two))
    named = right in content(concept) or content(concept) in right
    if len(right) < TERM or named or number(_options_of(two)[0]):
        return False
    stem = content(one.material + one.stem)
    near = stems(one, two, rarity) >= NEAR
    return near and right in stem and not any(option in stem for option in wrong)


def repeated(questions: Sequence[tuple[str, Question]]) -> dict[str, tuple[str, str]]:
    """Of named questions of one concept, in order, those that repeat: name → (earlier, shown)."""
    found: dict[str, tuple[str, str]] = {}
    kept: list[tuple[str, Question]] = []
    for name, question in questions:
        twin = next(((n, other) for n, other in kept if alike(question, other)), None)
        if twin:
            found[name] = (twin[0], f"{question.stem[:40]} ~ {twin[1].stem[:40]}")
        else:
            kept.append((name, question))
    return found


def _given(question: Question) -> list[float]:
    """The numbers of a stem in order of size: 1/50 is 0.02."""
    return sorted(map(float, _MASK.findall(numerals(fold(question.material + question.stem)))))


def _result(question: Question) -> tuple[float, str] | str:
    right = _options_of(question)[0]
    return number(right) or bare(right)


def _asked(question: Question) -> str:
    """The last clause of a stem, numbers aside."""
    clauses = [part for part in _CLAUSES.split(fold(question.stem)) if bare(part)]
    return _MASK.sub("0", bare(clauses[-1])) if clauses else ""


def _right(question: Question) -> str:
    return bare(question.options["ABCD".index(question.answer)])


def _options_of(question: Question) -> list[str]:
    """The options, the right one first."""
    place = "ABCD".index(question.answer)
    return [question.options[place], *(o for i, o in enumerate(question.options) if i != place)]


def _ruled_out(one: Question, two: Question) -> bool:
    """Whether a wrong option of one question is the right one of another, by whatever name.

    What all options of a question begin or end with is no part of a name (同一性早闭, 早闭).
    """
    _, *wrong = _apart(one)
    return normal(_options_of(two)[0]) in map(normal, _options_of(one)[1:]) or (
        _apart(two)[0] in wrong
    )


def _apart(question: Question) -> list[str]:
    """The options, the right one first, without what all of them begin or end with."""
    options = [content(option) for option in _options_of(question)]
    start = _begin(options)
    end = _begin([option[start:][::-1] for option in options])
    shorn = [option[start : len(option) - end] for option in options]
    return shorn if all(shorn) else options


def _begin(texts: list[str]) -> int:
    """How many characters all texts begin with."""
    same = (len(set(column)) == 1 for column in zip(*texts, strict=False))
    return sum(takewhile(bool, same))


def _sum(question: Question) -> bool:
    return all(number(option) for option in question.options)


def _options(one: Question, two: Question) -> float:
    """How alike the options are: each with the nearest of the other question, on average."""
    left, right = ([bare(o) for o in question.options] for question in (one, two))
    return sum(max(fuzz.ratio(a, b) for b in right) for a in left) / len(left)
