"""What a release's page of all questions (`browse.html`) holds: public columns, packed.

The questions lie in the page in blocks, a shard each: its columns as JSON, compressed and in
base64. So what is new changes few blocks. The page's script reads them, and so do the checks of an
audit.
"""

import base64
import binascii
import json
import string
import zlib
from collections.abc import Sequence
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
_OPEN, _END = '<script type="application/gzip" id="questions">', "</script>"
_SIGNS = (string.ascii_letters + string.digits + "+/= ").encode()  # base64, and between blocks
_LARGEST = 2**30  # bytes of JSON of all blocks: what says more was not made here
_LEVEL = 1  # 9 takes six times as long for one part in thirty


def copies(decisions: pl.DataFrame, origins: pl.DataFrame) -> pl.DataFrame:
    """Of the questions of some provenance those that copies were dropped for, by what was set
    aside: raw_id, and the sources `also`, sorted.
    """
    dropped = decisions.filter(pl.col("counterpart") != "", stage="unique")
    dropped = dropped.select("source", raw_id="counterpart")
    dropped = dropped.join(origins.select("raw_id"), on="raw_id", how="semi")
    return dropped.group_by("raw_id").agg(also=pl.col("source").unique().sort()).sort("raw_id")


def copies_by_shard(decisions: pl.DataFrame, names: pl.DataFrame) -> dict[str, str]:
    """By the path of a shard what `copies` tells of its questions (columns raw_id, path), if
    anything.
    """
    told = copies(decisions, names).join(names.select("raw_id", "path"), on="raw_id")
    told = told.select(
        "path", said=pl.concat_str("raw_id", pl.col("also").list.join(" "), separator=" ")
    )
    return dict(told.group_by("path").agg(pl.col("said").sort().str.join("\n")).iter_rows())


def rows(records: pl.DataFrame, origins: pl.DataFrame, also: pl.DataFrame) -> pl.DataFrame:
    """The page's columns of public records, their provenance and `copies` of them: what is asked,
    where it was printed and a copy of it, and by name the doubts about it, the rules that changed
    it, and what people decided.
    """
    noted = pl.col("notes").list.eval(pl.element().str.extract(r"^gate:(\w+)$"))
    flags = pl.col("flags").list.eval(pl.element().str.extract(r"^(\w+)"))
    decided = pl.col("notes").list.eval(pl.element().str.extract(r"^decision:([a-z_]+):"))
    changed = pl.col("changes").list.eval(pl.element().struct.field("rule"))
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
    """The columns as a block of the page; the same rows give the same text."""
    columns = [
        pl.struct(pl.col(name).implode().alias("rows")).alias(name) for name in frame.columns
    ]
    said = frame.select(columns).select(pl.struct(pl.all()).struct.json_encode()).item().encode()
    packed = pa.Codec("gzip", compression_level=_LEVEL).compress(said, asbytes=True)
    return base64.b64encode(packed).decode("ascii")


def blocks(page: str) -> list[str]:
    """The blocks of a page. Raises ValueError where they are not in their one place."""
    found = _parted(page)[1]
    if len(found) != 1 or not found[0]:
        raise ValueError(f"{NAME}: {len(found)} places with questions, not one")
    return found[0].split(" ")


def unpack(page: str) -> pl.DataFrame:
    """All that the blocks of a page hold. Raises ValueError for a page that cannot be read."""
    try:
        return pl.concat(opened(blocks(page)), how="vertical_relaxed")
    except pl.exceptions.PolarsError as error:
        raise ValueError(f"{NAME}: its blocks do not fit together: {error}") from error


def opened(blocks: Sequence[str]) -> list[pl.DataFrame]:
    """The columns of each block of a page. Raises ValueError where one cannot be read, or where
    all of them say more than a page may.
    """
    found, left = [], _LARGEST
    for block in blocks:
        said = _unzipped(block, left)
        left -= len(said)
        try:
            columns = json.loads(said)
            found.append(pl.DataFrame({name: _values(one) for name, one in columns.items()}))
        except (TypeError, KeyError, IndexError, AttributeError, RecursionError,
                pl.exceptions.PolarsError) as error:  # fmt: skip
            raise ValueError(f"{NAME}: a block of questions cannot be read: {error}") from error
    return found


def _unzipped(block: str, most: int) -> bytes:
    unzip = zlib.decompressobj(wbits=31)
    try:
        said = unzip.decompress(base64.b64decode(block, validate=True), max(most, 1))
    except (binascii.Error, zlib.error) as error:
        raise ValueError(f"{NAME}: a block of questions cannot be read: {error}") from error
    if unzip.unconsumed_tail or unzip.unused_data or not unzip.eof:
        raise ValueError(f"{NAME}: a block of questions does not end where it should")
    return said


def _values(column: dict[str, list[Any]]) -> pl.Series:
    said = column["rows"] if "rows" in column else column["values"]
    values = list_series(said) if any(type(one) is list for one in said[:1]) else pl.Series(said)
    return values if "rows" in column else values.gather(pl.Series(column["at"], dtype=pl.UInt32))


def without(page: str) -> str:
    """The page but for the questions."""
    return _parted(page)[0]


def _parted(page: str) -> tuple[str, list[str]]:
    """The page but for what stands in the places of questions, and this."""
    first, *others = page.split(_OPEN)
    shown, found = [first], list[str]()
    for other in others:
        blocks, end, rest = other.partition(_END)
        if end and blocks.isascii() and not blocks.encode().translate(None, _SIGNS):
            found.append(blocks)
            shown += [_OPEN, end, rest]
        else:
            shown += [_OPEN, other]
    return "".join(shown), found
