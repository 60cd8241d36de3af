"""Two questions of one concept → how alike what they ask is, in whatever words they ask it.

Words come and go, and names and numbers change, but the rare characters of stem, right option and
explanation stay once synonyms are made one. What the other options say does not tell: an author who
rewords a question writes others. Weights were fitted to 131 copies and siblings by several authors
and 466 pairs of sound questions on one concept beside them (sums aside), by two indices; each set's
share was found by weights fitted to the others: 124 and 117 of the former and 11 and 7 of the
latter lie above the bound, or are alike by their letters.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from math import sqrt

from rapidfuzz import fuzz

from generation.answers import Question
from generation.normal import normal, worded
from generation.options import content
from wording.edit_words import function_words

Rarity = Callable[[str], float]  # of a character or a pair
STEM, RIGHT, EXPLANATION, WHOLE, SAID = 3.9, 5.1, 3.3, 4.7, 6.2
LEAST = 4.8
_FUNCTION = re.compile(function_words())
_NUMBER = re.compile(r"\d+")


def likeness(one: Question, two: Question, rarity: Rarity) -> float:
    """The weighted sum of likenesses from 0 to 1; from LEAST on two questions ask the same."""
    rights = _right(one), _right(two)
    told = one.explanation, two.explanation
    said = rights[0] + told[0], rights[1] + told[1]
    return (
        STEM * stems(one, two, rarity)
        + RIGHT * fuzz.ratio(normal(rights[0]), normal(rights[1])) / 100
        + EXPLANATION * _cosine(*told, rarity)
        + WHOLE * _cosine(whole(one), whole(two), rarity)
        + SAID * _cosine(*said, rarity)
    )


def stems(one: Question, two: Question, rarity: Rarity) -> float:
    """How alike two stems are with their cases, from 0 to 1."""
    return _cosine(one.material + one.stem, two.material + two.stem, rarity)


def whole(question: Question) -> str:
    """Case, stem, right option and explanation as one text."""
    return question.material + question.stem + _right(question) + question.explanation


def grams(text: str) -> set[str]:
    """Characters and pairs without function words, every number the same."""
    plain = _NUMBER.sub("0", _FUNCTION.sub("", content(text)))
    return {plain[i : i + 2] for i in range(len(plain) - 1)} | set(plain)


def _right(question: Question) -> str:
    return question.options["ABCD".index(question.answer)]


@lru_cache(1024)
def _worded(text: str) -> frozenset[str]:
    return frozenset(grams(worded(text)))


def _cosine(one: str, two: str, rarity: Rarity) -> float:
    left, right = _worded(one), _worded(two)
    lengths = sqrt(_weight(left, rarity) * _weight(right, rarity))
    return _weight(left & right, rarity) / lengths if lengths else 0.0


def _weight(grams: frozenset[str], rarity: Rarity) -> float:
    return sum(rarity(gram) ** 2 for gram in sorted(grams))
