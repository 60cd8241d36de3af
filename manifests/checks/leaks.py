"""With the reserve: nothing of it is in the release, in any file and in whatever form."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import polars as pl

from cpsyexam.identity import normal_form
from cpsyexam.text import bare
from manifests import decoding, likeness
from manifests.case import Case
from manifests.neighbours import Known

_RUN = r"[!-'*-;=?-~]{6,}"  # signs of an address: ASCII without blanks, brackets, < and >
_MARKS = ".,;:!?'\"`[]{}|"  # of the sentence around it
_PARTS = (r"[0-9A-Za-z]{6,}", r"[0-9a-f-]{36}")  # ids and digests, GUIDs
_UNREADABLE = (ValueError, OSError, pl.exceptions.PolarsError)


def names(case: Case) -> Iterator[str]:
    """No id, page, address, digest, unit, canary or key of the reserve stands in any file."""
    secret = pl.Series(sorted(_secrets(case)), dtype=pl.String)
    for place, path in _files(case):
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


def _secrets(case: Case) -> set[str]:
    found: set[str] = {key.hex() for key in case.keys.values()}
    for _, records, origins in case.held():
        own = ("raw_id", "record_sha256", "unit", "draw", "cluster")
        for column in (records["id"], records["canary"], *(origins[name] for name in own)):
            found |= set(column.drop_nulls())
    pages = case.hidden("captures")
    for name in ("capture", "url", "digest"):
        found |= set(pages[name])
    return found - {""}


def questions(case: Case) -> Iterator[str]:
    """No public question is a reserved one, however lightly edited."""
    normals, ids = _reserved(case)
    known = Known([likeness.key(text) for text in normals])
    cleared = _cleared(case)
    shared: set[int] = set()
    for shard in case.public:
        tested = case.normals(shard).to_list()
        own = case.records(shard)["id"].to_list()
        for batch in known.candidates([likeness.key(text) for text in tested]):
            for i, j in likeness.near_stems(tested, normals, *batch):
                if likeness.parts(tested[i])[1] == likeness.parts(normals[j])[1]:
                    shared.add(j)
                if (own[i], ids[j]) in cleared or not likeness.alike(tested[i], normals[j]):
                    continue
                yield f"{shard['path']}: {own[i]}: is the reserved question {ids[j]}, or nearly"
    case.memo["shared_stems"] = shared


def _reserved(case: Case) -> tuple[list[str], list[str]]:
    """Normal forms and ids of the reserved questions."""
    normals: list[str] = []
    ids: list[str] = []
    for _, records, _ in case.held():
        normals += normal_form(records.with_columns(pl.col("question").alias("stem"))).to_list()
        ids += records["id"].to_list()
    return normals, ids


def _cleared(case: Case) -> set[tuple[str, str]]:
    """Pairs that were judged to be two questions, when the release was sealed."""
    pairs = json.loads((case.private / "cleared.json").read_text("utf-8"))
    return {(one, other) for one, other in pairs}


def words(case: Case) -> Iterator[str]:
    """No other text of the release holds a reserved stem or case, however lightly edited."""
    normals, _ = _reserved(case)
    shared = case.memo.get("shared_stems", set())  # stems that are public in another question
    sought = {likeness.parts(text)[1] for j, text in enumerate(normals) if j not in shared}
    sought |= {likeness.parts(text)[0] for text in normals}
    wanted = sorted(text for text in sought if len(text) >= likeness.LEAST)
    known = Known(wanted)
    shards = {shard["path"] for shard in case.public}
    for place, path in _files(case):
        try:
            texts = _beside_questions(path) if place in shards else decoding.texts(path)
            for row in islice(_holding(texts.column, known, wanted), 1):
                said = texts.column[row][:40]
                yield f"{place}: {texts.place(row)}: holds a reserved text: {said}"
        except _UNREADABLE:
            continue  # `names` says so


def _beside_questions(path: Path) -> decoding.Texts:
    """The texts of a shard but its questions, which `questions` compares."""
    chosen = ["material", "options", "reference", "explanation"]
    return decoding.columns(pl.read_parquet(path, columns=chosen, memory_map=False, glob=False))


def _holding(column: pl.Series, known: Known, wanted: list[str]) -> Iterator[int]:
    """Rows of the texts that hold a wanted one. All reserved texts have Chinese in them."""
    chinese = column.str.contains(r"\p{Han}") & (column.str.len_chars() >= likeness.LEAST)
    found = column.alias("text").to_frame().with_row_index("row").filter(chinese)
    plain = found.select(bare(pl.col("text")))["text"].to_list()
    for texts, places in known.candidates(plain):
        for i, j in zip(texts.tolist(), places.tolist(), strict=True):
            if likeness.holds(plain[i], wanted[j]):
                yield found["row"][i]


def _files(case: Case) -> list[tuple[str, Path]]:
    found = sorted(path for path in case.folder.rglob("*") if path.is_file())
    return [(path.relative_to(case.folder).as_posix(), path) for path in found]
