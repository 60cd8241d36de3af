"""A plan from counts alone: what a population would give, before anything is built."""

from pathlib import Path

import polars as pl

from cpsyexam.errors import SourceError
from cpsyexam.taxonomy import EXAMS, FORMATS, TASKS, find_category
from splitting import plan
from splitting.quotas import plan_quotas
from splitting.settings import SplitSettings
from splitting.strata import count, with_stratum

COLUMNS = ("task", "exam", "subject", "format", "count")
_KNOWN = {"task": TASKS, "format": FORMATS}


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
    found = found.select(pl.col(name).fill_null("").str.strip_chars() for name in COLUMNS)
    for i, row in enumerate(found.iter_rows(named=True), start=2):
        for name, values in _KNOWN.items():
            if row[name] not in values:
                what = f"{name} {row[name]!r} is none of {', '.join(values)}"
                raise SourceError(what, where=f"{path} line {i}")
        pooled = row["task"] == "CA" or row["format"] == "QA"  # one quota for all exams
        if not pooled and row["exam"] not in EXAMS:
            what = f"exam {row['exam']!r} is none of {', '.join(EXAMS)}"
            raise SourceError(what, where=f"{path} line {i}")
        if not row["count"].isdecimal():
            raise SourceError(f"count {row['count']!r} is no number", where=f"{path} line {i}")
    return found.with_columns(pl.col("count").cast(pl.Int64))


def plan_counts(counts: pl.DataFrame, settings: SplitSettings) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Plan and problems for COLUMNS: quotas per stratum, train being what they leave."""
    case = pl.col("task") == "CA"
    names = {name: find_category(name) or name for name in counts["subject"].unique()}
    category = pl.col("subject").replace_strict(names, return_dtype=pl.String)
    rows = counts.with_columns(pl.when(case).then(category).otherwise(pl.lit("")).alias("category"))
    population = count(with_stratum(rows), pl.col("count").sum())
    quotas = plan_quotas(population, settings).with_row_index("stratum")
    drawn = [pl.col(f"{split}_quota").alias(split) for split in plan.DRAWN]
    left = pl.col("population") - pl.sum_horizontal(f"{split}_quota" for split in plan.DRAWN)
    table = quotas.with_columns(left.alias("train"), *drawn)
    found = [plan.capped(quotas), plan.short_pools(quotas), plan.thin(quotas, settings.min_train)]
    problems = pl.concat(found)
    return plan.annotate(table, problems), problems
