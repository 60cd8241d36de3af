"""The splits of an earlier release: a question keeps its split from release to release."""

from pathlib import Path

import polars as pl

from cpsyexam.errors import ConfigError
from pipeline.paths import Paths


def previous_splits(name: str, paths: Paths) -> pl.DataFrame | None:
    """Columns id and split of an earlier release; None where `name` is "".

    `name` is a release (`<name>-<version>` below releases/, or its folder) or a table of id and
    split (Parquet or CSV). Raises ConfigError where it cannot be used, above all where its reserve
    is not here: what was reserved would be drawn again, and could become public.
    """
    if not name:
        return None
    folder = Path(name) if Path(name).exists() else paths.release(name)
    if folder.is_file():
        from splitting.previous_release import read_previous

        return read_previous(folder)
    reserve = paths.reserve(folder.name)
    if not folder.is_dir() or not reserve.is_dir():
        gone = reserve if folder.is_dir() else folder
        raise ConfigError(
            f"previous release {name!r} is not whole here",
            where=str(gone),
            remedy="bring both its release and its reserve folder, or name a table of id and split",
        )
    shards = [p for root in (folder, reserve) for p in root.glob("provenance/*/*.parquet")]
    if not shards:
        raise ConfigError("previous release holds no provenance", where=str(folder))
    rows = pl.concat([pl.read_parquet(p, columns=["id", "split"]) for p in sorted(shards)])
    return rows.sort("id")
