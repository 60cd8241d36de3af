"""The parts of RELEASE.json and rules.json that come from tables and receipts of the build."""

import json
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam import chain, stage
from cpsyexam.stage import scan


def stages(build: Path) -> list[dict[str, Any]]:
    """Rows that each stage read, kept, rejected and held for a look: the row law in numbers."""
    found = []
    before = 0
    for entry in chain.CHAIN.stages:
        kept, rejected = _rows(build, entry.name), _rows(build, f"{entry.name}/rejected")
        read = before if chain.CHAIN.before(entry.name) else kept
        row = {"stage": entry.name, "read": read, "kept": kept, "rejected": rejected}
        held = {"held": _rows(build, f"{entry.name}/{chain.HELD}")} if entry.holds else {}
        found.append(row | held)
        before = kept
    return found


def rules(build: Path) -> dict[str, Any]:
    """Per stage: its key (a digest of code, settings and inputs), settings, rows per rule.

    Rows that were held are counted by the first reason of each.

    Which sources a recipe names is left out: one of them may be reserved as a whole.
    """
    found: dict[str, Any] = {}
    for name in chain.CHAIN.names:
        receipt = stage.read_receipt(build, name) or {}
        rejected = scan(build, f"{name}/rejected").select("rule").collect()
        found[name] = {
            "key": receipt.get("key", ""),
            "settings": {k: v for k, v in receipt.get("settings", {}).items() if k != "sources"},
            "rejected": dict(sorted(rejected["rule"].value_counts().rows())),
        }
    held = scan(build, f"{chain.CHAIN.gate}/{chain.HELD}").select("rule").collect()
    found[chain.CHAIN.gate]["held"] = dict(sorted(held["rule"].value_counts().rows()))
    return found


def digests(pages: pl.DataFrame, rules: dict[str, Any]) -> pl.DataFrame:
    """Columns name, sha256: what a release tells sealed, since it is over what is not public: bytes
    of captures, and keys of stages, which digest them too.
    """
    captures = pages.select(name="capture/" + pl.col("capture"), sha256="digest")
    keys = {
        "name": [f"stage/{name}" for name in rules],
        "sha256": [r["key"] for r in rules.values()],
    }
    schema = dict.fromkeys(("name", "sha256"), pl.String())
    return pl.concat([captures, pl.DataFrame(keys, schema=schema)])


def sealed_pages(pages: pl.DataFrame, sealed: dict[str, str]) -> pl.DataFrame:
    """Captures with their digests sealed."""
    found = [sealed[f"capture/{name}"] for name in pages["capture"]]
    return pages.with_columns(pl.Series("digest", found, dtype=pl.String))


def sealed_rules(rules: dict[str, Any], sealed: dict[str, str]) -> dict[str, Any]:
    """The rules of stages with their keys sealed."""
    return {name: {**row, "key": sealed[f"stage/{name}"]} for name, row in rules.items()}


def sources(frame: pl.DataFrame, split: pl.DataFrame) -> list[dict[str, Any]]:
    """The sources of public questions, with their terms: another may be reserved as a whole."""
    public = split.filter(pl.col("split") != "reserved")["source"].unique()
    return [
        {**row, "terms": json.loads(row["terms"]) if row["terms"] else {}}
        for row in frame.filter(pl.col("source").is_in(public.implode()))
        .sort("source")
        .iter_rows(named=True)
    ]


def parent(folder: Path) -> dict[str, str]:
    """Label and digest of RELEASE.json of the release before, as CHANGES.parquet names it."""
    notes = pl.read_parquet_metadata(folder / "CHANGES.parquet")
    if not notes.get("previous"):
        return {}
    return {"label": notes["previous"], "sha256": notes["sha256"]}


def _rows(build: Path, name: str) -> int:
    return int(scan(build, name).select(pl.len()).collect().item())
