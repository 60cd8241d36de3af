"""What card and report tell of a build: its counts, and distributions of its public part."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam import chain, stage
from cpsyexam.stage import scan
from cpsyexam.taxonomy import LETTERS
from publishing import reviewed
from publishing.reviewed import Reviewed
from publishing.shards import PUBLIC

EXAMPLES = 8
_LENGTHS = (10, 20, 30, 40, 60, 80, 120, 200)


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


@dataclass(frozen=True)
class Distributions:
    """What charts and tables of the report show. Counts by label, a list per series."""

    positions: dict[str, dict[str, float]]  # printed or released → letter → share of SCQ answers
    right: dict[str, dict[str, int]]  # number of right options of MAQ, by split
    lengths: dict[str, dict[str, int]]  # length of the stem, by split
    options: dict[str, dict[str, int]]  # number of options, by split
    confidence: dict[str, dict[str, int]]  # of reading, by source
    clusters: dict[str, int]  # copies of a question → questions
    examples: list[dict[str, Any]]  # kept question and the copies dropped for it
    labels: list[tuple[str, str, int]]  # label, rule, questions
    flags: list[tuple[str, int, str]]  # kind of flag, questions, an id


def distributions(build: Path, *, withheld: bool) -> Distributions:
    """Read the public questions of a build and count; `withheld` leaves out of figures and
    examples what is of the answers of test, or could be: a cell may hold one question.
    """
    rows = scan(build, chain.CHAIN.last).filter(pl.col("split").is_in(PUBLIC))
    told = rows.filter(pl.col("split") != "test") if withheld else rows
    chosen = told.filter(pl.col("format") == "SCQ", pl.col("answer").list.len() == 1)
    released = pl.col("answer").list.first()
    printed = pl.col("order").list.get(released, null_on_oob=True)
    choice, several = pl.col("format") != "QA", told.filter(pl.col("format") == "MAQ")
    number_of_options = pl.col("options").list.len().cast(pl.String)
    read = rows.filter(pl.col("confidence").is_not_null())
    return Distributions(
        positions={
            "printed": _shares(chosen.select(printed.alias("label"))),
            "released": _shares(chosen.select(released.alias("label"))),
        },
        right=_counted(several, "split", pl.col("answer").list.len().cast(pl.String)),
        lengths=_counted(rows, "split", _binned(pl.col("stem").str.len_chars())),
        options=_counted(rows.filter(choice), "split", number_of_options),
        confidence=_counted(read, "source", (pl.col("confidence") * 20).floor().cast(pl.Int32)),
        clusters=_clusters(rows),
        examples=_examples(build, told),
        labels=_label_rules(told),
        flags=_flags(told),
    )


def _binned(length: pl.Expr) -> pl.Expr:
    """The class of a length: how many of the bounds it exceeds."""
    return pl.sum_horizontal((length > top).cast(pl.Int32) for top in _LENGTHS)


def length_names() -> list[str]:
    """Labels of the classes of lengths."""
    ends = [f"≤{top}" for top in _LENGTHS]
    return [*ends, f">{_LENGTHS[-1]}"]


def _shares(frame: pl.LazyFrame) -> dict[str, float]:
    counts = dict(frame.drop_nulls().group_by("label").len().sort("label").collect().iter_rows())
    total = sum(counts.values()) or 1
    return {LETTERS[place]: rows / total for place, rows in counts.items()}


def _counted(frame: pl.LazyFrame, series: str, label: pl.Expr) -> dict[str, dict[str, int]]:
    counts = frame.group_by(series, label.alias("label")).len().sort(series, "label").collect()
    found: dict[str, dict[str, int]] = {}
    for name, place, rows in counts.iter_rows():
        found.setdefault(name, {})[str(place)] = rows
    ordered = [name for name in PUBLIC if name in found] or list(found)
    return {name: found[name] for name in ordered}


def _clusters(rows: pl.LazyFrame) -> dict[str, int]:
    size = pl.col("also").list.len().alias("copies")
    counts = rows.group_by(size).len().sort("copies").collect()
    return {str(copies): number for copies, number in counts.iter_rows() if copies}


def _examples(build: Path, rows: pl.LazyFrame) -> list[dict[str, Any]]:
    """The public questions with most copies, and how those copies read."""
    kept = (
        rows.filter(pl.col("also").list.len() > 0)
        .sort(pl.col("also").list.len(), "id", descending=[True, False])
        .head(EXAMPLES)
        .select("id", "source", "stem", "also")
        .collect()
    )
    gone = (
        scan(build, "unique/rejected")
        .filter(pl.col("parent").is_in(kept["also"].explode(empty_as_null=False).implode()))
        .select("parent", "source", "rule", "strength", "record")
        .collect()
    )
    copies = {row["parent"]: row for row in gone.iter_rows(named=True)}
    return [
        {
            **row,
            "copies": [
                {**copies[name], "stem": json.loads(copies[name]["record"])["stem"]}
                for name in row["also"]
                if name in copies
            ],
        }
        for row in kept.iter_rows(named=True)
    ]


def _label_rules(rows: pl.LazyFrame) -> list[tuple[str, str, int]]:
    found: list[tuple[str, str, int]] = []
    for name in ("format", "task", "category", "shuffle"):
        counts = (
            rows.group_by(f"{name}_rule")
            .len()
            .sort("len", f"{name}_rule", descending=[True, False])
        )
        found += [(name, rule, number) for rule, number in counts.collect().iter_rows() if rule]
    return found


def _flags(rows: pl.LazyFrame) -> list[tuple[str, int, str]]:
    kind = pl.col("flags").str.split(":").list.first()
    counts = (
        rows.select("id", "flags")
        .explode("flags")
        .drop_nulls()
        .group_by(kind.alias("kind"))
        .agg(pl.len().alias("rows"), pl.col("id").min())
        .sort("rows", "kind", descending=[True, False])
    )
    return list(counts.collect().iter_rows())
