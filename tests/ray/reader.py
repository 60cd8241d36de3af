"""Reads a book on a cluster or inline: python -m tests.ray.reader FOLDER inline|HOST:PORT.

Leaves rows.json in the folder: the digest of each table.
"""

import secrets
import sys
from pathlib import Path

from cpsyexam.executor import INLINE, Executor
from cpsyexam.executor_ray import Ground, RayExecutor, code_packages
from cpsyexam.files import digest, write_json
from cpsyexam.runner import code_digest
from cpsyexam.taxonomy import current
from ocr.settings import BooksSettings
from ocr.stage import extract


def main(folder: Path, place: str) -> None:
    """Read the book of the folder; readings are kept in its cache."""
    with on(place, folder) as executor:
        settings = BooksSettings(sources=(folder / "book.toml",), max_side=640)
        cache = folder / ("inline" if place == "inline" else "cache")
        found = extract({}, settings, cache=cache, executor=executor)
    tables = {"kept": found.kept, "rejected": found.rejected, **found.tables}
    write_json(folder / "rows.json", {k: digest(t.write_json()) for k, t in tables.items()})


def on(place: str, folder: Path) -> Executor:
    """The executor for a place."""
    if place == "inline":
        return INLINE
    token = secrets.token_hex(8)
    (folder / "witness").write_text(token)
    ground = Ground(
        str(Path.cwd()), str(folder / "witness"), token, code_digest(code_packages()), current()
    )
    return RayExecutor(3, place, ground)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
