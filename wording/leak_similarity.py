"""When two questions count as one for the leak guard: a light edit does not hide a question.

Compared are the normal forms of identity v1 (material, stem, sorted options, without punctuation).
A changed number or negation makes another question, by the words that duplicate removal goes by;
what else may (opposites, prefixes) it does not: a leak missed costs more here than a second look.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz, process

from wording import edit_class
from wording.ngram_index import Indices, NgramIndex

STEM = 85.0
OPTIONS = 80.0
OPEN = 88.0  # stem alone, where one side has no options
MATERIAL = 60.0
TEXT = 90.0
LEAST = 12  # characters that a text needs to be looked for
Flags = npt.NDArray[np.bool_]


def parts(normal: str) -> tuple[str, str, str]:
    """Material, stem and sorted options (joined) of a normal form."""
    material, stem, options = normal.split("\x1f", 2)
    return material, stem, options


def key(normal: str) -> str:
    """The text that is searched for: stem and options."""
    _, stem, options = parts(normal)
    return stem + options.replace("\x1e", "")


class Known:
    """Questions (normal forms) that others are compared with."""

    def __init__(self, normals: Sequence[str]) -> None:
        self._normals = normals
        self._index = NgramIndex([key(text) for text in normals])

    def near_stems(self, tested: Sequence[str]) -> Iterator[tuple[int, int]]:
        """(tested, known) of the pairs that were found and whose stems are close."""
        for left, right in self._index.candidates([key(text) for text in tested]):
            close = self._close(tested, left, right)
            yield from zip(left[close].tolist(), right[close].tolist(), strict=True)

    def _close(self, tested: Sequence[str], left: Indices, right: Indices) -> Flags:
        """Compared all at once."""
        one = [parts(tested[i])[1] for i in left]
        other = [parts(self._normals[j])[1] for j in right]
        scores = process.cpdist(one, other, scorer=fuzz.ratio, score_cutoff=STEM, workers=-1)
        flags: Flags = scores >= STEM
        rest = np.flatnonzero(~flags).tolist()
        flags[rest] = [edit_class.stands_in(one[i], other[i], LEAST) for i in rest]
        return flags


def alike(one: str, other: str) -> bool:
    """Whether two normal forms are one question, lightly edited or with more around its stem."""
    (material, stem, options), (material_2, stem_2, options_2) = parts(one), parts(other)
    if material and material_2 and fuzz.ratio(material, material_2) < MATERIAL:
        return False
    if options and options == options_2 and edit_class.stands_in(stem, stem_2, LEAST):
        return True
    if edit_class.turned(stem, stem_2):
        return False
    if not options or not options_2:
        return min(len(stem), len(stem_2)) >= LEAST and fuzz.ratio(stem, stem_2) >= OPEN
    if fuzz.ratio(stem, stem_2) < STEM:
        return False
    return _options_alike(options.split("\x1e"), options_2.split("\x1e"))


def _options_alike(one: list[str], other: list[str]) -> bool:
    """Each option against the one most like it: an edit may change their sorted order."""
    fewer, more = sorted((one, other), key=len)
    if len(more) - len(fewer) > 1:
        return False
    best = [max(fuzz.ratio(text, there) for there in more) for text in fewer]
    return sum(best) / len(best) >= OPTIONS


@dataclass(frozen=True)
class Passage:
    """A reserved text to look for: a release, or a stem with the rest of its question."""

    text: str
    rest: tuple[str, ...] = ()  # options, or the model answer


def holds(text: str, passage: Passage, *, whole: bool = False) -> bool:
    """Whether a text has a passage within it, lightly edited; `whole`: with all its rest."""
    known = passage.text
    if len(text) < 0.8 * len(known):
        return False
    found = fuzz.partial_ratio_alignment(known, text, score_cutoff=TEXT)
    if found is None or found.score < TEXT:
        return False
    window = text[found.dest_start : found.dest_end]
    if edit_class.turned(window, known):
        return False
    if not whole or not passage.rest:
        return True
    length = sum(len(part) for part in passage.rest)
    if length < LEAST:
        return False  # a sentence with a word left out: every textbook has it whole
    near = 2 * length + LEAST  # a question is printed together
    before = text[max(found.dest_start - near, 0) : found.dest_start]
    others = before + "\x1e" + text[found.dest_end : found.dest_end + near]
    there = [fuzz.partial_ratio(part, others) >= TEXT for part in passage.rest]
    return all(there)
