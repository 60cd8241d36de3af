"""Frames of plain columns, as people have them, from and into the columns of the stages.

Plain columns: `question` (text), `options` (a list of texts, empty for an open question), `answer`
(letters such as "AC", or the text of an open question's answer); where they are there also `id`,
`exam`, `subject`, `format`, `material`, `category`, `explanation`, `split`.
"""

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar, cast

import polars as pl

from banks import values
from banks.bank_file import TYPES
from cpsyexam.errors import SourceError
from cpsyexam.identity import question_ids
from cpsyexam.records import CleanQuestion, question_row
from cpsyexam.taxonomy import letters
from pipeline.bank_frames import comparable

if TYPE_CHECKING:
    import pandas as pd

    Frame = TypeVar("Frame", pl.DataFrame, pd.DataFrame)

NEEDED = ("question", "options", "answer")
OPTIONAL = ("id", "exam", "subject", "format", "material", "category", "explanation", "split")
_OTHER = ("题干", "题目", "stem", "choices", "key")  # what people call them


def polars_of(frame: Any) -> pl.DataFrame:
    """A polars frame of a polars or pandas one. Raises SourceError for anything else."""
    if isinstance(frame, pl.DataFrame):
        return frame
    if isinstance(frame, pl.LazyFrame):
        return frame.collect()
    if _is_pandas(frame):
        data = {str(name): [_plain(v) for v in frame[name]] for name in frame.columns}
        return pl.DataFrame(data, strict=False)
    raise SourceError(
        f"a polars or pandas frame is wanted, not {type(frame).__name__}",
        remedy="read a file with cpsyexam.read_bank",
    )


def like(given: "Frame", made: pl.DataFrame) -> "Frame":
    """The frame made, in the library of the frame given."""
    return cast("Frame", made.to_pandas() if _is_pandas(given) else made)


def _is_pandas(frame: Any) -> bool:
    return type(frame).__module__.partition(".")[0] == "pandas"


def _plain(value: Any) -> Any:
    """A cell without pandas' and numpy's types; None for what is missing."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    return None if isinstance(value, float) and value != value else value  # noqa: PLR0124 - NaN


def check(frame: pl.DataFrame, needed: Iterable[str] = NEEDED) -> None:
    """Raises SourceError for the first plain column that is missing, with what is there."""
    for name in needed:
        if name not in frame.columns:
            near = difflib.get_close_matches(name, frame.columns, n=1, cutoff=0.6)
            near = near or [column for column in frame.columns if column in _OTHER][:1]
            hint = f"rename {near[0]!r}? " if near else ""
            raise SourceError(
                f"the frame has no column {name!r}",
                remedy=f"{hint}columns are: {', '.join(frame.columns)}",
            )


def raw_of(frame: pl.DataFrame, source: str = "frame") -> pl.DataFrame:
    """RawQuestion's columns with `bank_id` and `split`, a row a row. Raises SourceError."""
    check(frame)
    rows = []
    for number, row in enumerate(frame.iter_rows(named=True), start=1):
        said = {name: values.text(row.get(name)) for name in (*OPTIONAL, "question")}
        options = values.options(row["options"])
        rows.append(
            question_row(
                source, source, f"row={number}", url=source,
                declared=values.declared(said["format"], {}), exam=said["exam"],
                subject=said["subject"], category=said["category"], material=said["material"],
                stem=said["question"], options=options,
                answer=values.answer(row["answer"]),
                explanation=said["explanation"], bank_id=said["id"], split=said["split"],
            )
        )  # fmt: skip
    return pl.DataFrame(rows, schema=TYPES)


def clean_of(frame: pl.DataFrame, source: str = "frame") -> pl.DataFrame:
    """CleanQuestion's columns; raw_id is the frame's id, else its row. Nothing is repaired."""
    raw = raw_of(frame, source)
    types = {name: column.dtype for name, column in CleanQuestion.columns().items()}
    told = comparable(raw).with_columns(
        raw["explanation"], raw["url"], raw["locator"], question_ids(raw).alias("id")
    )
    empty = {
        name: pl.lit([] if isinstance(kind, pl.List) else None if kind == pl.Float64 else "", kind)
        for name, kind in types.items()
        if name not in told.columns
    }
    return told.with_columns(**empty).select(
        pl.col(name).cast(kind) for name, kind in types.items()
    )


def plain_of(raw: pl.DataFrame) -> pl.DataFrame:
    """Plain columns of raw questions (`bank_id` and `split` where they are there)."""
    has = set(raw.columns)
    name = pl.col("bank_id") if "bank_id" in has else pl.lit("")
    return raw.select(
        pl.when(name != "").then(name).otherwise("raw_id").alias("id"),
        "exam", "subject", pl.col("declared").alias("format"), "category", "material",
        pl.col("stem").alias("question"), "options", "answer", "explanation",
        *(["split"] if "split" in has else []),
    )  # fmt: skip


def as_letters(positions: pl.Series) -> pl.Series:
    """Lists of positions as letters."""
    return pl.Series([letters(one) for one in positions.to_list()], dtype=pl.String)
