"""Parquet as a release writes it: the same rows and notes give the same bytes."""

from collections.abc import Mapping
from pathlib import Path
from typing import IO

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from cpsyexam.files import replacing

WRITERS = {"polars": pl.__version__, "pyarrow": pa.__version__}


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
    table = frame.to_arrow(compat_level=pl.CompatLevel.oldest()).combine_chunks()
    said = {key.encode(): value.encode() for key, value in sorted(notes.items())}
    pq.write_table(
        table.replace_schema_metadata(said),
        sink,
        row_group_size=group_rows,
        compression="zstd",
        write_page_index=True,
        use_content_defined_chunking=True,
    )
