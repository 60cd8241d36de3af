"""Parquet as a release writes it: the same rows and notes give the same bytes."""

from collections.abc import Mapping
from pathlib import Path
from typing import IO

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from cpsyexam.files import replacing

# what the bytes of a file hang on, beside its rows; `layout` is of `encode_table`
WRITERS = {"polars": pl.__version__, "pyarrow": pa.__version__, "layout": "2"}


def write_table(
    path: Path, frame: pl.DataFrame, *, group_rows: int, notes: Mapping[str, str]
) -> int:
    """Write a frame as zstd Parquet with page index and content-defined chunks; returns bytes.

    `notes` become key-value metadata of the file, in the order of their keys.
    """
    with replacing(path) as temporary:
        encode_table(temporary, frame, group_rows=group_rows, notes=notes)
    return path.stat().st_size


def encode_table(
    sink: Path | IO[bytes], frame: pl.DataFrame, *, group_rows: int, notes: Mapping[str, str]
) -> None:
    """The bytes that `write_table` writes, into a file or a stream."""
    large = frame.to_arrow(compat_level=pl.CompatLevel.oldest()).combine_chunks()
    said = {key.encode(): value.encode() for key, value in sorted(notes.items())}
    schema = pa.schema(
        [field.with_type(_plain(field.type)) for field in large.schema], metadata=said
    )
    # a row group at a time, since plain texts hold 2 GB at most
    groups = [batch.cast(schema) for batch in large.to_batches(max_chunksize=group_rows)]
    pq.write_table(
        pa.Table.from_batches(groups, schema),
        sink,
        row_group_size=group_rows,
        compression="zstd",
        write_page_index=True,
        use_content_defined_chunking=True,
    )


def _plain(kind: pa.DataType) -> pa.DataType:
    """The type with 32-bit offsets: `datasets` before 2.21 cannot read the large ones."""
    if pa.types.is_large_string(kind):
        return pa.string()
    if pa.types.is_large_list(kind):
        return pa.list_(_plain(kind.value_type))
    return kind
