"""When two questions count as one for the leak guard: a light edit does not hide a question.

Compared are the normal forms of identity v1 (material, stem, sorted options, without punctuation).
A changed number or negation makes another question, by the words that duplicate removal goes by;
what else may (opposites, prefixes) it does not: a leak missed costs more here than a second look.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt
import polars as pl
from rapidfuzz import fuzz, process

from cpsyexam.kept_normals import kept_normal_forms
from cpsyexam.memo import NO_MEMO, Memo, frame_digest
from cpsyexam.side_by_side import side_by_side
from wording import edit_class, edit_words
from wording.asked import POINTING
from wording.ngram_index import COMMON, Indices, NgramIndex

STEM = 85.0
OPTIONS = 80.0
OPEN = 88.0  # stem alone, where one side has no options
MATERIAL = 60.0
TEXT = 90.0
LEAST = 12  # characters that a text needs to be looked for
PIECE = 6  # characters of a stem that stands in another over the same options
# of 14,196 real questions 50 more pairs, 5 of them two questions; of shorter stems half are two, in
# longer ones a case is printed, and those that differ at its end are two
EDITED = range(16, 121)  # characters of a stem that stands in another, lightly edited
EDITS = 8  # characters put in or left out there
END = 8  # characters at its end, where it asks
# in 4,405 explanations of these 33 pairs, 10 alike anyway; mostly the answer stands beside it
ALONE = 16  # characters of a stem that stands word for word in what explains another question
_OF = ("material", "stem", "options")
_SLICE = 50_000  # questions that are compared at once
_POINTING = re.compile(POINTING)
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
        stems = [parts(text)[1] for text in normals]
        self._long = [i for i, stem in enumerate(stems) if len(stem) >= LEAST]
        self._stems = NgramIndex([stems[i] for i in self._long])
        self._by_options: dict[str, list[int]] = {}
        self._by_option: dict[str, list[int]] = {}
        self._options = [frozenset(parts(text)[2].split("\x1e")) - {""} for text in normals]
        for i, text in enumerate(normals):
            self._by_options.setdefault(parts(text)[2], []).append(i)
            for option in self._options[i]:
                self._by_option.setdefault(option, []).append(i)

    def alike(self, tested: Sequence[str]) -> Iterator[tuple[int, int]]:
        """(tested, known) of the pairs that are one question, each once."""
        seen: set[tuple[int, int]] = set()
        for left, right in self._index.candidates([key(text) for text in tested]):
            close = self._close(tested, left, right)
            seen.update(zip(left[close].tolist(), right[close].tolist(), strict=True))
        for pair in chain(self._in_others(tested), self._over_the_same(tested)):
            if pair not in seen and _contain(tested[pair[0]], self._normals[pair[1]]):
                seen.add(pair)
        for i, j in sorted(seen):
            if alike(tested[i], self._normals[j]):
                yield i, j

    def _in_others(self, tested: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Pairs of which the tested one may hold the known stem."""
        words = ["".join(parts(text)[:2]) for text in tested]
        for left, right in self._stems.candidates(words):
            for i, j in zip(left.tolist(), right.tolist(), strict=True):
                yield i, self._long[j]

    def _over_the_same(self, tested: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Pairs with the same options or some of them, but for those that many have: 仅甲正确."""
        for i, text in enumerate(tested):
            options = parts(text)[2]
            same = self._by_options.get(options, []) if len(options) >= LEAST else []
            if len(same) <= COMMON:
                yield from ((i, j) for j in same)
            own = frozenset(options.split("\x1e"))
            for option in own:
                found = self._by_option.get(option, ())
                for j in found if len(found) <= COMMON else ():
                    if own < self._options[j] or self._options[j] < own:
                        yield i, j

    def _close(self, tested: Sequence[str], left: Indices, right: Indices) -> Flags:
        """Whether their stems are close: compared all at once."""
        one = [parts(tested[i])[1] for i in left]
        other = [parts(self._normals[j])[1] for j in right]
        scores = process.cpdist(one, other, scorer=fuzz.ratio, score_cutoff=STEM, workers=-1)
        return np.asarray(scores >= STEM)


def kept_alike(tested: pl.DataFrame, known: pl.DataFrame, memo: Memo = NO_MEMO) -> pl.DataFrame:
    """Columns left, right: places of the pairs of questions that are one, in order.

    Columns material, stem, options, perhaps `normal`. An audit finds its draw's answer in `memo`.
    """
    sides = [side.select(*_OF, "^normal$") for side in (tested, known)]
    orders = [side.select(_OF).hash_rows().arg_sort() for side in sides]
    one, other = (side[at] for side, at in zip(sides, orders, strict=True))
    content = "".join(frame_digest(side.select(_OF)) for side in (one, other) if memo.folder)

    def find() -> pl.DataFrame:
        both = pl.concat([one, other], how="diagonal")
        if "normal" not in tested.columns or "normal" not in known.columns:
            both = both.select(normal=kept_normal_forms(both, memo))
        index = Known(both["normal"][one.height :].to_list())
        parts = both.head(one.height).select("normal").iter_slices(_SLICE)
        made = side_by_side(lambda part: [*index.alike(part["normal"].to_list())], parts)
        found = [(n * _SLICE + i, j) for n, pairs in enumerate(made) for i, j in pairs]
        return pl.DataFrame(found, schema={"left": pl.Int64, "right": pl.Int64}, orient="row")

    found = memo.frame("alike", content, find)
    return pl.DataFrame({
        name: order.gather(found[name]).cast(pl.Int64)
        for name, order in zip(found.columns, orders, strict=True)
    }).sort("left", "right")  # fmt: skip


def alike(one: str, other: str) -> bool:
    """Whether two normal forms are one question, lightly edited, or a piece of it, or it with more
    around its stem.
    """
    (material, stem, options), (material_2, stem_2, options_2) = parts(one), parts(other)
    if material and material_2 and fuzz.ratio(material, material_2) < MATERIAL:
        return False
    if _contain(one, other):
        return True
    if edit_words.turned(stem, stem_2):
        return False
    if not options or not options_2:
        return min(len(stem), len(stem_2)) >= LEAST and fuzz.ratio(stem, stem_2) >= OPEN
    if fuzz.ratio(stem, stem_2) < STEM:
        return False
    alike = _options_alike(options.split("\x1e"), options_2.split("\x1e"))
    return alike or _same_options(options, options_2)


def _contain(one: str, other: str) -> bool:
    """Whether the words of one question hold the stem of the other."""
    mine, its = parts(one), parts(other)
    return _stands_in(mine, its) or _stands_in(its, mine)


def _stands_in(inner: tuple[str, str, str], outer: tuple[str, str, str]) -> bool:
    """Whether the stem of a question stands whole in the case or stem of another: with a label, a
    sentence, a case or another question around it. Over the same options a piece will do.
    """
    (own, stem, options), (material, words, options_2) = inner, outer
    same = _same_options(options, options_2)
    if len(stem) < (PIECE if same else LEAST):
        return False
    rest = _around(stem, words) or _around_edited(stem, words)
    # over the same options a few words that negate turn it round
    turned = (same or options == options_2) and len(edit_words.plain(rest)) < LEAST
    held = rest and not (turned and edit_words.negates(rest))
    if not held and (own or stem not in material):
        return same and _cut_off(stem, words)
    if same or not options or not options_2 or own or not _POINTING.search(stem):
        return True
    return _options_alike(options.split("\x1e"), options_2.split("\x1e"))


def stands_in(one: str, other: str, least: int) -> bool:
    """Whether the shorter of two texts in comparison form, of at least so many characters, stands
    whole in the longer one with a label or a sentence around it: no qualifier, no negation.
    """
    stem, words = sorted((one, other), key=len)
    rest = _around(stem, words) if len(stem) >= least else ""
    return bool(rest) and not edit_words.negates(rest)


def _around(stem: str, words: str) -> str:
    """What stands around a stem that is whole in other words, "" for a mere qualifier."""
    more = len(words) - len(stem)
    return words.replace(stem, "", 1) if more > edit_class.QUALIFIER and stem in words else ""


def _around_edited(stem: str, words: str) -> str:
    """The same of a longer stem that stands there lightly edited, its end nearly as it is."""
    tail = stem[-END:]
    if len(words) - len(stem) <= edit_class.QUALIFIER or len(stem) not in EDITED:
        return ""
    if tail[: END // 2] not in words and tail[END // 2 :] not in words:
        return ""  # told at once, before a costly comparison
    least = max(TEXT, 100 - 50 * EDITS / len(stem))
    found = fuzz.partial_ratio_alignment(stem, words, score_cutoff=least)
    if found is None or found.score < least:
        return ""
    window = words[found.dest_start : found.dest_end]
    if fuzz.ratio(tail, window[-END:]) < 100 * (1 - 1 / (END // 2)) or edit_words.turned(
        window, stem
    ):
        return ""
    return words[: found.dest_start] + words[found.dest_end :]


def _same_options(one: str, other: str) -> bool:
    """Whether two questions have the same options, or one has some of the other's."""
    if one == other:
        return len(one) >= LEAST
    fewer, more = sorted((set(one.split("\x1e")), set(other.split("\x1e"))), key=len)
    return len(fewer) > 1 and fewer < more and sum(map(len, fewer)) >= PIECE


def _cut_off(stem: str, whole: str) -> bool:
    """Whether a stem is the beginning of another, with a few characters put for all the rest."""
    pairs = enumerate(zip(stem, whole, strict=False))
    shared = next((i for i, (a, b) in pairs if a != b), min(len(stem), len(whole)))
    ends = len(stem) - shared, len(whole) - shared
    return shared >= LEAST and ends[0] <= edit_class.QUALIFIER and ends[1] >= LEAST


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


def passage(normal: str, reference: str) -> Passage | None:
    """A question as it may stand in other texts: its stem with the rest, options or model answer.

    Of one with a stem too short to be looked for, the longest other part stands for it.
    """
    _, text, options = parts(normal)
    rest = options.split("\x1e") if options else [reference]
    if len(text) < LEAST:
        stem, text = text, max(rest, key=len)
        rest = [stem, *(part for part in rest if part != text)]
    return Passage(text, tuple(rest)) if len(text) >= LEAST else None


def printings(texts: Sequence[str], passages: Sequence[Passage]) -> Iterator[tuple[int, int]]:
    """(text, passage) of the texts in comparison form that hold a passage with all its rest, or a
    longer one word for word.
    """
    index = NgramIndex([known.text for known in passages])
    for left, right in index.candidates(texts):
        for i, j in zip(left.tolist(), right.tolist(), strict=True):
            sought = passages[j]
            told = len(sought.text) >= ALONE and sought.text in texts[i]
            if told or holds(texts[i], sought, whole=True):
                yield i, j


def holds(text: str, passage: Passage, *, whole: bool = False) -> bool:
    """Whether a text has a passage within it, lightly edited; `whole`: with all its rest."""
    known = passage.text
    if len(text) < 0.8 * len(known):
        return False
    found = fuzz.partial_ratio_alignment(known, text, score_cutoff=TEXT)
    if found is None or found.score < TEXT:
        return False
    window = text[found.dest_start : found.dest_end]
    if edit_words.turned(window, known):
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
