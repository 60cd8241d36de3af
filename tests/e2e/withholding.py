"""What of a build's reserve nothing may show, and the texts of files in which to look for it."""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import polars as pl

from cpsyexam import stage
from cpsyexam.showing import RESERVED
from cpsyexam.text import fold


def plain(text: str) -> str:
    """Letters and digits only, escapes of JSON undone."""
    read = re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), text)
    return re.sub(r"[\W_]+", "", fold(read).lower())


class Place:
    """A copy of the sample's build, and what of its reserve nothing may show."""

    def __init__(self, built: Path, root: Path) -> None:
        self.root = root
        shutil.copytree(built, root, dirs_exist_ok=True)
        [self.release] = (root / "releases").iterdir()
        split = stage.read(root / "build", "split")
        self.held = split.filter(pl.col("split") == RESERVED)
        public = plain("\n".join(_texts_of(split.filter(pl.col("split") != RESERVED))))
        told = {plain(text) for text in _texts_of(self.held)}  # stems, keys, what explains them
        self.secrets = sorted(text for text in told if len(text) > 11 and text not in public)
        assert len(self.secrets) > self.held.height

    def leaks(self, text: str) -> list[str]:
        found = plain(text)
        return [secret for secret in self.secrets if secret in found]


def _texts_of(rows: pl.DataFrame) -> list[str]:
    columns = ("stem", "explanation", "reference", "material")
    lists = [text for options in rows["options"] for text in options]
    return [text for name in columns for text in rows[name]] + lists


def contents(path: Path) -> Iterator[str]:
    """All texts of a file that somebody may get."""
    if path.suffix == ".parquet":
        yield str(pl.read_parquet(path).to_dicts())
    elif path.suffix == ".xlsx":
        book = ZipFile(path)
        yield from (book.read(name).decode() for name in book.namelist() if name.endswith(".xml"))
    elif path.suffix == ".sqlite":
        with sqlite3.connect(path) as base:
            yield "\n".join(base.iterdump())
    elif path.suffix != ".png":
        yield path.read_bytes().decode("utf-8", "replace")
