"""With the reserve: nothing of it is in the release, in any file and in whatever form."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

import polars as pl

from cpsyexam.identity import normal_form
from cpsyexam.text import bare
from manifests import decoding, disguises
from manifests import leak_similarity as similarity
from manifests.ngram_index import NgramIndex
from manifests.release_reader import ReleaseReader

_RUN = r"[!-'*-;=?-~]{6,}"  # signs of an address: ASCII without blanks, brackets, < and >
_MARKS = ".,;:!?'\"`[]{}|"  # of the sentence around it
_PARTS = (r"[0-9A-Za-z]{6,}", r"[0-9a-f-]{36}")  # ids and digests, GUIDs
_UNREADABLE = (ValueError, OSError, pl.exceptions.PolarsError)


@dataclass(frozen=True)
class Likeness:
    """What a comparison of all public with all reserved questions found."""

    copies: tuple[str, ...]  # problems, in words
    familiar: frozenset[str]  # reserved questions with a stem like that of a public one


class LeakGuard:
    """The checks of one release against its reserve; what two of them need is found once."""

    def __init__(self, release: ReleaseReader) -> None:
        self.release = release

    def names(self) -> Iterator[str]:
        """No id, page, address, digest, unit, canary or key of the reserve stands in any file."""
        secret = pl.Series(sorted(_secrets(self.release)), dtype=pl.String)
        for place, path in _files(self.release):
            try:
                texts = decoding.texts(path)
                hits = _matches(texts.column, secret)
                if len(hits):
                    row = next(i for i, text in enumerate(texts.column) if hits[0] in text)
                    yield f"{place}: {texts.place(row)}: {hits[0]} is of the reserve"
            except _UNREADABLE as error:
                yield f"{place}: cannot be decoded: {error}"

    def questions(self) -> Iterator[str]:
        """No public question is a reserved one, however lightly edited."""
        yield from self._likeness.copies

    def texts(self) -> Iterator[str]:
        """No other text of the release holds a reserved question or case, lightly edited or not."""
        sought = self._sought()
        forwards = [passage.text for passage in sought]
        known = NgramIndex([*forwards, *(text[::-1] for text in forwards)])
        shards = {shard["path"] for shard in self.release.public}
        for place, path in _files(self.release):
            inside = place in shards
            try:
                found = [_beside_questions(path)] if inside else [decoding.texts(path)]
                found += [] if inside else [decoding.whole(path)]
            except _UNREADABLE:
                continue  # `names` says so
            for texts in found:
                yield from islice(_disguised(place, texts, known, sought, inside=inside), 1)

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

    @cached_property
    def _likeness(self) -> Likeness:
        normals, ids = self._reserved["normal"].to_list(), self._reserved["id"].to_list()
        known = NgramIndex([similarity.key(text) for text in normals])
        cleared = _cleared(self.release)
        copies, familiar = [], set()
        for shard in self.release.public:
            tested = self.release.normals(shard).to_list()
            own = self.release.records(shard)["id"].to_list()
            for batch in known.candidates([similarity.key(text) for text in tested]):
                for i, j in similarity.near_stems(tested, normals, *batch):
                    familiar.add(ids[j])
                    if (own[i], ids[j]) in cleared or not similarity.alike(tested[i], normals[j]):
                        continue
                    copies.append(
                        f"{shard['path']}: {own[i]}: is the reserved question {ids[j]}, or nearly; "
                        "where they are two, add both ids to [release] cleared"
                    )
        return Likeness(tuple(copies), frozenset(familiar))

    def _sought(self) -> list[similarity.Passage]:
        """Cases and stems of the reserve; a stem like a public one counts only with the rest."""
        found: dict[str, similarity.Passage] = {}
        for name, normal, reference in self._reserved.iter_rows():
            material, stem, options = similarity.parts(normal)
            if len(material) >= similarity.LEAST:
                found[material] = similarity.Passage(material)
            if len(stem) >= similarity.LEAST:
                rest = tuple(options.split("\x1e")) if options else (reference,)
                familiar = name in self._likeness.familiar
                found[name] = similarity.Passage(stem, rest, familiar=familiar)
        return list(found.values())


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
        own = ("raw_id", "record_sha256", "unit", "draw", "cluster")
        for column in (records["id"], records["canary"], *(origins[name] for name in own)):
            found |= set(column.drop_nulls())
    pages = release.hidden("captures")
    for name in ("capture", "url", "digest"):
        found |= set(pages[name])
    return found - _public(release) - {""}


def _public(release: ReleaseReader) -> set[str]:
    """What pages of public questions have in common with hidden ones: bytes, or an address."""
    path = release.folder / "provenance/captures.parquet"
    if not path.is_file():  # a text beside a release, a commit's message: nothing of it is excused
        return set()
    listed = pl.read_parquet(path)
    listed = listed.filter(pl.col("capture").is_in(release.index["capture"].implode()))
    urls = [release.origins(shard)["url"] for shard in release.public]
    return set(pl.concat([listed["url"], listed["digest"], *urls]))


def _cleared(release: ReleaseReader) -> set[tuple[str, str]]:
    """Pairs that were judged to be two questions, when the release was sealed."""
    pairs = json.loads((release.private / "cleared.json").read_text("utf-8"))
    return {(one, other) for one, other in pairs}


def _beside_questions(path: Path) -> decoding.Texts:
    """The texts of a shard but its questions, which `questions` compares."""
    chosen = ["material", "options", "reference", "explanation"]
    return decoding.columns(pl.read_parquet(path, columns=chosen, memory_map=False, glob=False))


def _disguised(
    place: str,
    texts: decoding.Texts,
    known: NgramIndex,
    sought: list[similarity.Passage],
    *,
    inside: bool,
) -> Iterator[str]:
    """Problems with a file's texts, in whatever form they hold a passage."""
    for how, column in disguises.forms(texts.column):
        for row, back in islice(_holding(column, known, sought, inside=inside), 1):
            form = " ".join(filter(None, (how, "backwards" if back else "")))
            said = f"holds a reserved text{f' {form}' if form else ''}: {texts.column[row][:40]}"
            yield f"{place}: {texts.place(row)}: {said}"


def _holding(
    column: pl.Series, known: NgramIndex, sought: list[similarity.Passage], *, inside: bool
) -> Iterator[tuple[int, bool]]:
    """Rows of the texts that hold a passage, and whether backwards; `known` has the passages
    forwards, then backwards. All reserved texts have Chinese in them.

    `inside` a shard, answers and explanations quote the textbook as stems do: there a stem
    counts only with the rest of its question.
    """
    chinese = column.str.contains(r"\p{Han}") & (column.str.len_chars() >= similarity.LEAST)
    found = column.alias("text").to_frame().with_row_index("row").filter(chinese)
    plain = found.select(bare(pl.col("text")))["text"].to_list()
    for texts, places in known.candidates(plain):
        for i, j in zip(texts.tolist(), places.tolist(), strict=True):
            back, passage = j >= len(sought), sought[j % len(sought)]
            text = plain[i][::-1] if back else plain[i]
            if similarity.holds(text, passage, whole=inside or passage.familiar):
                yield found["row"][i], back


def _files(release: ReleaseReader) -> list[tuple[str, Path]]:
    return [(path.relative_to(release.folder).as_posix(), path) for path in release.files()]
