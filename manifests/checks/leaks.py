"""With the reserve: nothing of it is in the release, in any file and in whatever form."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate, chain
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam import browsing
from cpsyexam.identity import normal_form
from cpsyexam.lineage import PLACE
from cpsyexam.side_by_side import side_by_side
from cpsyexam.taxonomy import SPLITS
from cpsyexam.text import bare
from manifests import decoding, disguises
from manifests.release_reader import ASKED, ReleaseReader
from wording import leak_similarity as similarity
from wording.ngram_index import NgramIndex

_RUN = r"[!-'*-;=?-~]{6,}"  # signs of an address: ASCII without blanks, brackets, < and >
_MARKS = ".,;:!?'\"`[]{}|"  # of the sentence around it
_PARTS = (r"[0-9A-Za-z]{6,}", r"[0-9a-f-]{36}")  # ids and digests, GUIDs
_BATCH = 50_000  # texts
_NAMES = ("raw_id", "record_sha256", "unit", "draw", "cluster", "lineage")
_RESERVED = {
    **dict.fromkeys(("id", "material", "stem"), pl.String()),
    "options": pl.List(pl.String),
    "reference": pl.String(),
}
_REMEDY = "take it out where it comes from: the recipe's words, a decision, an explanation"
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

    def names(self) -> Iterator[str]:
        """No id, page, address, digest, unit, canary or key of the reserve stands in any file."""
        secret = pl.Series(sorted(_secrets(self.release)), dtype=pl.String)
        broken: list[str] = []

        def told(parts: Sequence[Part]) -> list[str]:
            odd = parts if len(_matches(_together(parts), secret)) else ()
            return [said for part in odd for said in _named(part, secret)]

        for found in side_by_side(told, _batches(self._files(broken))):
            yield from found
        yield from broken

    def questions(self) -> Iterator[str]:
        """No public question is a reserved one, however lightly edited."""
        release = self.release
        own = pl.concat(
            release.asked(shard).with_columns(path=pl.lit(shard["path"]))
            for shard in release.public
        )
        pairs = similarity.kept_alike(own, self._reserved, release.kept)
        found = own[pairs["left"]].with_columns(held=self._reserved["id"][pairs["right"]])
        for name, path, held in found.select("id", "path", "held").rows():
            if (name, held) not in release.cleared:
                yield (
                    f"{path}: {name}: is the reserved question {held}, or nearly; "
                    "where they are two, add both ids to [release] cleared"
                )

    def texts(self) -> Iterator[str]:
        """No other text of the release holds a reserved question or case, lightly edited or not."""
        sought = self._sought()
        forwards = [passage.text for passage in sought]
        known = NgramIndex([*forwards, *(text[::-1] for text in forwards)])
        familiar: set[int] = set()  # passages that public questions hold too
        for files, inside in ((self._shards(), True), (self._others(), False)):
            told = partial(_disguised, known=known, sought=sought, familiar=familiar, inside=inside)
            for found in side_by_side(told, _batches(files)):
                yield from found

    def _files(self, broken: list[str]) -> Iterator[Part]:
        """The texts of every file; those that cannot be decoded are `broken`, in words."""

        def read(path: Path) -> Part | str:
            place = path.relative_to(self.release.folder).as_posix()
            try:
                return Part(place, self._texts(path))
            except _UNREADABLE as error:
                return f"{place}: cannot be decoded: {error}; {_ANEW}"

        for found in side_by_side(read, self.release.files()):
            if isinstance(found, str):
                broken.append(found)
            else:
                yield found

    def _shards(self) -> Iterator[Part]:
        """The texts of public questions, and of the columns beside them."""

        def read(shard: Mapping[str, Any]) -> list[Part]:
            with suppress(*_UNREADABLE):  # `names` says so
                path = shard["path"]
                return [Part(path, self.release.texts(self.release.folder / path))]
            return []

        yield from chain.from_iterable(side_by_side(read, self.release.public))

    def _others(self) -> Iterator[Part]:
        """The texts of all other files, one by one and as a whole."""
        shards = {shard["path"] for shard in self.release.public}

        def read(path: Path) -> list[Part]:
            place = path.relative_to(self.release.folder).as_posix()
            if place in shards:
                return []
            with suppress(*_UNREADABLE):  # `names` says so
                whole = decoding.whole(path, self.release.table)
                return [Part(place, self._texts(path)), Part(place, whole)]
            return []

        yield from chain.from_iterable(side_by_side(read, self.release.files()))

    def _texts(self, path: Path) -> decoding.Texts:
        """The texts of a file; of the page of all questions those that no shard has."""
        found = self.release.texts(path)
        if path.name != browsing.NAME:
            return found
        shards = pl.concat(part.texts.column for part in self._shards())
        own = ~found.column.is_in(shards.unique().implode())
        return decoding.Texts(found.column.filter(own), [found.place(i) for i in own.arg_true()])

    @cached_property
    def _reserved(self) -> pl.DataFrame:
        """Reserved questions: id, what is asked, normal form, model answer in comparison form."""
        reference = bare(pl.col("reference")).alias("reference")
        parts = [records.select(*ASKED, reference) for _, records, _ in self.release.held()]
        empty = pl.DataFrame(schema=_RESERVED)
        rows = pl.concat([empty, *parts])
        return rows.with_columns(normal=normal_form(rows))

    def _sought(self) -> list[similarity.Passage]:
        """Cases and questions of the reserve."""
        passages: dict[str, similarity.Passage] = {}
        rows = self._reserved.select("id", "normal", "reference")
        for name, normal, reference in rows.iter_rows():
            material = similarity.parts(normal)[0]
            if len(material) >= similarity.LEAST:
                passages[material] = similarity.Passage(material)
            if known := similarity.passage(normal, reference):
                passages[name] = known
        return list(passages.values())


def _matches(texts: pl.Series, secret: pl.Series) -> pl.Series:
    """The secrets among the texts, or among the words in them."""
    inner = texts.filter(texts.str.contains(r"[^0-9A-Za-z]"))
    runs = inner.str.extract_all(_RUN).explode(empty_as_null=False).unique()
    words = [texts, runs.str.strip_chars(_MARKS)]
    words += [runs.str.extract_all(part).explode(empty_as_null=False) for part in _PARTS]
    together = pl.concat(words)
    return together.filter(together.is_in(secret.implode())).unique().sort()


def _secrets(release: ReleaseReader) -> set[str]:
    found: set[str] = {key.hex() for key in release.keys.values()}
    for _, records, origins in release.held():
        own = [name for name in _NAMES if name in origins.columns]
        for column in (records["id"], records["canary"], *(origins[name] for name in own)):
            found |= set(column.drop_nulls())
    if (release.private / PLACE).is_dir():  # names that it had before, in no public part
        held = release.lineages.filter(~pl.col("shown"), pl.col("split") == SPLITS[-1])
        found |= set(held["name"])
    pages = release.hidden("captures")
    hidden = {text for name in ("capture", "url", "digest") for text in pages[name]}
    return (found | (hidden - _public(release))) - {""}


def _public(release: ReleaseReader) -> set[str]:
    """What pages of public questions have in common with hidden ones: bytes, an address, or the
    archive, where a part of it could not be read.
    """
    path = release.folder / "provenance/captures.parquet"
    if not path.is_file():  # a text beside a release, a commit's message: nothing of it is excused
        return set()
    listed = release.table(path)
    listed = listed.filter(pl.col("capture").is_in(release.index["capture"].implode()))
    urls = [
        release.columns(release.folder / shard["provenance"], ["url"])["url"]
        for shard in release.public
    ]
    return set(pl.concat([listed["url"], listed["digest"], listed["archive"], *urls]))


def _batches(parts: Iterable[Part]) -> Iterator[list[Part]]:
    """The parts, so many at a time that one query over their texts is worth its start."""
    batch: list[Part] = []
    rows = 0
    for part in parts:
        batch.append(part)
        rows += len(part.texts.column)
        if rows >= _BATCH:
            yield batch
            batch, rows = [], 0
    yield batch


def _together(parts: Sequence[Part]) -> pl.Series:
    return pl.concat([pl.Series(dtype=pl.String), *(part.texts.column for part in parts)])


def _named(part: Part, secret: pl.Series) -> Iterator[str]:
    """The first name of the reserve that stands in a part, and where."""
    texts = part.texts
    for hit in _matches(texts.column, secret).head(1):
        row = next(i for i, text in enumerate(texts.column) if hit in text)
        yield f"{part.place}: {texts.place(row)}: {hit} is of the reserve; {_REMEDY}"


def _disguised(
    parts: Sequence[Part],
    *,
    known: NgramIndex,
    sought: Sequence[similarity.Passage],
    familiar: set[int],
    inside: bool,
) -> list[str]:
    """The first text of each part that holds a passage, in whatever form; `known` has the passages
    forwards, then backwards.

    Where a public question holds the stem alone (`inside` a shard: stems that many questions share,
    textbooks that answers quote) it becomes `familiar`, and counts everywhere only with its rest.
    """
    ends = list(accumulate(len(part.texts.column) for part in parts))
    said: dict[int, str] = {}
    for how, texts in disguises.forms(_together(parts)):
        for row, text, which in _candidates(texts, known):
            number, at = bisect_right(ends, row), which % len(sought)
            part, passage, back = parts[number], sought[at], which >= len(sought)
            whole = inside or at in familiar
            read = text[::-1] if back else text
            if number not in said and similarity.holds(read, passage, whole=whole):
                form = " ".join(filter(None, (how, "backwards" if back else "")))
                own = row - ends[number] + len(part.texts.column)
                what = f"holds a reserved text{f' {form}' if form else ''}"
                said[number] = f"{part.place}: {part.texts.place(own)}: {what}: "
                said[number] += f"{part.texts.column[own][:40]}; {_REMEDY}"
            elif inside and at not in familiar and similarity.holds(read, passage):
                familiar.add(at)
    return [said[number] for number in sorted(said)]


def _candidates(found: pl.DataFrame, known: NgramIndex) -> Iterator[tuple[int, str, int]]:
    """(row, its text in comparison form, known text that it may hold) of columns row and text."""
    found = found.filter(pl.col("text").str.len_chars() >= similarity.LEAST)
    plain = found.select(bare(pl.col("text")))["text"].to_list()
    for texts, places in known.candidates(plain):
        for i, j in zip(texts.tolist(), places.tolist(), strict=True):
            yield found["row"][i], plain[i], j
