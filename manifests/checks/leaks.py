"""With the reserve: nothing of it is in the release, in any file and in whatever form."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import numpy as np
import polars as pl

from cpsyexam.files import canonical
from cpsyexam.identity import normal_form
from cpsyexam.text import bare
from manifests import decoding, disguises
from manifests.checks.leak_names import REMEDY, marks, named, secrets, words_of
from manifests.looks import Look, Looks
from manifests.release_reader import ReleaseReader
from wording import leak_similarity as similarity
from wording.leak_search import Known, Looked
from wording.ngram_index import Flags, NgramIndex, Seen, Slots, among

_BATCH = 50_000  # texts
_FILES = ("path", "provenance")  # of a shard
_ANEW = "delete it, or build the release again"
_UNREADABLE = (ValueError, OSError, pl.exceptions.PolarsError)


@dataclass(frozen=True)
class Part:
    """Texts of a file."""

    place: str
    texts: decoding.Texts


class LeakGuard:
    """The checks of one release against its reserve; what two of them need is found once."""

    def __init__(self, release: ReleaseReader) -> None:
        self.release = release
        lasting = release.proofs.looks is not None and release.is_large
        self._looks = release.proofs.looks if lasting and release.proofs.looks else Looks()
        # files of which most stay as they were from version to version; each is looked at alone
        self._lasting = {s[k] for s in release.public for k in _FILES} if lasting else set()
        self._most = 1 if lasting else _BATCH

    def names(self) -> Iterator[str]:
        """No id, page, address, digest, unit, canary or key of the reserve stands in any file."""
        secret = pl.Series(sorted(secrets(self.release)), dtype=pl.String)
        fresh = marks(secret.filter(pl.Series(self._looks.fresh("names", secret.to_list()))))
        broken: list[str] = []
        found: list[str] = []
        files = self._files(broken, lambda look: bool(among(fresh, look.slots["names"]).any()))
        for parts in _batches(files, self._most):
            words = words_of(_together(parts))
            if self._lasting:
                self._note(parts, {"names": marks(words)})
            if words.is_in(secret.implode()).any():
                found += [said for part in parts for said in named(part.place, part.texts, secret)]
            found += broken
            broken.clear()
        yield from self._told("names", found)

    def questions(self) -> Iterator[str]:
        """No public question is a reserved one, however lightly edited."""
        known, ids = (
            Known(self._reserved["normal"].to_list()),
            self._reserved["id"].to_list(),
        )
        cleared = self.release.cleared
        judged = canonical(sorted(map(list, cleared))).encode()
        fresh = known.of(self._looks.fresh("questions", [one + judged for one in known.prints()]))
        found = []
        for shard in self.release.public:
            path = shard["path"]
            if self._stays(path, lambda look: fresh.may_be_in(look.slots)):
                continue
            tested = self.release.normals(shard).to_list()
            own = self.release.records(shard)["id"].to_list()
            looked = Looked() if path in self._lasting else None
            for i, j in known.alike(tested, looked):
                if (own[i], ids[j]) not in cleared:
                    found.append(
                        f"{path}: {own[i]}: is the reserved question {ids[j]}, or nearly; "
                        "where they are two, add both ids to [release] cleared"
                    )
            if looked:
                self._looks.note(self._digest(path), looked.slots)
        yield from self._told("questions", found)

    def texts(self) -> Iterator[str]:
        """No other text of the release holds a reserved question or case, lightly edited or not."""
        sought = self._sought()
        forwards = [passage.text for passage in sought]
        known = NgramIndex([*forwards, *(text[::-1] for text in forwards)])
        names = [canonical([one.text, list(one.rest)]) for one in sought]
        ways = zip(names, known.picked(), known.picked()[len(sought) :], strict=False)
        prints = [b"\0".join([name.encode(), *picked]) for name, *picked in ways]
        fresh = self._looks.fresh("texts", prints)

        def possible(which: Flags) -> Callable[[Look], bool]:
            picks = known.of(np.tile(which, 2))
            return lambda look: picks.may_be_in(look.slots["texts"])

        found: list[str] = []
        familiar: set[int] = set()  # passages that public questions hold too
        shards = [shard["path"] for shard in self.release.public]
        for parts in _batches(self._shards(possible(fresh)), self._most):
            own: set[int] = set()
            seen = Seen() if self._lasting else None
            found += _disguised(parts, known, sought, own, seen, inside=True)
            self._note(parts, {"texts": seen.slots} if seen else {}, [names[i] for i in own])
            familiar |= own
        before = {
            name
            for path in self._lasting.intersection(shards)
            for name in self._looks.now(self._digest(path)).familiar
        }
        # those that are fresh were looked for just now
        familiar |= {i for i, name in enumerate(names) if name in before and not fresh[i]}
        # what some question had and none has now counts with its stem alone again
        for i, name in enumerate(names):
            fresh[i] |= name in self._looks.familiar and i not in familiar
        for parts in _batches(self._others(possible(fresh)), self._most):
            seen = Seen() if self._lasting else None
            found += _disguised(parts, known, sought, familiar, seen)
            self._note(parts, {"texts": seen.slots} if seen else {})
        yield from self._told("texts", found)

    def _digest(self, place: str) -> str:
        return self.release.proofs.digest_of(self.release.folder / place)

    def _stays(self, place: str, possible: Callable[[Look], bool]) -> bool:
        """Whether a file was looked at before, and nothing new may stand there."""
        look = self._looks.before(self._digest(place)) if place in self._lasting else None
        if look is None or possible(look):
            return False
        self._looks.spare(self._digest(place))
        return True

    def _note(
        self, parts: Sequence[Part], slots: Mapping[str, Slots], familiar: Sequence[str] = ()
    ) -> None:
        """Tell what was seen in a file that may last."""
        for place in {part.place for part in parts} & self._lasting:
            self._looks.note(self._digest(place), slots, familiar)

    def _told(self, check: str, found: Sequence[str]) -> Iterator[str]:
        if not found:
            self._looks.sound(check)
        yield from found

    def _files(self, broken: list[str], possible: Callable[[Look], bool]) -> Iterator[Part]:
        """The texts of every file; those that cannot be decoded are `broken`, in words."""
        for path in self.release.files():
            place = path.relative_to(self.release.folder).as_posix()
            if self._stays(place, possible):
                continue
            try:
                yield Part(place, self.release.texts(path))
            except _UNREADABLE as error:
                broken.append(f"{place}: cannot be decoded: {error}; {_ANEW}")

    def _shards(self, possible: Callable[[Look], bool]) -> Iterator[Part]:
        """The texts of public questions, and of the columns beside them."""
        for shard in self.release.public:
            if self._stays(shard["path"], possible):
                continue
            with suppress(*_UNREADABLE):  # `names` says so
                yield Part(shard["path"], self.release.texts(self.release.folder / shard["path"]))

    def _others(self, possible: Callable[[Look], bool]) -> Iterator[Part]:
        """The texts of all other files, one by one and as a whole."""
        shards = {shard["path"] for shard in self.release.public}
        for path in self.release.files():
            place = path.relative_to(self.release.folder).as_posix()
            if place in shards or self._stays(place, possible):
                continue
            try:
                whole = decoding.whole(path, self.release.table)
                parts = [Part(place, self.release.texts(path)), Part(place, whole)]
            except _UNREADABLE:
                continue  # `names` says so
            yield from parts

    @cached_property
    def _reserved(self) -> pl.DataFrame:
        """Reserved questions: id, normal form, model answer in comparison form."""
        parts = []
        for _, records, _ in self.release.held():
            normal = normal_form(records.with_columns(pl.col("question").alias("stem")))
            reference = bare(pl.col("reference")).alias("reference")
            parts.append(records.select("id", normal.alias("normal"), reference))
        empty = pl.DataFrame(schema=dict.fromkeys(("id", "normal", "reference"), pl.String()))
        return pl.concat([empty, *parts])

    def _sought(self) -> list[similarity.Passage]:
        """Cases and questions of the reserve."""
        passages: dict[str, similarity.Passage] = {}
        for name, normal, reference in self._reserved.iter_rows():
            material = similarity.parts(normal)[0]
            if len(material) >= similarity.LEAST:
                passages[material] = similarity.Passage(material)
            if known := similarity.passage(normal, reference):
                passages[name] = known
        return list(passages.values())


def _batches(parts: Iterable[Part], most: int) -> Iterator[list[Part]]:
    """The parts, so many at a time that one query over their texts is worth its start."""
    batch: list[Part] = []
    rows = 0
    for part in parts:
        batch.append(part)
        rows += len(part.texts.column)
        if rows >= most:
            yield batch
            batch, rows = [], 0
    yield batch


def _together(parts: Sequence[Part]) -> pl.Series:
    return pl.concat([pl.Series(dtype=pl.String), *(part.texts.column for part in parts)])


def _disguised(
    parts: Sequence[Part],
    known: NgramIndex,
    sought: Sequence[similarity.Passage],
    familiar: set[int],
    seen: Seen | None,
    *,
    inside: bool = False,
) -> Iterator[str]:
    """The first text of each part that holds a passage, in whatever form; `known` has the passages
    forwards, then backwards.

    Where a public question holds the stem alone (`inside` a shard: stems that many questions share,
    textbooks that answers quote) it becomes `familiar`, and counts everywhere only with its rest.
    """
    ends = list(accumulate(len(part.texts.column) for part in parts))
    said: dict[int, str] = {}
    for how, texts in disguises.forms(_together(parts)):
        for row, text, which in _candidates(texts, known, seen):
            number, at = bisect_right(ends, row), which % len(sought)
            part, passage, back = parts[number], sought[at], which >= len(sought)
            whole = inside or at in familiar
            read = text[::-1] if back else text
            if number not in said and similarity.holds(read, passage, whole=whole):
                form = " ".join(filter(None, (how, "backwards" if back else "")))
                own = row - ends[number] + len(part.texts.column)
                what = f"holds a reserved text{f' {form}' if form else ''}"
                said[number] = f"{part.place}: {part.texts.place(own)}: {what}: "
                said[number] += f"{part.texts.column[own][:40]}; {REMEDY}"
            elif inside and at not in familiar and similarity.holds(read, passage):
                familiar.add(at)
    yield from (said[number] for number in sorted(said))


def _candidates(
    found: pl.DataFrame, known: NgramIndex, seen: Seen | None
) -> Iterator[tuple[int, str, int]]:
    """(row, its text in comparison form, known text that it may hold) of columns row and text."""
    found = found.filter(pl.col("text").str.len_chars() >= similarity.LEAST)
    plain = found.select(bare(pl.col("text")))["text"].to_list()
    for texts, places in known.candidates(plain, seen):
        for i, j in zip(texts.tolist(), places.tolist(), strict=True):
            yield found["row"][i], plain[i], j
