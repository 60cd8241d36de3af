"""The facts of a build that card and report tell, gathered from its tables and receipts."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam import chain, stage
from cpsyexam.stage import scan


@dataclass(frozen=True)
class Funnel:
    """What became of one source."""

    source: str
    kind: str
    title: str
    terms: Mapping[str, str]
    captures: int
    questions: int
    kept: int
    rules: Mapping[str, int]  # rule → questions it rejected

    @property
    def rejected(self) -> int:
        """Questions that were printed and not kept."""
        return sum(self.rules.values())


@dataclass(frozen=True)
class Figures:
    """Counts of a build. `counts`: exam, subject, split, task, format, rows (reserve included)."""

    sources: tuple[Funnel, ...]
    counts: pl.DataFrame
    rules: tuple[tuple[str, str, int], ...]  # stage, rule, rows
    captures_rejected: Mapping[str, int]  # rule → captures without a question
    edges: Mapping[str, int]  # kind of pair → pairs

    @property
    def kinds(self) -> tuple[chain.SourceKind, ...]:
        """The kinds of sources that there are."""
        named = {source.kind for source in self.sources}
        return tuple(kind for kind in chain.CHAIN.kinds if kind.name in named)


def gather(build: Path) -> Figures:
    """Read the figures of a finished build. Raises StageError where a stage is missing."""
    rejected = _rejected(build, chain.CHAIN.rejecting)
    return Figures(
        sources=_sources(build, rejected),
        counts=scan(build, chain.CHAIN.last)
        .group_by("exam", "subject", "split", "task", "format")
        .agg(pl.len().cast(pl.Int64).alias("rows"))
        .sort("exam", "subject", "split", "task", "format")
        .collect(),
        rules=tuple(
            rejected.group_by("stage", "rule")
            .len()
            .sort("len", "rule", descending=[True, False])
            .rows()
        ),
        captures_rejected=_by_rule(_rejected(build, chain.CHAIN.kind_names)),
        edges=_edges(build),
    )


def _sources(build: Path, rejected: pl.DataFrame) -> tuple[Funnel, ...]:
    def tally(name: str) -> dict[str, int]:
        frame = scan(build, name).group_by("source").len().collect()
        return dict(frame.rows())

    captures, questions, kept = map(tally, ("parsed/captures", "parsed", chain.CHAIN.last))
    by_rule: dict[str, dict[str, int]] = {}
    for source, rule, rows in rejected.group_by("source", "rule").len().sort("rule").iter_rows():
        by_rule.setdefault(source, {})[rule] = rows
    return tuple(
        Funnel(
            source=row["source"],
            kind=row["kind"],
            title=row["title"],
            terms=terms_of(row["terms"]),
            captures=captures.get(row["source"], 0),
            questions=questions.get(row["source"], 0),
            kept=kept.get(row["source"], 0),
            rules=by_rule.get(row["source"], {}),
        )
        for row in stage.read(build, "parsed/sources").sort("source").iter_rows(named=True)
    )


def terms_of(text: str) -> dict[str, str]:
    """The terms of a source as a dict; {} where none are recorded."""
    found: dict[str, Any] = json.loads(text) if text else {}
    return {key: str(value) for key, value in found.items()}


def _rejected(build: Path, stages: tuple[str, ...]) -> pl.DataFrame:
    """Source, stage and rule of what these stages rejected."""
    parts = [scan(build, f"{name}/rejected") for name in stages]
    return pl.concat([part.select("source", "stage", "rule") for part in parts]).collect()


def _by_rule(rejected: pl.DataFrame) -> dict[str, int]:
    return dict(sorted(rejected["rule"].value_counts().rows()))


def _edges(build: Path) -> dict[str, int]:
    path = stage.product(build, "unique/edges")
    if not path.exists():
        return {}
    frame = pl.read_parquet(path)
    return dict(sorted(frame["kind"].value_counts().rows())) if "kind" in frame.columns else {}
