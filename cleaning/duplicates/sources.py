"""Questions in comparison form, batch by batch: from a frame or from a file.

A search reads all rows once, in batches, keeps some numbers of each, and comes back for the few
rows that met. So ten million questions need not fit into memory as text.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt
import polars as pl

from cleaning.duplicates.texts import compare
from cleaning.duplicates.wording import function_words
from cpsyexam.errors import SourceError
from cpsyexam.identity import normal_form

BATCH = 100_000
KEY_MARK = "\x1e"
Numbers = npt.NDArray[np.uint32]


class Rows(Protocol):
    """Comparison rows (columns of `comparison_rows`) by number."""

    height: int

    def batches(self, *columns: str) -> Iterator[pl.DataFrame]:
        """These columns of all rows, in order."""
        ...

    def take(self, numbers: Numbers, *columns: str) -> pl.DataFrame:
        """Columns (all where none is named) of the rows with these ascending numbers."""
        ...


class Compared:
    """Rows of a frame in comparison form."""

    def __init__(self, rows: pl.DataFrame) -> None:
        self.height = rows.height
        self._rows = rows

    def batches(self, *columns: str) -> Iterator[pl.DataFrame]:
        """These columns of all rows, in order."""
        return self._rows.select(columns).iter_slices(BATCH)

    def take(self, numbers: Numbers, *columns: str) -> pl.DataFrame:
        """Columns (all where none is named) of the rows with these ascending numbers."""
        return (self._rows.select(columns) if columns else self._rows)[numbers]


class Printed:
    """Rows of a frame of questions, brought into comparison form when asked for."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self.height = frame.height
        self._frame = frame

    def batches(self, *columns: str) -> Iterator[pl.DataFrame]:
        """These columns of all rows, in order."""
        parts = self._frame.iter_slices(BATCH)
        return (comparison_rows(part).select(columns) for part in parts)

    def take(self, numbers: Numbers, *columns: str) -> pl.DataFrame:
        """Columns (all where none is named) of the rows with these ascending numbers."""
        here = self._frame[numbers]
        if columns == ("raw_id",):
            return here.select(columns)
        found = comparison_rows(here)
        return found.select(columns) if columns else found


class Stored:
    """Rows of a Parquet file that holds comparison rows already."""

    def __init__(self, path: Path) -> None:
        self._rows = pl.scan_parquet(path)
        try:
            self.height = int(self._rows.select(pl.len()).collect().item())
        except (OSError, pl.exceptions.PolarsError) as error:
            raise SourceError("cannot be read", where=str(path)) from error

    def batches(self, *columns: str) -> Iterator[pl.DataFrame]:
        """These columns of all rows, in order."""
        rows = self._rows.select(columns)
        return (rows.slice(first, BATCH).collect() for first in range(0, self.height, BATCH))

    def take(self, numbers: Numbers, *columns: str) -> pl.DataFrame:
        """Columns (all where none is named) of the rows with these ascending numbers."""
        rows = self._rows.select(columns) if columns else self._rows
        found = [rows.head(0).collect()]
        for first in range(0, self.height, BATCH):
            here = numbers[(numbers >= first) & (numbers < first + BATCH)]
            if len(here):
                found.append(rows.slice(first, BATCH).collect()[here - np.uint32(first)])
        return pl.concat(found)


def comparison_rows(frame: pl.DataFrame) -> pl.DataFrame:
    """Comparison columns of a frame as `find_edges` takes it, a row a question.

    Beside those of `compare`: `content` (the question without function words), `key` (the right
    options as one text), `form` (the frozen normal form), `reference`, `raw_id`.
    """
    empty = pl.Series("reference", [""], dtype=pl.String).new_from_index(0, frame.height)
    frame = frame.with_columns(
        pl.col("material", "stem").fill_null(""), pl.col("options").fill_null([])
    )
    content = pl.col("question").str.replace_all(function_words(), "")
    table = compare(frame).with_columns(
        frame["raw_id"],
        pl.when(content == "").then("question").otherwise(content).alias("content"),
        normal_form(frame).alias("form"),
        frame["answer"].cast(pl.List(pl.Int64)).fill_null([]).alias("answer"),
        frame["reference"].fill_null("") if "reference" in frame.columns else empty,
    )
    right = pl.col("given").list.gather(pl.col("answer"), null_on_oob=True)
    key = right.list.drop_nulls().list.unique().list.sort().list.join(KEY_MARK)
    distinct = pl.col("given").list.n_unique() == pl.col("given").list.len()
    # where two options read the same, the key does not tell which is meant
    key = pl.when(distinct).then(key).otherwise(pl.lit(""))
    return table.with_columns(key.alias("key")).drop("answer")
