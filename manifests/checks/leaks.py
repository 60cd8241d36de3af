"""With the reserve: nothing of it is in the release, in any file and in whatever form."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain
from pathlib import Path

import numpy as np
import polars as pl

from cpsyexam import browsing
from cpsyexam.identity import normal_form
from cpsyexam.lineage import PLACE
from cpsyexam.side_by_side import side_by_side
from cpsyexam.taxonomy import SPLITS
from cpsyexam.text import bare
from manifests import decoding
from manifests.checks import browser
from manifests.checks.passages import REMEDY, Hunt, Part, together
from manifests.checks.searched import Batch, Searched
from manifests.release_reader import ASKED, ReleaseReader
from wording import leak_similarity as similarity
from wording.ngram_index import sieve

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
_ANEW = "delete it, or build the release again"
_UNREADABLE = (ValueError, OSError, pl.exceptions.PolarsError)


class LeakGuard:
    """The checks of one release against its reserve; what two of them need is found once."""

    def __init__(self, release: ReleaseReader) -> None:
        self.release = release

    def names(self) -> Iterator[str]:
        """No id, page, address, digest, unit, canary or key of the reserve stands in any file."""
        secret = pl.Series(sorted(_secrets(self.release)), dtype=pl.String)
        searched = Searched(self.release.proofs, "names", secret)
        new = searched.new.hash().implode()
        broken: list[str] = []

        def look(parts: list[Part]) -> tuple[list[Part], list[str], pl.Series]:
            words = _words(together(parts))
            odd = parts if words.is_in(secret.implode()).any() else ()
            hashes = words.hash().unique() if searched.keeps else words.clear()
            return parts, [said for part in odd for said in _named(part, secret)], hashes

        files = searched.left(self.release.files(), lambda _, seen: seen.is_in(new).any())
        for parts, found, hashes in side_by_side(look, _batches(self._files(files, broken))):
            yield from found
            if not found:
                searched.keep(self._paths(parts), hashes)
        yield from broken
        searched.save()

    def questions(self) -> Iterator[str]:
        """No public question is a reserved one, however lightly edited."""
        release = self.release
        own = pl.concat(
            release.asked(shard).with_columns(path=pl.lit(shard["path"]))
            for shard in release.public
        )
        if release.kept.folder is None:  # nor found before: by the forms that `identity` had
            own = own.with_columns(normal=pl.concat(map(release.normals, release.public)))
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
        hunt, release = Hunt(self._sought()), self.release
        shards = [release.folder / shard["path"] for shard in release.public]
        others = sorted({*release.files()} - {*shards})
        yield from self._hunted(hunt, "questions", shards)
        yield from self._hunted(hunt, "others", others)

    def _hunted(self, hunt: Hunt, search: str, files: Sequence[Path]) -> Iterator[str]:
        """What a search for passages finds in public `questions`, then in all `others`."""
        inside = search == "questions"
        searched = Searched(self.release.proofs, search, hunt.names)
        new = {*searched.new}

        def meets(batch: Batch, seen: pl.Series) -> bool:
            strange = () if inside else hunt.unfamiliar(batch.near)
            return bool(strange) or not new.isdisjoint(hunt.among(sieve(seen.to_numpy())))

        files = searched.left(files, meets)
        if inside:
            hunt.recognise(searched.near())
        read = self._shards if inside else self._others

        def look(parts: list[Part]) -> tuple[list[Part], list[str], list[str], pl.Series]:
            seen = sieve() if searched.keeps else None
            said, near = hunt.search(parts, inside=inside, seen=seen)
            slots = np.flatnonzero([] if seen is None else seen)
            return parts, said, near, pl.Series(slots, dtype=pl.UInt32)

        for parts, found, near, slots in side_by_side(look, _batches(read(files))):
            yield from found
            if not found:
                searched.keep(self._paths(parts), slots, near)
        searched.save()

    def _paths(self, parts: Iterable[Part]) -> list[Path]:
        return [self.release.folder / part.place for part in parts]

    def _place(self, path: Path) -> str:
        return path.relative_to(self.release.folder).as_posix()

    def _files(self, files: Iterable[Path], broken: list[str]) -> Iterator[Part]:
        """The texts of files; those that cannot be decoded are `broken`, in words."""

        def read(path: Path) -> Part | str:
            try:
                return Part(self._place(path), self._texts(path))
            except _UNREADABLE as error:
                return f"{self._place(path)}: cannot be decoded: {error}; {_ANEW}"

        for found in side_by_side(read, files):
            if isinstance(found, str):
                broken.append(found)
            else:
                yield found

    def _shards(self, files: Iterable[Path]) -> Iterator[Part]:
        """The texts of public questions, and of the columns beside them."""

        def read(path: Path) -> list[Part]:
            with suppress(*_UNREADABLE):  # `names` says so
                return [Part(self._place(path), self.release.texts(path))]
            return []

        yield from chain.from_iterable(side_by_side(read, files))

    def _others(self, files: Iterable[Path]) -> Iterator[Part]:
        """The texts of other files, one by one and as a whole."""

        def read(path: Path) -> list[Part]:
            with suppress(*_UNREADABLE):  # `names` says so
                whole = decoding.whole(path, self.release.table)
                return [Part(self._place(path), decoding.together(self._texts(path), whole))]
            return []

        yield from chain.from_iterable(side_by_side(read, files))

    def _texts(self, path: Path) -> decoding.Texts:
        """The texts of a file; of the page of all questions those that no shard has."""
        if path.name != browsing.NAME:
            return self.release.texts(path)
        if browser.is_told(self.release):
            return decoding.lines_of_a_page(path)
        found = self.release.texts(path)
        paths = (self.release.folder / shard["path"] for shard in self.release.public)
        shards = pl.concat(part.texts.column for part in self._shards(paths))
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


def _words(texts: pl.Series) -> pl.Series:
    """The texts, and the words in them that may be names."""
    inner = texts.filter(texts.str.contains(r"[^0-9A-Za-z]"))
    runs = inner.str.extract_all(_RUN).explode(empty_as_null=False).unique()
    words = [texts, runs.str.strip_chars(_MARKS)]
    words += [runs.str.extract_all(part).explode(empty_as_null=False) for part in _PARTS]
    return pl.concat(words)


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


def _named(part: Part, secret: pl.Series) -> Iterator[str]:
    """The first name of the reserve that stands in a part, and where."""
    texts = part.texts
    words = _words(texts.column)
    for hit in words.filter(words.is_in(secret.implode())).unique().sort().head(1):
        row = next(i for i, text in enumerate(texts.column) if hit in text)
        yield f"{part.place}: {texts.place(row)}: {hit} is of the reserve; {REMEDY}"
