"""The row law from the files: nothing printed is lost between the sources and the release."""

from collections.abc import Iterator

import polars as pl

from cpsyexam import stage
from manifests.case import Case
from manifests.decisions import STAGES
from manifests.tables import CHAIN


def counts(case: Case) -> Iterator[str]:
    """Each stage read what the one before kept, and kept or rejected all of it."""
    before = None
    for entry in case.manifest["stages"]:
        name, read, kept, rejected = (entry[k] for k in ("stage", "read", "kept", "rejected"))
        if read != kept + rejected:
            yield f"RELEASE.json: {name}: read {read}, but kept {kept} and rejected {rejected}"
        if before is not None and read != before:
            yield f"RELEASE.json: {name}: read {read}, but {before} came"
        before = kept
    released = sum(s["records"] for s in case.manifest["shards"] if s["split"] != "answers")
    if released != before:
        yield f"RELEASE.json: {before} questions were split, its shards hold {released}"


def captures(case: Case) -> Iterator[str]:
    """Every record's page is listed, its source has terms and was not taken down."""
    pages = pl.read_parquet(case.folder / "provenance/captures.parquet")
    lost = case.index.filter(~pl.col("capture").is_in(pages["capture"].implode()))
    if lost.height:
        first, page = lost.select("id", "capture").row(0)
        yield f"provenance/captures.parquet: {first}: its page {page} is absent"
    terms = {source["source"]: source["terms"] for source in case.manifest["sources"]}
    for name in case.index["source"].unique().sort():
        first = case.index.filter(pl.col("source") == name)["id"].sort()[0]
        if name not in terms:
            yield f"RELEASE.json: {first}: source {name} is not listed"
        elif terms[name].get("status") == "taken_down":
            yield f"RELEASE.json: {first}: source {name} was taken down"
    joined = case.index.select("id", "capture", "source").join(pages, on="capture", suffix="_page")
    odd = joined.filter(pl.col("source") != pl.col("source_page"))
    if odd.height:
        first, source = odd.select("id", "source_page").row(0)
        yield f"provenance/captures.parquet: {first}: its page is of source {source}"


def decisions(case: Case) -> Iterator[str]:
    """No rejected question is released; the rejected rows are as many as RELEASE.json says."""
    told = pl.read_parquet(case.folder / "provenance/decisions.parquet")
    both = case.index.filter(pl.col("raw_id").is_in(told["parent"].implode()))
    if both.height:
        yield f"{both['path'][0]}: {both['id'][0]}: was rejected, see provenance/decisions.parquet"
    rejected = told.filter(pl.col("stage").is_in(CHAIN))
    twice = rejected.filter(rejected["parent"].is_duplicated()).sort("parent")
    if twice.height:
        yield f"provenance/decisions.parquet: {twice['parent'][0]}: rejected twice"
    if case.reserve is not None:
        told = pl.concat([told, case.hidden("decisions")])
    rows = dict(told.group_by("stage").len().iter_rows())
    for entry in case.manifest["stages"]:
        have, said = rows.get(entry["stage"], 0), entry["rejected"]
        if have > said or (case.reserve is not None and have != said):
            place = f"provenance/decisions.parquet: {entry['stage']}"
            yield f"{place}: {have} rows, RELEASE.json says {said}"


def build(case: Case) -> Iterator[str]:
    """With the build: ids in are ids out at every stage, and the release is what was split."""
    before: set[str] | None = None
    for name in CHAIN:
        kept = set(stage.read(case.made, name)["raw_id"])
        rejected = set(stage.read(case.made, f"{name}/rejected")["parent"])
        if before is not None and before != kept | rejected:
            first = min(before ^ (kept | rejected))
            yield f"{name}: {first}: neither kept nor rejected, or made up"
        if kept & rejected:
            yield f"{name}: {min(kept & rejected)}: both kept and rejected"
        before = kept
    split = stage.read(case.made, "split").select("raw_id", "split")
    public = set(split.filter(pl.col("split") != "reserved")["raw_id"])
    shown = set(case.index["raw_id"])
    if public != shown:
        yield f"{case.folder.name}: {min(public ^ shown)}: split and release differ in it"
    lost = [n for n in STAGES if stage.read_receipt(case.made, n) is None]
    if lost:
        yield f"{lost[0]}: has no receipt"
