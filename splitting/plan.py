"""The plan: quotas and results per stratum, from rows or from counts alone, and every problem."""

from pathlib import Path

import polars as pl

from cpsyexam.errors import SourceError
from cpsyexam.taxonomy import FORMATS, SPLITS, cases, exams, find_category, tasks
from splitting.quotas import plan_quotas
from splitting.settings import SplitSettings
from splitting.strata import KEYS, count, with_stratum

DRAWN = ("test", "reserved", "dev")
PROBLEM = {
    "task": pl.String,
    "exam": pl.String,
    "subject": pl.String,
    "format": pl.String,
    "split": pl.String,
    "problem": pl.String,
    "done": pl.String,
}


def words(*parts: str) -> pl.Expr:
    """Texts and columns joined: a part with a blank or sign is text, a name is a column."""
    return pl.concat_str(
        pl.col(p).cast(pl.String) if p.isidentifier() else pl.lit(p) for p in parts
    )


def capped(quotas: pl.DataFrame) -> pl.DataFrame:
    """Strata that could not give their share (of an even spread, less one for the rounding)."""
    small = quotas.filter(pl.col("test_quota") < pl.col("wanted") - 1)
    return small.select(
        *KEYS[1:],
        pl.lit("test").alias("split"),
        words(
            "share ", "wanted", " of ", "population", " questions leaves too few for the reserve"
        ).alias("problem"),
        words("gives ", "test_quota").alias("done"),
    )


def short_pools(quotas: pl.DataFrame) -> pl.DataFrame:
    """Pools that cannot give their test quota, however it is shared out."""
    by = ["pool", "task", "exam", "format"]
    exam = pl.when(pl.col("pool") == "QA").then(pl.lit("all")).otherwise("exam").alias("exam")
    totals = (
        quotas.with_columns(exam)
        .group_by(by)
        .agg(pl.col("asked").first(), pl.col("test_quota").sum().alias("given"))
    )
    return (
        totals.filter(pl.col("given") < pl.col("asked"))
        .sort(by)
        .select(
            "task",
            "exam",
            pl.lit("*").alias("subject"),
            "format",
            pl.lit("test").alias("split"),
            words("the pool has a quota of ", "asked").alias("problem"),
            words("gives ", "given", ", all that it can").alias("done"),
        )
    )


def thin(quotas: pl.DataFrame, min_train: int) -> pl.DataFrame:
    """Strata that give a question to test or the reserve though `min_train` does not stay."""
    gives = pl.col("test_quota") + pl.col("reserved_quota") > 0
    small = quotas.filter((pl.col("keep") < min_train) & gives)
    return small.select(
        *KEYS[1:],
        pl.lit("train").alias("split"),
        words("population", " questions, as all of the pool too few for ")
        .add(pl.lit(f"min_train = {min_train}"))
        .alias("problem"),
        pl.lit("gives one").alias("done"),
    )


def missed(plan: pl.DataFrame, reserve_unit: str) -> pl.DataFrame:
    """Strata whose split differs from its quota, since units are never divided."""
    pages = reserve_unit == "page"
    parts = []
    for split in DRAWN:
        got, quota = pl.col(split), pl.col(f"{split}_quota")
        less = ", units do not add up to it"
        more = less
        if pages and split == "reserved":
            less = ", whole pages do not add up to it"
            more = ", whole pages taken for the pool hold more"
        elif pages:
            less = ", units outside the pages of the reserve do not add up to it"
            more = ", more for other strata of the pool" + " or as exemplars" * (split == "dev")
        reason = pl.when(got > quota).then(pl.lit(more)).otherwise(pl.lit(less))
        parts.append(
            plan.filter(got != quota).select(
                *KEYS[1:],
                pl.lit(split).alias("split"),
                words("quota ", f"{split}_quota").add(reason).alias("problem"),
                words(split, " taken").alias("done"),
            )
        )
    return pl.concat(parts)


def missed_pools(plan: pl.DataFrame) -> pl.DataFrame:
    """Exams and formats whose reserve differs from the sum of its quotas: pages stay whole."""
    by = ["task", "exam", "format"]
    sums = pl.col("reserved", "reserved_quota").sum()
    totals = plan.group_by(by).agg(sums, pl.len().alias("strata")).sort(by)
    off = pl.col("reserved") != pl.col("reserved_quota")
    return totals.filter(off & (pl.col("strata") > 1)).select(
        "task",
        "exam",
        pl.lit("*").alias("subject"),
        "format",
        pl.lit("reserved").alias("split"),
        words("quota ", "reserved_quota", ", no further page comes nearer").alias("problem"),
        words("reserved", " taken").alias("done"),
    )


def bent(plan: pl.DataFrame, min_train: int) -> pl.DataFrame:
    """Strata of which whole pages left train fewer than `min_train` (or one, of a small one)."""
    short = plan.filter(
        (pl.col("reserved") > pl.col("reserved_quota"))
        & (pl.col("population") - pl.col("reserved") < pl.col("keep"))
    )
    kept = pl.col("population") - pl.col("reserved")
    return short.select(
        *KEYS[1:],
        pl.lit("reserved").alias("split"),
        pl.lit(f"its pages leave less than min_train = {min_train}").alias("problem"),
        pl.concat_str(kept.cast(pl.String), pl.lit(" stay public")).alias("done"),
    )


def tally(quotas: pl.DataFrame, rows: pl.DataFrame) -> pl.DataFrame:
    """Quotas with the number of questions in each split (`rows`: columns stratum, split)."""
    counts = rows.group_by("stratum").agg(
        [(pl.col("split") == s).sum().cast(pl.Int64).alias(s) for s in SPLITS]
    )
    return quotas.join(counts, on="stratum", how="left").sort("stratum")


def annotate(plan: pl.DataFrame, problems: pl.DataFrame) -> pl.DataFrame:
    """The plan with column `note`: its stratum's problems, joined."""
    text = words("split", ": ", "problem", ", ", "done").str.join("; ")
    notes = problems.group_by(KEYS[1:], maintain_order=True).agg(text.alias("note"))
    return (
        plan.join(notes, on=KEYS[1:], how="left")
        .with_columns(pl.col("note").fill_null(""))
        .drop("stratum", "asked", "wanted", "keep", "even")
        .sort(KEYS)
    )


COLUMNS = ("task", "exam", "subject", "format", "count")


def read_counts(path: Path) -> pl.DataFrame:
    """COLUMNS from a CSV file; the subject of a case row is its category (any of its names).

    Raises SourceError where the file, a column or a value is not usable.
    """
    try:
        found = pl.read_csv(path, infer_schema=False)
    except FileNotFoundError as error:
        raise SourceError("no such file", where=str(path), remedy="check the path") from error
    except (pl.exceptions.PolarsError, OSError) as error:
        raise SourceError("not a readable CSV file", where=str(path)) from error
    missing = [name for name in COLUMNS if name not in found.columns]
    if missing:
        head = f"a heading of {', '.join(COLUMNS)} is needed"
        raise SourceError(f"no column {missing[0]!r}", where=str(path), remedy=head)
    known = {"task": tasks(), "format": FORMATS}
    found = found.select(pl.col(name).fill_null("").str.strip_chars() for name in COLUMNS)
    for i, row in enumerate(found.iter_rows(named=True), start=2):
        for name, values in known.items():
            if row[name] not in values:
                what = f"{name} {row[name]!r} is none of {', '.join(values)}"
                raise SourceError(what, where=f"{path} line {i}")
        pooled = row["task"] in cases() or row["format"] == "QA"  # one quota for all exams
        if not pooled and row["exam"] not in exams():
            what = f"exam {row['exam']!r} is none of {', '.join(exams())}"
            raise SourceError(what, where=f"{path} line {i}")
        if not row["count"].isdecimal():
            raise SourceError(f"count {row['count']!r} is no number", where=f"{path} line {i}")
    return found.with_columns(pl.col("count").cast(pl.Int64))


def plan_counts(counts: pl.DataFrame, settings: SplitSettings) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Plan and problems for COLUMNS: quotas per stratum, train being what they leave."""
    case = pl.col("task").is_in(cases())
    names = {name: find_category(name) or name for name in counts["subject"].unique()}
    category = pl.col("subject").replace_strict(names, return_dtype=pl.String)
    rows = counts.with_columns(pl.when(case).then(category).otherwise(pl.lit("")).alias("category"))
    population = count(with_stratum(rows), pl.col("count").sum())
    quotas = plan_quotas(population, settings).with_row_index("stratum")
    drawn = [pl.col(f"{split}_quota").alias(split) for split in DRAWN]
    left = pl.col("population") - pl.sum_horizontal(f"{split}_quota" for split in DRAWN)
    table = quotas.with_columns(left.alias("train"), *drawn)
    found = [capped(quotas), short_pools(quotas), thin(quotas, settings.min_train)]
    problems = pl.concat(found)
    return annotate(table, problems), problems
