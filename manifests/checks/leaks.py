"""With the reserve: nothing of it is in the release, in any file and in whatever form."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import polars as pl

from cpsyexam.identity import normal_form
from cpsyexam.text import bare
from manifests import decoding, leak_similarity
from manifests.ngram_index import NgramIndex
from manifests.release_reader import ReleaseReader

_RUN = r"[!-'*-;=?-~]{6,}"  # signs of an address: ASCII without blanks, brackets, < and >
_MARKS = ".,;:!?'\"`[]{}|"  # of the sentence around it
_PARTS = (r"[0-9A-Za-z]{6,}", r"[0-9a-f-]{36}")  # ids and digests, GUIDs
_UNREADABLE = (ValueError, OSError, pl.exceptions.PolarsError)


def names(release: ReleaseReader) -> Iterator[str]:
    """No id, page, address, digest, unit, canary or key of the reserve stands in any file."""
    secret = pl.Series(sorted(_secrets(release)), dtype=pl.String)
    for place, path in _files(release):
        try:
            texts = decoding.texts(path)
            said = _said(texts.column, secret)
            if len(said):
                row = next(i for i, text in enumerate(texts.column) if said[0] in text)
                yield f"{place}: {texts.place(row)}: {said[0]} is of the reserve"
        except _UNREADABLE as error:
            yield f"{place}: cannot be decoded: {error}"


def _said(texts: pl.Series, secret: pl.Series) -> pl.Series:
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
    return found - {""}


def questions(release: ReleaseReader) -> Iterator[str]:
    """No public question is a reserved one, however lightly edited."""
    held = _reserved(release)
    normals, ids = held["normal"].to_list(), held["id"].to_list()
    known = NgramIndex([leak_similarity.key(text) for text in normals])
    cleared = _cleared(release)
    familiar: set[str] = set()
    for shard in release.public:
        tested = release.normals(shard).to_list()
        own = release.records(shard)["id"].to_list()
        for batch in known.candidates([leak_similarity.key(text) for text in tested]):
            for i, j in leak_similarity.near_stems(tested, normals, *batch):
                familiar.add(ids[j])
                if (own[i], ids[j]) in cleared or not leak_similarity.alike(tested[i], normals[j]):
                    continue
                yield (
                    f"{shard['path']}: {own[i]}: is the reserved question {ids[j]}, or nearly; "
                    "where they are two, add both ids to [release] cleared"
                )
    release.memo["familiar"] = familiar


def _reserved(release: ReleaseReader) -> pl.DataFrame:
    """Reserved questions: id, normal form, model answer in comparison form."""
    parts = []
    for _, records, _ in release.held():
        normal = normal_form(records.with_columns(pl.col("question").alias("stem")))
        parts.append(
            records.select(
                "id", normal.alias("normal"), bare(pl.col("reference")).alias("reference")
            )
        )
    empty = pl.DataFrame(schema=dict.fromkeys(("id", "normal", "reference"), pl.String()))
    return pl.concat([empty, *parts])


def _cleared(release: ReleaseReader) -> set[tuple[str, str]]:
    """Pairs that were judged to be two questions, when the release was sealed."""
    pairs = json.loads((release.private / "cleared.json").read_text("utf-8"))
    return {(one, other) for one, other in pairs}


def words(release: ReleaseReader) -> Iterator[str]:
    """No other text of the release holds a reserved question or release, however lightly edited."""
    sought = _sought(release)
    known = NgramIndex([passage.text for passage in sought])
    shards = {shard["path"] for shard in release.public}
    for place, path in _files(release):
        inside = place in shards
        try:
            texts = _beside_questions(path) if inside else decoding.texts(path)
        except _UNREADABLE:
            continue  # `names` says so
        for row in islice(_holding(texts.column, known, sought, inside=inside), 1):
            said = texts.column[row][:40]
            yield f"{place}: {texts.place(row)}: holds a reserved text: {said}"


def _sought(release: ReleaseReader) -> list[leak_similarity.Passage]:
    """The cases and stems of the reserve; a stem like a public one counts only with the rest."""
    familiar = release.memo.get("familiar", set())
    found: dict[str, leak_similarity.Passage] = {}
    for name, normal, reference in _reserved(release).iter_rows():
        material, stem, options = leak_similarity.parts(normal)
        if len(material) >= leak_similarity.LEAST:
            found[material] = leak_similarity.Passage(material)
        if len(stem) >= leak_similarity.LEAST:
            rest = tuple(options.split("\x1e")) if options else (reference,)
            found[name] = leak_similarity.Passage(stem, rest, familiar=name in familiar)
    return list(found.values())


def _beside_questions(path: Path) -> decoding.Texts:
    """The texts of a shard but its questions, which `questions` compares."""
    chosen = ["material", "options", "reference", "explanation"]
    return decoding.columns(pl.read_parquet(path, columns=chosen, memory_map=False, glob=False))


def _holding(
    column: pl.Series, known: NgramIndex, sought: list[leak_similarity.Passage], *, inside: bool
) -> Iterator[int]:
    """Rows of the texts that hold a passage. All reserved texts have Chinese in them.

    `inside` a shard, answers and explanations quote the textbook as stems do: there a stem
    counts only with the rest of its question.
    """
    chinese = column.str.contains(r"\p{Han}") & (column.str.len_chars() >= leak_similarity.LEAST)
    found = column.alias("text").to_frame().with_row_index("row").filter(chinese)
    plain = found.select(bare(pl.col("text")))["text"].to_list()
    for texts, places in known.candidates(plain):
        for i, j in zip(texts.tolist(), places.tolist(), strict=True):
            if leak_similarity.holds(plain[i], sought[j], whole=inside or sought[j].familiar):
                yield found["row"][i]


def _files(release: ReleaseReader) -> list[tuple[str, Path]]:
    found = sorted(path for path in release.folder.rglob("*") if path.is_file())
    return [(path.relative_to(release.folder).as_posix(), path) for path in found]
