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
        frame = _filtered(frame, where)
    wanted = [name.strip() for name in columns.split(",") if name.strip()]
    for name in wanted:
        _there(name, frame.columns)
    total = frame.height
    frame = frame.select(wanted) if wanted else frame
    return (frame.head(limit) if limit else frame), total


def _filtered(frame: pl.DataFrame, where: str) -> pl.DataFrame:
    try:
        condition = pl.sql_expr(where)
        for name in condition.meta.root_names():
            _there(name, frame.columns)
        return frame.filter(condition)
    except pl.exceptions.PolarsError as error:
        raise ConfigError(
            f"condition cannot be used: {str(error).splitlines()[0]}",
            where=where,
            remedy='it is SQL, such as "exam = \'GEE\'" or "array_length(flags) > 0"',
        ) from error


def _there(name: str, columns: list[str]) -> None:
    if name in columns:
        return
    near = difflib.get_close_matches(name, columns, n=1, cutoff=0.6)
    remedy = f"did you mean {near[0]!r}?" if near else f"columns: {', '.join(columns)}"
    raise ConfigError(f"no column {name!r}", remedy=remedy)
