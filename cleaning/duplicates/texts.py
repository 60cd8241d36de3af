"""What is compared: question part, case material and options in comparison form.

The unit is the question part (case material split off) with its options: on the whole text, three
of four pairs that look alike are different questions on one case.

A search reads all rows once, in batches, keeps some numbers of each, and comes back for the few
rows that met. So ten million questions need not fit into memory as text.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt
import polars as pl

from cpsyexam.errors import SourceError
from cpsyexam.identity import normal_form
from cpsyexam.text import bare
from wording.asked import POINTING
from wording.edit_words import function_words

OPTION_MARK = "\x1e"
_KINDS = "单项选择题|多项选择题|单选题|多选题|单选|多选|不定项选择题|不定项|问答题|名词解释"
_TAG = rf"[\[【(]?(?:{_KINDS})[\]】)]?"
_HEAD = rf"^\s*(?:\d{{0,3}}\s*{_TAG}\s*:?\s*\d{{0,3}}\s*)?(?:第?\d{{1,4}}\s*[.、题]\s*)?"
_DECIMAL = r"^\s*\d+\.\d"
_PAGE = r"[(\[]?\s*\d{1,2}\s*[pP]\s*[\dlIO]{1,3}\s*[)\]]?"
_LEAD_PAGE = rf"^\s*{_PAGE}"
_TAIL = rf"(?:(?:\b\d{{1,2}}-\d{{2,3}}|{_PAGE}|确认答案:?\s*[a-zA-Z]*|{_TAG})\s*)+$"
_CLOSING = r"[\s()\[\]【】{}_。.,,:;、?!\"”’'…-]+$"
_SPLIT = r"(?s)^(.*(?:[。?!;…]|\.{3}))([^。?!;…]{4,})$"
_NUMBERED = r"^\s*\d{1,3}\s*([^\d\s.%年月日岁天个名次周种级分秒倍元])"  # only after a case
_ABOVE = r"^[\s(\[]*上一段[\s)\],]*"
_CASE_HEAD = r"^案例[一二三四五六七八九十\d]+(?:\d{1,3})?"
_LONG = 100  # characters from which a stem without material may hold its case


def compare(frame: pl.DataFrame) -> pl.DataFrame:
    """Comparison texts of questions, a row per row of `frame` (columns material, stem, options).

    Columns: `question`, `material`, `given` (options in their order, "" for an empty one), `text`
    (question and sorted options: what is sketched), `orphan` (speaks of a case that is not there).
    """
    stem = pl.col("stem").fill_null("").str.normalize("NFKC")
    body = _headless(stem.str.replace(_LEAD_PAGE, "")).str.strip_chars().str.replace(_TAIL, "")
    closed = body.str.replace(_CLOSING, "")
    printed = pl.col("material").fill_null("")
    long = (printed == "") & (stem.str.len_chars() >= _LONG)
    rows = frame.select(
        stem.alias("stem"),
        closed.alias("body"),
        printed.alias("printed"),
        long.alias("long"),
        pl.col("options").fill_null([]).list.eval(_option(pl.element())).alias("given"),
    )
    inside = pl.when("long").then(pl.col("body").str.extract(_SPLIT, 1)).fill_null("")
    asked = _headless(pl.col("body").str.extract(_SPLIT, 2)).str.replace(_NUMBERED, "${1}")
    last = pl.when(inside != "").then(asked.str.replace(_ABOVE, "")).otherwise(None)
    question = bare(repaired(last.fill_null(pl.col("body"))))
    material = pl.when(inside != "").then(inside).otherwise(pl.col("printed"))
    rows = rows.select(
        pl.when(question == "").then("stem").otherwise(question).alias("question"),
        _caseless(bare(repaired(material))).alias("material"),
        "given",
    )
    filled = pl.col("given").list.eval(pl.element().filter(pl.element() != ""))
    options = filled.list.sort().list.join(OPTION_MARK)
    return rows.with_columns(
        pl.concat_str("question", options, separator=OPTION_MARK).alias("text"),
        ((pl.col("material") == "") & pl.col("question").str.contains(POINTING)).alias("orphan"),
    )


def _caseless(material: pl.Expr) -> pl.Expr:
    # 案例三一般资料: the last numeral begins 一般
    return material.str.replace(_CASE_HEAD, "").str.replace("^般", "一般")


def _headless(text: pl.Expr) -> pl.Expr:
    head = text.str.extract(_HEAD, 0).fill_null("")
    lead = pl.when(text.str.contains(_DECIMAL)).then(pl.lit("")).otherwise(head)
    return text.str.slice(lead.str.len_chars())


def repaired(column: pl.Expr) -> pl.Expr:
    """Digits that recognition took for letters: l994 → 1994, 1O岁 → 10岁."""
    folded = column.str.normalize("NFKC")
    return folded.str.replace_all(r"(^|[^a-zA-Z])[lI](\d)", "${1}1${2}").str.replace_all(
        r"(\d)[oO]([^a-zA-Z]|$)", "${1}0${2}"
    )


def _option(element: pl.Expr) -> pl.Expr:
    folded = bare(repaired(element.fill_null("")))
    kept = element.fill_null("").str.normalize("NFKC").str.strip_chars()
    return pl.when(folded == "").then(kept).otherwise(folded)


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
        if columns == ("raw_id",):
            return self._frame[numbers].select(columns)
        found = comparison_rows(self._frame[numbers])
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
    options as one text), `form` (the frozen normal form), `reference`, `raw_id` if it is there.
    """
    empty = pl.Series("reference", [""], dtype=pl.String).new_from_index(0, frame.height)
    frame = frame.with_columns(
        pl.col("material", "stem").fill_null(""), pl.col("options").fill_null([])
    )
    content = pl.col("question").str.replace_all(function_words(), "")
    table = compare(frame).with_columns(
        *(frame[name] for name in ("raw_id",) if name in frame.columns),
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
