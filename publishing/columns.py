"""Released records, made from the rows of the split."""

import uuid
from dataclasses import dataclass

import polars as pl

from cpsyexam.files import digest
from cpsyexam.records import PublicRecord
from cpsyexam.taxonomy import LETTERS


@dataclass(frozen=True)
class Column:
    """A public column as card and Croissant tell it."""

    name: str
    doc: str
    is_list: bool


COLUMNS = tuple(
    Column(name, (column.metadata or {})["doc"], column.dtype == pl.List(pl.String))
    for name, column in PublicRecord.columns().items()
)
NAMES = [column.name for column in COLUMNS]
ANSWERS = ("answer", "reference", "explanation")
ORDER = ("subject", "format", "id")  # of the rows in a shard


def canary(*parts: str) -> str:
    """A GUID made of a text: the same for every build, another for each exam and split."""
    return str(uuid.UUID(digest("/".join(("canary", *parts)))[:32], version=4))


def public(frame: pl.DataFrame, guid: str | None, *, withheld: bool = False) -> pl.DataFrame:
    """The public columns of split rows, in release order; answers null where withheld."""
    letters = (
        pl.col("answer")
        .list.sort()
        .list.eval(pl.element().replace_strict(list(range(len(LETTERS))), list(LETTERS)))
        .list.join("")
    )
    null = pl.lit(None, dtype=pl.String)
    made = frame.sort(ORDER).with_columns(
        letters.alias("answer"),
        pl.col("stem").alias("question"),
        pl.lit(guid, pl.String).alias("canary"),
    )
    if withheld:
        made = made.with_columns(null.alias(name) for name in ANSWERS)
    return made.select(NAMES)
