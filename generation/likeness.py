"""Two questions of one concept → how alike what they ask is, in whatever words they ask it.

Words come and go, and names and numbers change, but the rare characters of stem, right option and
explanation stay. Weights and bound were chosen on 48 copies and siblings written by four authors
and on the 329 pairs of sound questions on one concept beside them, sums aside: all of the former
and 7 of the latter lie above the bound.
"""

import re
from collections.abc import Callable
from math import sqrt

from rapidfuzz import fuzz

from generation.answers import Question
from generation.options import content
from wording.edit_class import function_words

Rarity = Callable[[str], float]  # of a character or a pair
STEM, RIGHT, OPTIONS, EXPLANATION, WHOLE = 5.0, 3.0, 2.0, 5.0, 4.0
LEAST = 4.3
_FUNCTION = re.compile(function_words())
_NUMBER = re.compile(r"\d+")


def likeness(one: Question, two: Question, rarity: Rarity) -> float:
    """The weighted sum of likenesses from 0 to 1; from LEAST on two questions ask the same."""
    stems = one.material + one.stem, two.material + two.stem
    rights = _right(one), _right(two)
    told = one.explanation, two.explanation
    return (
        STEM * _cosine(*stems, rarity)
        + RIGHT * fuzz.ratio(content(rights[0]), content(rights[1])) / 100
        + OPTIONS * _options(one, two)
        + EXPLANATION * _cosine(*told, rarity)
        + WHOLE * _cosine(whole(one), whole(two), rarity)
    )


def whole(question: Question) -> str:
    """Case, stem, right option and explanation as one text."""
    return question.material + question.stem + _right(question) + question.explanation


def grams(text: str) -> set[str]:
    """Characters and pairs without function words, every number the same."""
    plain = _NUMBER.sub("0", _FUNCTION.sub("", content(text)))
    return {plain[i : i + 2] for i in range(len(plain) - 1)} | set(plain)


def _right(question: Question) -> str:
    return question.options["ABCD".index(question.answer)]


def _cosine(one: str, two: str, rarity: Rarity) -> float:
    left, right = grams(one), grams(two)
    lengths = sqrt(_weight(left, rarity) * _weight(right, rarity))
    return _weight(left & right, rarity) / lengths if lengths else 0.0


def _weight(grams: set[str], rarity: Rarity) -> float:
    return sum(rarity(gram) ** 2 for gram in sorted(grams))


def _options(one: Question, two: Question) -> float:
    """How near each option's nearest of the other question is, on average and from both sides."""
    left, right = ([content(option) for option in question.options] for question in (one, two))
    near = [max(fuzz.ratio(a, b) for b in right) for a in left]
    far = [max(fuzz.ratio(a, b) for a in left) for b in right]
    return sum(near + far) / (100 * len(near + far))
