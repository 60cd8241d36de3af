"""What the Hub made of shards by itself, under refs/convert: rows of a sealed release, or a leak.

It converts whatever main holds, and keeps that when main's history was given up: what lay there by
mistake can still be read.
"""

import hashlib
from pathlib import Path

import polars as pl


class Sealed:
    """Digests of the rows that sealed releases show."""

    def __init__(self) -> None:
        self._rows: set[bytes] = set()

    def add(self, folder: Path) -> None:
        """Take the rows of a release folder for known."""
        for path in sorted((folder / "data").rglob("*.parquet")):
            self._rows.update(_digests(path))

    def strange(self, path: Path) -> str:
        """What is wrong with a converted file, "" where all its rows are known."""
        try:
            odd = sum(row not in self._rows for row in _digests(path))
        except (OSError, pl.exceptions.PolarsError) as error:
            return f"cannot be read: {' '.join(str(error).split())[:80]}"
        return f"{odd} rows of no sealed release" if odd else ""


def _digests(path: Path) -> list[bytes]:
    # as JSON, since a conversion may widen types and group rows otherwise
    rows = pl.read_parquet(path, memory_map=False, glob=False)
    whole = rows.select(pl.struct(sorted(rows.columns)).struct.json_encode()).to_series()
    return [hashlib.sha256(text.encode()).digest()[:16] for text in whole]
