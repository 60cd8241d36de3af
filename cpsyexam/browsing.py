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
_LEVEL = 9


def rows(records: pl.DataFrame, origins: pl.DataFrame) -> pl.DataFrame:
    """The page's columns of public records and their provenance: what is asked, where it was
    printed, and by name the doubts about it, the rules that changed it, and what people decided.
    """
    noted = pl.col("notes").list.eval(pl.element().str.extract(r"^gate:(\w+)$"))
    flags = pl.col("flags").list.eval(pl.element().str.extract(r"^(\w+)"))
    decided = pl.col("notes").list.eval(pl.element().str.extract(r"^decision:([a-z_]+):"))
    changed = pl.col("changes").list.eval(pl.element().struct.field("rule"))
    also = pl.col("preferred").list.eval(pl.element().struct.field("source"))
    lists = {
        "doubts": flags.list.concat(noted),
        "changes": changed,
        "decided": decided,
        "also": also,
    }
    told = origins.select(
        "id", *_ORIGIN, *(one.list.drop_nulls().list.unique().list.sort().alias(name)
                          for name, one in lists.items()),
    )  # fmt: skip
    return records.select(_RECORD).join(told, on="id", how="left", maintain_order="left")


def pack(frame: pl.DataFrame) -> str:
    """The columns as text for the page; the same rows give the same text."""
    columns = {name: _column(frame[name].to_list()) for name in frame.columns}
    said = json.dumps(columns, ensure_ascii=False, separators=(",", ":")).encode()
    packed = pa.Codec("gzip", compression_level=_LEVEL).compress(said, asbytes=True)
    return base64.b64encode(packed).decode("ascii")


def _column(values: list[Any]) -> dict[str, list[Any]]:
    """Its values in the order of their first row, and the place of each row's value among them."""
    places: dict[str, int] = {}
    at = [places.setdefault(json.dumps(one, ensure_ascii=False), len(places)) for one in values]
    if 2 * len(places) > len(values):
        return {"rows": values}
    return {"values": [json.loads(key) for key in places], "at": at}


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
        return pl.DataFrame({name: _values(one) for name, one in columns.items()}, strict=False)
    except (binascii.Error, zlib.error, TypeError, KeyError, IndexError, AttributeError,
            RecursionError, pl.exceptions.PolarsError) as error:  # fmt: skip
        raise ValueError(f"{NAME}: its block of questions cannot be read: {error}") from error


def _values(column: dict[str, list[Any]]) -> list[Any]:
    if "rows" in column:
        return column["rows"]
    values = column["values"]
    return [values[place] for place in column["at"]]


def without(page: str) -> str:
    """The page but for the questions."""
    return _BLOCK.sub(r"\1\3", page)
