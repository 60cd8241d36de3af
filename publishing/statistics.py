"""What card and report tell of a build: its counts."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam import chain, stage
from cpsyexam.stage import scan
from publishing import reviewed
from publishing.reviewed import Reviewed
from publishing.shards import PUBLIC


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
    public: int  # of these in train, dev and test
    rules: Mapping[str, int]  # rule → questions it rejected
    held: int  # questions that wait for a look

    @property
    def rejected(self) -> int:
        """Questions that were printed and that a rule set aside."""
        return sum(self.rules.values())


@dataclass(frozen=True)
class Statistics:
    """Counts of a build. `counts`: exam, subject, split, task, format, rows (reserve included).

    Of single sources a release tells what is public alone: what they printed besides, less what was
    rejected, would be their part of the reserve.
    """

    sources: tuple[Funnel, ...]
    counts: pl.DataFrame
    rules: tuple[tuple[str, str, int], ...]  # stage, rule, rows
    held: Mapping[str, int]  # reason → questions that wait for a look
    reread: Mapping[str, int]  # second reader → public questions whose doubts it cleared
    released: Mapping[str, int]  # reason → public questions released in spite of it
    captures_rejected: Mapping[str, int]  # rule → captures without a question
    edges: Mapping[str, int]  # kind of pair → pairs
    reserved_unpublished: int  # reserved questions of sources that stand in no public place
    whole_papers: bool  # whether papers are reserved as a whole
    reviewed: Reviewed

    @property
    def subjects_gone(self) -> int:
        """Subjects of an exam that are reserved as a whole."""
        by = ["exam", "subject"]
        public = self.counts.filter(pl.col("split") != "reserved")
        return self.counts.select(by).unique().join(public, on=by, how="anti").height

    @property
    def shown(self) -> tuple[Funnel, ...]:
        """The sources with public questions; another may be reserved as a whole."""
        return tuple(source for source in self.sources if source.public)

    @property
    def kinds(self) -> tuple[chain.SourceKind, ...]:
        """The kinds of sources that there are."""
        named = {source.kind for source in self.shown}
        return tuple(kind for kind in chain.CHAIN.kinds if kind.name in named)


def gather(build: Path) -> Statistics:
    """Read the figures of a finished build. Raises StageError where a stage is missing."""
    rejected = _rejected(build, chain.CHAIN.rejecting)
    held = scan(build, f"{chain.CHAIN.gate}/{chain.HELD}").select("source", "rule").collect()
    return Statistics(
        sources=_sources(build, rejected, held),
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
        held=_by_rule(held),
        reread=_noted(build, r"^reread:agreed (.+) prompt \w+$"),
        released=_noted(build, r"^gate:(\w+)$"),
        captures_rejected=_by_rule(_rejected(build, chain.CHAIN.kind_names)),
        edges=_edges(build),
        reserved_unpublished=_unpublished(build),
        reviewed=reviewed.gather(build),
        whole_papers=asked(build).get("reserve_unit") == "page",
    )


def _sources(build: Path, rejected: pl.DataFrame, held: pl.DataFrame) -> tuple[Funnel, ...]:
    def tally(name: str) -> dict[str, int]:
        frame = scan(build, name).group_by("source").len().collect()
        return dict(frame.rows())

    captures, questions, kept = map(tally, ("parsed/captures", "parsed", chain.CHAIN.last))
    rows = scan(build, chain.CHAIN.last).filter(pl.col("split").is_in(PUBLIC))
    public: dict[str, int] = dict(rows.group_by("source").len().collect().rows())
    waiting: dict[str, int] = dict(held["source"].value_counts().rows())
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
            public=public.get(row["source"], 0),
            rules=by_rule.get(row["source"], {}),
            held=waiting.get(row["source"], 0),
        )
        for row in stage.read(build, "parsed/sources").sort("source").iter_rows(named=True)
    )


def _unpublished(build: Path) -> int:
    named = list(asked(build).get("unpublished", ()))
    rows = scan(build, chain.CHAIN.last).filter(pl.col("split") == "reserved")
    return int(rows.filter(pl.col("source").is_in(named)).select(pl.len()).collect().item())


def asked(build: Path) -> dict[str, Any]:
    """The settings of the split."""
    settings: dict[str, Any] = (stage.read_receipt(build, "split") or {}).get("settings", {})
    return settings


def terms_of(text: str) -> dict[str, str]:
    """The terms of a source as a dict; {} where none are recorded."""
    found: dict[str, Any] = json.loads(text) if text else {}
    return {key: str(value) for key, value in found.items()}


def _rejected(build: Path, stages: tuple[str, ...]) -> pl.DataFrame:
    """Source, stage and rule of what these stages rejected."""
    parts = [scan(build, f"{name}/rejected") for name in stages]
    return pl.concat([part.select("source", "stage", "rule") for part in parts]).collect()


def _noted(build: Path, pattern: str) -> dict[str, int]:
    """Public questions with a note of a pattern, by what its group holds."""
    rows = scan(build, chain.CHAIN.last).filter(pl.col("split").is_in(PUBLIC))
    notes = rows.select(pl.col("notes").explode()).drop_nulls().collect()["notes"]
    named = notes.str.extract(pattern, 1).drop_nulls()
    return dict(sorted(named.value_counts().rows()))


def _by_rule(rejected: pl.DataFrame) -> dict[str, int]:
    return dict(sorted(rejected["rule"].value_counts().rows()))


def _edges(build: Path) -> dict[str, int]:
    path = stage.product(build, "unique/edges")
    if not path.exists():
        return {}
    frame = pl.read_parquet(path)
    return dict(sorted(frame["kind"].value_counts().rows())) if "kind" in frame.columns else {}
