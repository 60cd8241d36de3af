"""The search behind the leak guard: which of many questions are one with a known one.

Of tested questions it can be kept what was looked at (`Looked`), so that later only those are
tested again that another known question may be one with (`KnownPicks`).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations
from zlib import crc32

import numpy as np
from rapidfuzz import fuzz, process

from wording.leak_similarity import LEAST, STEM, alike, contain, key, parts
from wording.ngram_index import COMMON, Flags, Indices, NgramIndex, Picks, Seen, Slots, among

_MOST = 10  # options of which all choices are asked for


class Looked:
    """What tested questions hold that a known one may be found by."""

    def __init__(self) -> None:
        self.asked, self.stems = Seen(), Seen()
        self._together: set[int] = set()
        self._single: set[int] = set()

    def add_options(self, options: Iterable[Collection[str]]) -> None:
        """The options of each question."""
        for own in options:
            self._together.add(_mark(own))
            self._single.update(_mark([option]) for option in own)

    @property
    def slots(self) -> dict[str, Slots]:
        """All of it as sorted numbers, by name; others may have the same."""
        options = {"together": self._together, "single": self._single}
        return {
            "asked": self.asked.slots,
            "stems": self.stems.slots,
            **{name: np.array(sorted(marks), np.uint32) for name, marks in options.items()},
        }


@dataclass(frozen=True)
class KnownPicks:
    """What some known questions are found by."""

    asked: Picks
    stems: Picks
    options: tuple[frozenset[str], ...]

    def may_be_in(self, looked: Mapping[str, Slots]) -> bool:
        """Whether one of them may be one with some of which this much is told (`Looked.slots`)."""
        return (
            self.asked.may_be_in(looked["asked"])
            or self.stems.may_be_in(looked["stems"])
            or any(len(own) > _MOST for own in self.options)
            or bool(among(self._choices, looked["together"]).any())
            or any(among(own, looked["single"]).all() for own in self._singles)
        )

    @cached_property
    def _choices(self) -> Slots:
        """All choices of their options: another question may have no more."""
        found = (
            _mark(choice)
            for own in self.options
            for size in range(1, len(own) + 1)
            for choice in combinations(own, size)
        )
        return np.fromiter(found, np.uint32)

    @cached_property
    def _singles(self) -> list[Slots]:
        return [np.array([_mark([o]) for o in own], np.uint32) for own in self.options if own]


class Known:
    """Questions (normal forms) that others are compared with."""

    def __init__(self, normals: Sequence[str]) -> None:
        self._normals = normals
        self._index = NgramIndex([key(text) for text in normals])
        stems = [parts(text)[1] for text in normals]
        long = [i for i, stem in enumerate(stems) if len(stem) >= LEAST]
        self._long = np.array(long, np.int64)
        self._stems = NgramIndex([stems[i] for i in long])
        self._by_options: dict[str, list[int]] = {}
        self._by_option: dict[str, list[int]] = {}
        self._options = [_options(text) for text in normals]
        for i, text in enumerate(normals):
            self._by_options.setdefault(parts(text)[2], []).append(i)
            for option in self._options[i]:
                self._by_option.setdefault(option, []).append(i)

    def alike(
        self, tested: Sequence[str], looked: Looked | None = None
    ) -> Iterator[tuple[int, int]]:
        """(tested, known) of the pairs that are one question, each once.

        `looked` is told what of the tested ones is looked at.
        """
        seen: set[tuple[int, int]] = set()
        asked, stems = (looked.asked, looked.stems) if looked else (None, None)
        for left, right in self._index.candidates([key(text) for text in tested], asked):
            close = self._close(tested, left, right)
            seen.update(zip(left[close].tolist(), right[close].tolist(), strict=True))
        if looked:
            looked.add_options(map(_options, tested))
        for pair in chain(self._in_others(tested, stems), self._over_the_same(tested)):
            if pair not in seen and contain(tested[pair[0]], self._normals[pair[1]]):
                seen.add(pair)
        for i, j in sorted(seen):
            if alike(tested[i], self._normals[j]):
                yield i, j

    def of(self, which: Flags) -> KnownPicks:
        """What these of the questions are found by."""
        options = tuple(self._options[i] for i in np.flatnonzero(which))
        return KnownPicks(self._index.of(which), self._stems.of(which[self._long]), options)

    def prints(self) -> list[bytes]:
        """By known question all that decides which tested ones are held against it."""
        stems = dict(zip(self._long.tolist(), self._stems.picked(), strict=True))
        return [
            b"\0".join([text.encode(), picked, stems.get(i, b""), self._common(i)])
            for i, (text, picked) in enumerate(
                zip(self._normals, self._index.picked(), strict=True)
            )
        ]

    def _common(self, i: int) -> bytes:
        """Which of its options, together and one by one, are too common to be gone by."""
        found = [self._by_options[parts(self._normals[i])[2]]]
        found += [self._by_option[option] for option in sorted(self._options[i])]
        return bytes(len(one) > COMMON for one in found)

    def _in_others(
        self, tested: Sequence[str], seen: Seen | None = None
    ) -> Iterator[tuple[int, int]]:
        """Pairs of which the tested one may hold the known stem."""
        words = ["".join(parts(text)[:2]) for text in tested]
        for left, right in self._stems.candidates(words, seen):
            for i, j in zip(left.tolist(), right.tolist(), strict=True):
                yield i, int(self._long[j])

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
        flags: Flags = scores >= STEM
        return flags


def _options(normal: str) -> frozenset[str]:
    return frozenset(parts(normal)[2].split("\x1e")) - {""}


def _mark(options: Collection[str]) -> int:
    return crc32("\x1e".join(sorted(options)).encode())
