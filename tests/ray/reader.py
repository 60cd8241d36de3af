"""Reads a book on a cluster or inline: python -m tests.ray.reader FOLDER inline|HOST:PORT [URL].

Readings are kept in the folder, or in a store at URL. Leaves rows.json in the folder: the digest of
each table.
"""

import secrets
import sys
from pathlib import Path

from cpsyexam.executor import INLINE, Executor
from cpsyexam.executor_ray import Ground, RayExecutor, code_packages
from cpsyexam.files import digest, write_json
from cpsyexam.runner import code_digest
from cpsyexam.shared_key import seal
from cpsyexam.store import Remote
from cpsyexam.taxonomy import current
from ocr.settings import BooksSettings
from ocr.stage import extract


def main(folder: Path, place: str, store: str = "") -> None:
    """Read the book of the folder."""
    with on(place, folder, store) as executor:
        settings = BooksSettings(sources=(folder / "book.toml",), max_side=640)
        own = folder / ("inline" if place == "inline" else "cache")
        cache = Remote(store) / "ocr" if store else own
        found = extract({}, settings, cache=cache, executor=executor)
    tables = {"kept": found.kept, "rejected": found.rejected, **found.tables}
    write_json(folder / "rows.json", {k: digest(t.write_json()) for k, t in tables.items()})


def on(place: str, folder: Path, store: str) -> Executor:
    """The executor for a place."""
    if place == "inline":
        return INLINE
    token = secrets.token_hex(8)
    if store:
        (Remote(store) / "witness").write_text(token)
    else:
        (folder / "witness").write_text(token)
    witness = "witness" if store else str(folder / "witness")
    code = code_digest(code_packages())
    ground = Ground(str(Path.cwd()), witness, token, code, current(), store, seal(token))
    return RayExecutor(3, place, ground)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
