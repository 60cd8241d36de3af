"""Readings and scans on disk or in a store, by digest of the page image or of the file."""

import fcntl
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from cpsyexam.errors import CpsyexamError
from cpsyexam.executor_run import batches
from cpsyexam.files import LARGEST_JSON, digest_file, parsed_json, read_json, write_text
from cpsyexam.shared_key import seal, sealed
from cpsyexam.store import Remote
from ocr.engines import Engine
from ocr.page.fragment import Fragment, Reading, Rule
from ocr.page.pages import Place

Cache = Path | Remote
FORMAT = 8  # raised where engines are called differently or readings are written differently
_AT_ONCE = 32  # pages whose files are looked at, and put, side by side
_UNUSED = 3600.0  # seconds after which a node forgets a file that it fetched


class UnsealedError(Exception):
    """A reading in a store is not by somebody who has the key."""


def folder(cache: Cache, engine: Engine) -> Cache:
    """Where the readings of an engine and its models lie."""
    return cache / f"{engine.name}-{engine.model}-{engine.weights[:12]}-{FORMAT}"


def load(cache: Cache, digest: str) -> Reading | None:
    """The reading of a page image, or None where it is missing or damaged.

    Raises RemoteError where a store does not answer, UnsealedError.
    """
    path = _path(cache, digest)
    try:
        found = parsed_json(_opened(path)) if isinstance(path, Remote) else read_json(path)
        fragments = tuple(
            Fragment(f["text"], f["score"], tuple(f["quad"])) for f in found.pop("fragments")
        )
        rules = tuple(Rule(**rule) for rule in found.pop("rules"))
        figures = tuple(tuple(area) for area in found.pop("figures"))
        paper = found.pop("paper")
        return Reading(
            fragments=fragments,
            paper=tuple(paper) if paper else None,
            rules=rules,
            figures=figures,
            **found,
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def save(cache: Cache, digest: str, reading: Reading) -> None:
    """Keep a reading. Raises CpsyexamError where the disk is full or a store does not take it."""
    path, text = _path(cache, digest), json.dumps(asdict(reading), ensure_ascii=False)
    if isinstance(path, Remote):
        path.write_text(f"{seal(path.path, text)}\n{text}")
    else:
        write_text(path, text)


def _path(cache: Cache, digest: str) -> Cache:
    if len(digest) < 8:
        raise CpsyexamError(f"not a page digest: {digest!r}")
    return cache / digest[:2] / f"{digest}.{'sealed' if isinstance(cache, Remote) else 'json'}"


def _opened(path: Remote) -> str:
    """What of a store bears the seal of its place."""
    given, _, text = path.read_text(largest=LARGEST_JSON).partition("\n")
    if not sealed(given, path.path, text):
        raise UnsealedError
    return text


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
