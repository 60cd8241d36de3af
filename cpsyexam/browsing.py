"""What a release's page of all questions (`browse.html`) holds: public columns, packed.

The columns lie in the page as JSON, compressed and in base64: a text that stands in many rows
stands there once. The page's script reads them, and so do the checks of an audit.
"""

import base64
import binascii
import json
import re
import zlib
from typing import Any

import polars as pl
import pyarrow as pa

from cpsyexam.lists import list_series

NAME = "browse.html"
MOST = 100_000  # questions: 14 MB, and 7 s until two busy cores show them
_RECORD = (
    "id", "exam", "subject", "format", "task", "category", "group", "material", "question",
    "options", "answer", "reference", "explanation",
)  # fmt: skip
_ORIGIN = ("split", "source", "url", "number")
_BLOCK = re.compile(
    r'(<script type="application/gzip" id="questions">)([A-Za-z0-9+/=]*)(</script>)'
)
_LARGEST = 2**30  # bytes of JSON: what says more was not made here
_LEVEL = 1  # 9 takes six times as long for one part in thirty


def rows(records: pl.DataFrame, origins: pl.DataFrame, decisions: pl.DataFrame) -> pl.DataFrame:
    """The page's columns of public records, their provenance and what was set aside: what is asked,
    where it was printed and a copy of it, and by name the doubts about it, the rules that changed
    it, and what people decided.
    """
    noted = pl.col("notes").list.eval(pl.element().str.extract(r"^gate:(\w+)$"))
    flags = pl.col("flags").list.eval(pl.element().str.extract(r"^(\w+)"))
    decided = pl.col("notes").list.eval(pl.element().str.extract(r"^decision:([a-z_]+):"))
    changed = pl.col("changes").list.eval(pl.element().struct.field("rule"))
    copies = decisions.filter(pl.col("counterpart") != "", stage="unique")
    also = copies.group_by(raw_id="counterpart").agg(also="source")
    lists = {
        "doubts": flags.list.concat(noted),
        "changes": changed,
        "decided": decided,
        "also": pl.col("also").fill_null([]),
    }
    told = origins.join(also, on="raw_id", how="left").select(
        "id", *_ORIGIN, *(one.list.drop_nulls().list.unique().list.sort().alias(name)
                          for name, one in lists.items()),
    )  # fmt: skip
    return records.select(_RECORD).join(told, on="id", how="left", maintain_order="left")


def pack(frame: pl.DataFrame) -> str:
    """The columns as text for the page; the same rows give the same text."""
    columns = pl.DataFrame([_column(column) for column in frame])
    said = columns.select(pl.struct(pl.all()).struct.json_encode()).item().encode()
    packed = pa.Codec("gzip", compression_level=_LEVEL).compress(said, asbytes=True)
    return base64.b64encode(packed).decode("ascii")


def _column(column: pl.Series) -> pl.Series:
    """In one row: its values in the order of their first row, and for each row the place of its
    value among them.
    """
    values = column.unique(maintain_order=True)
    if 2 * len(values) > len(column):
        said = {"rows": column.implode()}
    else:
        known = values.alias("value").to_frame().with_row_index("at")
        at = (
            column.alias("value")
            .to_frame()
            .join(known, on="value", how="left", maintain_order="left", nulls_equal=True)
        )
        said = {"values": values.implode(), "at": at["at"].implode()}
    return pl.DataFrame(said).to_struct(column.name)


def unpack(page: str) -> pl.DataFrame:
    """The columns that a page holds. Raises ValueError for a page that cannot be read."""
    found = _BLOCK.findall(page)
    if len(found) != 1:
        raise ValueError(f"{NAME}: {len(found)} blocks of questions, not one")
    try:
        opened = zlib.decompressobj(wbits=31)
        said = opened.decompress(base64.b64decode(found[0][1], validate=True), _LARGEST)
        if opened.unconsumed_tail or opened.unused_data or not opened.eof:
            raise ValueError(f"{NAME}: its block of questions does not end where it should")
        columns = json.loads(said)
        return pl.DataFrame({name: _values(one) for name, one in columns.items()})
    except (binascii.Error, zlib.error, TypeError, KeyError, IndexError, AttributeError,
            RecursionError, pl.exceptions.PolarsError) as error:  # fmt: skip
        raise ValueError(f"{NAME}: its block of questions cannot be read: {error}") from error


def _values(column: dict[str, list[Any]]) -> pl.Series:
    said = column["rows"] if "rows" in column else column["values"]
    values = list_series(said) if any(type(one) is list for one in said[:1]) else pl.Series(said)
    return values if "rows" in column else values.gather(pl.Series(column["at"], dtype=pl.UInt32))


def without(page: str) -> str:
    """The page but for the questions."""
    return _BLOCK.sub(r"\1\3", page)
