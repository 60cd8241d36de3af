"""Splits: units, clusters and pages have one split; records lie where their draws put them."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import polars as pl

from cpsyexam.concept_note import concept
from cpsyexam.keyed import keyed_digests
from manifests import merkle
from manifests.release_reader import ReleaseReader


def places(release: ReleaseReader) -> Iterator[str]:
    """A record lies in the shard of the exam and split that its provenance names."""
    stated = [(shard["path"], shard["split"]) for shard in release.public]
    named = pl.DataFrame(stated, schema=["path", "stated"], orient="row")
    astray = release.index.join(named, on="path").filter(pl.col("split") != pl.col("stated"))
    for shard in release.public:
        path = shard["path"]
        parts = path.split("/")
        if len(parts) != 3 or parts[1] != shard["exam"] or parts[2].split("-")[0] != shard["split"]:
            yield f"{path}: RELEASE.json calls it {shard['exam']} {shard['split']}"
        if astray.height:
            for name, split in astray.filter(path=path).select("id", "split").head(1).rows():
                yield f"{path}: {name}: was drawn for {split}"


def units(release: ReleaseReader) -> Iterator[str]:
    """Every unit and every cluster has one split, and a record's group is its unit."""
    for kind in ("unit", "cluster"):
        several = release.index.group_by(kind).agg(pl.col("split").n_unique())
        torn = several.filter(pl.col("split") > 1)[kind]
        straddling = (
            release.index.filter(pl.col(kind).is_in(torn.implode()))
            .group_by(kind)
            .agg(pl.col("split").unique().sort(), pl.col("id").sort(), pl.col("path").first())
            .sort(kind)
        )
        if straddling.height:
            row = straddling.row(0, named=True)
            parts = " and ".join(row["split"])
            yield f"{row['path']}: {row['id'][0]}: its {kind} {row[kind]} lies in {parts}"
    yield from release.each("units")
    draws = release.index.group_by("unit").agg(pl.col("draw").n_unique(), pl.col("id").min())
    odd = draws.filter(pl.col("draw") > 1)
    if odd.height:
        yield f"provenance: {odd['id'].sort()[0]}: its unit has two draws"


def groups(release: ReleaseReader, shard: Mapping[str, Any]) -> Iterator[str]:
    """Whether the group of each record of a shard is its unit."""
    files = release.folder / shard["path"], release.folder / shard["provenance"]
    yield from release.proofs.asked("units", files, "", partial(_groups, release, shard))


def _groups(release: ReleaseReader, shard: Mapping[str, Any]) -> Iterator[str]:
    records, origins = release.records(shard), release.origins(shard)
    if "group" not in records.columns or records.height != origins.height:
        return  # `schema` and `roots` say so
    other = records["id"].filter(records["group"].ne_missing(origins["unit"]))
    if len(other):
        yield f"{shard['path']}: {other[0]}: its group is not the unit of its provenance"


def concepts(release: ReleaseReader) -> Iterator[str]:
    """No concept that questions were written for lies in both dev and test."""
    parts = [
        release.columns(release.folder / shard["provenance"], ["id", "split", "notes"])
        .with_columns(concept(pl.col("notes")).alias("concept"))
        .filter(pl.col("concept") != "", pl.col("split").is_in(["dev", "test"]))
        for shard in release.public
    ]
    rows = pl.concat(parts) if parts else pl.DataFrame()
    if not rows.height:
        return
    torn = rows.group_by("concept").agg(pl.col("split").n_unique(), pl.col("id").min())
    for row in torn.filter(pl.col("split") > 1).sort("concept").iter_rows(named=True):
        where = f"concept {row['concept']} lies in dev and test"
        yield f"provenance: {row['id']}: {where}; build with [split] by = chapter"


def draws(release: ReleaseReader) -> Iterator[str]:
    """With the keys: they are those committed to, and every draw is theirs."""
    for name, stated in (
        ("split_key", release.manifest["split"]["key_sha256"]),
        ("salt_key", release.manifest["salt_key_sha256"]),
    ):
        if merkle.committed(release.keys[name]) != stated:
            yield f"keys.json: {name} is not the one RELEASE.json commits to"
    held = [origins.select("id", "unit", "draw") for _, _, origins in release.held()]
    rows = pl.concat([release.index.select("id", "unit", "draw"), *held])
    once = rows["unit"].unique(maintain_order=True)
    real = keyed_digests(release.keys["split_key"], once.to_list())
    drawn = pl.DataFrame(
        {"unit": once, "real": real}, schema={"unit": pl.String, "real": pl.String}
    )
    wrong = rows.join(drawn, on="unit", how="left", maintain_order="left")
    wrong = wrong.filter(pl.col("draw").ne_missing(pl.col("real")))
    if wrong.height:
        yield f"provenance: {wrong['id'][0]}: draw is not that of unit {wrong['unit'][0]}"
