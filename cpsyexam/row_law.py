"""The row law: the ids that go into a stage are the parents of the rows that come out.

In: the ids before, and those of kept and rejected rows. Out: nothing, or a StageError that names
one row. Joins in polars: 2 million ids take 0.3 GB where sets of strings take 0.7.
"""

import polars as pl

from cpsyexam.errors import StageError


def check(
    before: pl.Series, kept: pl.Series, rejected: pl.Series, *, one_to_one: bool, stage: str
) -> None:
    """Raise StageError where a row is lost or made up, or kept twice while `one_to_one`."""
    into, stays, goes = (ids.to_frame("id") for ids in (before, kept, rejected))
    out = pl.concat([stays, goes])
    for what, odd in (
        ("lost", into.join(out, on="id", how="anti", nulls_equal=True)),
        ("made up", out.join(into, on="id", how="anti", nulls_equal=True)),
    ):
        if odd.height:
            raise StageError(
                f"{what} {odd['id'].n_unique()} rows, first {_first(odd)}",
                where=stage,
                remedy="every input row must be kept or rejected by a rule",
            )
    if not one_to_one:
        return
    if kept.n_unique() < kept.len():
        raise StageError(
            f"row {_first(stays.filter(kept.is_duplicated()))} is kept twice", where=stage
        )
    both = stays.join(goes, on="id", how="semi")
    if both.height:
        raise StageError(f"row {_first(both)} is both kept and rejected", where=stage)


def _first(rows: pl.DataFrame) -> str:
    return str(rows["id"].sort()[0])
