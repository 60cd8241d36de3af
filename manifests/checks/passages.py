"""Reserved passages in the texts of a release, in whatever form they stand there."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

import polars as pl

from cpsyexam.text import bare
from manifests import decoding, disguises
from wording import leak_similarity as similarity
from wording.ngram_index import NgramIndex, Sieve

REMEDY = "take it out where it comes from: the recipe's words, a decision, an explanation"


@dataclass(frozen=True)
class Part:
    """Texts of a file."""

    place: str
    texts: decoding.Texts


def together(parts: Sequence[Part]) -> pl.Series:
    """All texts of some parts."""
    return pl.concat([pl.Series(dtype=pl.String), *(part.texts.column for part in parts)])


@dataclass(frozen=True)
class Hunt:
    """A search for passages. Where a public question holds the stem alone (`inside` a shard: stems
    that many questions share, textbooks that answers quote) it becomes `familiar`, and counts
    everywhere only with its rest.
    """

    sought: Sequence[similarity.Passage]
    familiar: set[int] = field(default_factory=set)  # places in `sought`

    @cached_property
    def _known(self) -> NgramIndex:
        """The passages forwards, then backwards."""
        forwards = [passage.text for passage in self.sought]
        return NgramIndex([*forwards, *(text[::-1] for text in forwards)])

    @cached_property
    def names(self) -> pl.Series:
        """A name for each passage: it and its rest."""
        found = ["\x1f".join((one.text, *one.rest)) for one in self.sought]
        return pl.Series(found, dtype=pl.String)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.names)}

    def recognise(self, names: Iterable[str]) -> None:
        """What public questions were found to hold becomes familiar."""
        self.familiar.update(self._places[name] for name in names if name in self._places)

    def unfamiliar(self, names: Iterable[str]) -> list[str]:
        """Those of the passages with these names that are still sought, and not familiar now."""
        places = {name: self._places.get(name) for name in names}
        return [n for n, at in places.items() if at is not None and at not in self.familiar]

    def among(self, seen: Sieve) -> set[str]:
        """Names of the passages of which texts with these grams may hold enough to be compared."""
        places = self._known.among(seen) % max(len(self.sought), 1)
        return set(self.names.gather(places))

    def search(
        self, parts: Sequence[Part], *, inside: bool, seen: Sieve | None = None
    ) -> tuple[list[str], list[str]]:
        """The first text of each part that holds a passage, in words; and names of those that were
        let pass: `inside` what becomes familiar, elsewhere what may stand there and is. In `seen`
        the grams of all texts are marked.
        """
        ends = list(accumulate(len(part.texts.column) for part in parts))
        said: dict[int, str] = {}
        near: set[int] = set()
        for how, texts in disguises.forms(together(parts)):
            for row, text, which in self._candidates(texts, seen):
                number, at = bisect_right(ends, row), which % len(self.sought)
                part, passage, back = parts[number], self.sought[at], which >= len(self.sought)
                known = at in self.familiar
                read = text[::-1] if back else text
                if not inside and known:
                    near.add(at)
                if number not in said and similarity.holds(read, passage, whole=inside or known):
                    form = " ".join(filter(None, (how, "backwards" if back else "")))
                    own = row - ends[number] + len(part.texts.column)
                    what = f"holds a reserved text{f' {form}' if form else ''}"
                    said[number] = f"{part.place}: {part.texts.place(own)}: {what}: "
                    said[number] += f"{part.texts.column[own][:40]}; {REMEDY}"
                    continue
                again = seen is None and known  # of no use but to who keeps it
                if inside and not again and at not in near and similarity.holds(read, passage):
                    near.add(at)
        if inside:
            self.familiar.update(near)
        return [said[number] for number in sorted(said)], [self.names[at] for at in sorted(near)]

    def _candidates(
        self, found: pl.DataFrame, seen: Sieve | None
    ) -> Iterator[tuple[int, str, int]]:
        """(row, text in comparison form, known text that it may hold) of columns row and text."""
        found = found.filter(pl.col("text").str.len_chars() >= similarity.LEAST)
        plain = found.select(bare(pl.col("text")))["text"].to_list()
        for texts, places in self._known.candidates(plain, seen):
            for i, j in zip(texts.tolist(), places.tolist(), strict=True):
                yield found["row"][i], plain[i], j
