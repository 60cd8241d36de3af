"""Scans for nodes that do not see them: put into a store by their digest, fetched where needed."""

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from cpsyexam.executor_run import batches
from cpsyexam.files import digest_file
from cpsyexam.store import Remote
from ocr.page.pages import Place

_AT_ONCE = 32  # pages whose files are looked at, and put, side by side
_UNUSED = 3600.0  # seconds after which a node forgets a file that it fetched


@dataclass(frozen=True)
class Offered:
    """A page to read, and the digest by which its file lies in the store."""

    place: Place
    sha256: str


def offered(places: Iterable[Place], store: Remote) -> Iterator[Offered]:
    """Pages whose files lie in the store; what is not there is put there, a little ahead."""
    there = store.names()

    def put(file: Path) -> str:
        sha256 = digest_file(file)
        if sha256 not in there:
            (store / sha256).put(file)
        return sha256

    known: dict[Path, str] = {}
    with ThreadPoolExecutor(8) as pool:
        for some in batches(places, _AT_ONCE):
            files = dict.fromkeys(place.file for place in some)
            fresh = [file for file in files if file not in known]
            known = {file: known[file] for file in files if file in known}
            known |= dict(zip(fresh, pool.map(put, fresh), strict=True))
            there.update(known.values())
            yield from (Offered(place, known[place.file]) for place in some)


def fetched(page: Offered, store: Remote) -> Place:
    """The page with its file on this machine."""
    held = Path(tempfile.gettempdir()) / f"cpsyexam-scans-{os.getuid()}"
    held.mkdir(mode=0o700, exist_ok=True)
    folder = held / page.sha256
    file = folder / page.place.file.name
    with (held / ".lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if folder.is_dir():
            os.utime(folder)
        _forget(held)
    if not file.is_file():
        (store / page.sha256).fetch(file, page.sha256)
    return replace(page.place, file=file)


def _forget(held: Path) -> None:
    before = time.time() - _UNUSED
    for folder in held.iterdir():
        if folder.is_dir() and folder.stat().st_mtime < before:
            shutil.rmtree(folder, ignore_errors=True)
