"""Questions of one concept → those that ask what an earlier one asks."""

import re
from collections.abc import Sequence

from rapidfuzz import fuzz

from cpsyexam.text import fold
from generation.answers import Question
from generation.formulae import formula
from generation.likeness import LEAST, Rarity, likeness
from generation.normal import normal
from generation.options import bare, content, core, number

ALIKE, ALIKE_MASKED, ALIKE_SAME_OPTIONS = 86.0, 92.0, 70.0  # of 100, stems of one concept
# stems and options together: both rather alike, or one of them very much so
BOTH, ONE, OTHER = 70.0, 84.0, 55.0
SAME = 90.0  # options, and right options
CLAUSE = 75.0  # what two calculations ask, for a doubt
TERM = 3  # characters of a right option that another stem tells
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
        left, right = (sorted(_MASK.findall(q.material + q.stem)) for q in (one, two))
        return _right(one) == _right(two) and left == right
    if _ruled_out(one, two) or _ruled_out(two, one):
        return False  # what answers one is ruled out by the other
    return likeness(one, two, rarity) >= LEAST


def tells(one: Question, two: Question, concept: str) -> bool:
    """Whether the stem of one question has the right option of another, and no wrong one.

    The name of their concept may stand in any of its questions.
    """
    right, *wrong = (core(option) for option in _options_of(two))
    named = right in content(concept) or content(concept) in right
    if len(right) < TERM or named or number(_options_of(two)[0]):
        return False
    stem = content(one.material + one.stem)
    return right in stem and not any(option in stem for option in wrong)


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
    """Whether a wrong option of one question is the right one of another, by whatever name."""
    return normal(_options_of(two)[0]) in map(normal, _options_of(one)[1:])


def _sum(question: Question) -> bool:
    return all(number(option) for option in question.options)


def _options(one: Question, two: Question) -> float:
    """How alike the options are: each with the nearest of the other question, on average."""
    left, right = ([bare(o) for o in question.options] for question in (one, two))
    return sum(max(fuzz.ratio(a, b) for b in right) for a in left) / len(left)
