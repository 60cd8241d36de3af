"""Picking rows of a table by a condition in SQL."""

import difflib

import polars as pl

from cpsyexam.errors import ConfigError


def pick(
    frame: pl.DataFrame, where: str = "", columns: str = "", limit: int = 0
) -> tuple[pl.DataFrame, int]:
    """Rows that meet a SQL condition, and how many there are before the limit.

    Raises ConfigError for a column or condition that cannot be used.
    """
    if where:
        try:
            frame = frame.filter(pl.sql_expr(where))
        except pl.exceptions.PolarsError as error:
            first = str(error).splitlines()[0]
            raise ConfigError(
                f"condition cannot be used: {first}",
                where=where,
                remedy=f"columns: {', '.join(frame.columns)}",
            ) from error
    wanted = [name.strip() for name in columns.split(",") if name.strip()]
    for name in wanted:
        if name not in frame.columns:
            near = difflib.get_close_matches(name, frame.columns, n=1, cutoff=0.0)
            raise ConfigError(f"no column {name!r}", remedy=f"did you mean {near[0]!r}?")
    total = frame.height
    frame = frame.select(wanted) if wanted else frame
    return (frame.head(limit) if limit else frame), total
