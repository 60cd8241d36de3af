"""With the reserve: it is the one committed to, and nothing of it is in the release."""

import json
import re
from collections.abc import Iterator
from functools import partial

import polars as pl

from cpsyexam.identity import normal_form
from cpsyexam.text import bare
from manifests import decoding, likeness, tree, verify
from manifests.case import Case
from manifests.neighbours import Known
from manifests.shards import answer_leaves

_TOKEN = re.compile(r"[^\s\"'<>()|,`\[\]{}]+")


def commitment(case: Case) -> Iterator[str]:
    """The reserved records and withheld answers have the roots that RELEASE.json names."""
    found: dict[tuple[str, str], list[bytes]] = {}
    for exam, records, origins in case.held():
        texts = tree.texts(records)
        if tree.digests(texts).ne_missing(origins["record_sha256"]).any():
            yield f"reserve: {exam}: a record is not the one its provenance names"
        salts = [tree.salt(case.keys["salt_key"], name) for name in records["id"]]
        found.setdefault((exam, "reserved"), []).extend(
            tree.leaves(texts, tree.texts(origins), salts)
        )
    for path in sorted(case.reserve.glob("answers/*.parquet")) if case.reserve else ():
        exam = path.name.split("-")[0]
        found[exam, "answers"] = answer_leaves(pl.read_parquet(path), case.keys["salt_key"])
    stated = {(s["exam"], s["split"]): s for s in case.manifest["shards"] if not s["published"]}
    for name in sorted(set(found) ^ set(stated)):
        yield f"reserve: {' '.join(name)}: in only one of RELEASE.json and the reserve folder"
    for name in sorted(set(found) & set(stated)):
        have, said = len(found[name]), stated[name]["records"]
        if verify.root(found[name]) != stated[name]["root"]:
            yield f"reserve: {' '.join(name)}: root differs from RELEASE.json"
        if have != said:
            yield f"reserve: {' '.join(name)}: {have} records, RELEASE.json says {said}"


def names(case: Case) -> Iterator[str]:
    """No id, page, address, digest, unit, canary or key of the reserve stands in any file."""
    secret = _secrets(case)
    for path in sorted(p for p in case.folder.rglob("*") if p.is_file()):
        place = path.relative_to(case.folder).as_posix()
        try:
            for where, text in decoding.texts(path):
                said = (
                    {text}
                    if text in secret
                    else secret & set(_TOKEN.findall(text))
                    if len(text) > 16
                    else set()
                )
                if said:
                    yield f"{place}: {where}: {min(said)} is of the reserve"
                    break
        except (ValueError, OSError, pl.exceptions.PolarsError) as error:
            yield f"{place}: cannot be decoded: {error}"


def _secrets(case: Case) -> set[str]:
    found: set[str] = {key.hex() for key in case.keys.values()}
    for _, records, origins in case.held():
        for column in (
            records["id"],
            records["canary"],
            *(origins[c] for c in ("raw_id", "record_sha256", "unit", "draw", "cluster")),
        ):
            found |= set(column.drop_nulls())
    pages = pl.read_parquet(case.reserve / "provenance/captures.parquet") if case.reserve else None
    if pages is not None:
        found |= set(pages["capture"]) | set(pages["url"]) | set(pages["digest"])
    return found - {""}


def questions(case: Case) -> Iterator[str]:
    """No public question is a reserved one, however lightly edited."""
    held = [_normals(records) for _, records, _ in case.held()]
    if not held:
        return
    reserved = pl.concat(held)
    normals, names = reserved["normal"].to_list(), reserved["id"].to_list()
    known = Known([likeness.key(text) for text in normals])
    cleared = _cleared(case)
    public_stems: set[int] = set()
    for shard in case.public:
        records = _normals(case.records(shard))
        tested, ids = records["normal"].to_list(), records["id"].to_list()
        for batch in known.candidates([likeness.key(text) for text in tested]):
            for i, j in likeness.near_stems(tested, normals, *batch):
                if likeness.parts(tested[i])[1] == likeness.parts(normals[j])[1]:
                    public_stems.add(j)
                if (ids[i], names[j]) in cleared or not likeness.alike(tested[i], normals[j]):
                    continue
                yield f"{shard['path']}: {ids[i]}: is the reserved question {names[j]}, or nearly"
    case.memo["shared_stems"] = public_stems
    case.memo["reserved"] = normals


def _normals(records: pl.DataFrame) -> pl.DataFrame:
    normal = normal_form(records.with_columns(pl.col("question").alias("stem")))
    return records.select("id", normal.alias("normal"))


def _cleared(case: Case) -> set[tuple[str, str]]:
    path = case.reserve / "cleared.json" if case.reserve else None
    if path is None or not path.is_file():
        return set()
    return {(one, other) for one, other in json.loads(path.read_text("utf-8"))}


def words(case: Case) -> Iterator[str]:
    """No other text of the release holds a reserved stem or case, however lightly edited."""
    stems = [likeness.parts(text)[1] for text in case.memo.get("reserved", [])]
    shared = case.memo.get("shared_stems", set())
    cases = {likeness.parts(text)[0] for text in case.memo.get("reserved", [])}
    sought = sorted({s for j, s in enumerate(stems) if j not in shared} | cases)
    sought = [text for text in sought if len(text) >= likeness.LEAST]
    if not sought:
        return
    known = Known(sought)
    shards = {shard["path"] for shard in case.public}
    for path in sorted(p for p in case.folder.rglob("*") if p.is_file()):
        place = path.relative_to(case.folder).as_posix()
        read = partial(_cells_of_shard, path) if place in shards else partial(decoding.texts, path)
        try:
            found = [(where, text) for where, text in read() if len(text) >= likeness.LEAST]
        except (ValueError, OSError, pl.exceptions.PolarsError):
            continue  # `names` has said so
        plain = pl.DataFrame({"t": [text for _, text in found]}, schema={"t": pl.String})
        plain_texts = plain.select(bare(pl.col("t")))["t"].to_list()
        pairs = (
            (i, j) for batch in known.candidates(plain_texts) for i, j in zip(*batch, strict=True)
        )
        for i, j in pairs:
            if likeness.holds(plain_texts[i], sought[j]):
                yield f"{place}: {found[i][0]}: holds a reserved text: {found[i][1][:40]}"
                break


def _cells_of_shard(path: object) -> Iterator[tuple[str, str]]:
    frame = pl.read_parquet(str(path), memory_map=False, glob=False)
    return decoding.cells(frame.select("material", "explanation", "reference", "options"))
