"""Readings and scans on disk or in a store, by digest of the page image or of the file.

Which image a page gave when it was drawn lies in a list, by the digests of the page's file, of how
it is drawn and of the code that does it: one whose reading is kept need not be drawn again. The
list has its own digest in its first line; a damaged one is none.
"""

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

from pydantic import TypeAdapter

from cpsyexam.errors import CpsyexamError
from cpsyexam.executor_run import batches
from cpsyexam.files import (
    LARGEST_JSON,
    canonical,
    digest,
    digest_file,
    parsed_json,
    read_json,
    write_text,
)
from cpsyexam.runner import code_digest
from cpsyexam.shared_key import seal, sealed
from cpsyexam.store import Remote
from ocr.engines import Engine
from ocr.page.fragment import Reading
from ocr.page.pages import Place
from ocr.settings import BooksSettings

Cache = Path | Remote
FORMAT = 9  # raised where engines are called differently or readings are written differently
_READING = TypeAdapter(Reading)
_AT_ONCE = 32  # pages whose files are looked at, and put, side by side
_HOW = {"dpi", "max_side", "pixels", "text_layer"}  # settings that decide an image
_UNUSED = 3600.0  # seconds after which a node forgets a file that it fetched


class UnsealedError(Exception):
    """A reading in a store is not by somebody who has the key."""


def folder(cache: Cache, engine: Engine) -> Cache:
    """Where the readings of an engine and its models lie."""
    return cache / f"{engine.name}-{engine.model}-{engine.weights[:12]}-{FORMAT}"


def load(cache: Cache, image: str) -> Reading | None:
    """The reading of a page image, or None where it is missing or damaged.

    Raises RemoteError where a store does not answer, UnsealedError.
    """
    path = _path(cache, image)
    try:
        found = parsed_json(_opened(path)) if isinstance(path, Remote) else read_json(path)
        return _READING.validate_python(found)
    except (OSError, ValueError):
        return None


def save(cache: Cache, image: str, reading: Reading) -> None:
    """Keep a reading. Raises CpsyexamError where the disk is full or a store does not take it."""
    path, text = _path(cache, image), json.dumps(asdict(reading), ensure_ascii=False)
    if isinstance(path, Remote):
        path.write_text(f"{seal(path.path, text)}\n{text}")
    else:
        write_text(path, text)


def _path(cache: Cache, image: str) -> Cache:
    if len(image) < 8:
        raise CpsyexamError(f"not a page digest: {image!r}")
    return cache / image[:2] / f"{image}.{'sealed' if isinstance(cache, Remote) else 'json'}"


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


class Images:
    """The digests of images of pages; none are kept where the cache is a store."""

    def __init__(self, cache: Cache, settings: BooksSettings) -> None:
        state = code_digest(("ocr",))[:32]
        self._how = settings.model_dump(mode="json", include=_HOW)
        self._file = cache / "images" / f"{state}.txt" if isinstance(cache, Path) else None
        self._known = _read(self._file) if self._file else {}
        self._new: dict[str, str] = {}
        self._files: dict[Path, str] = {}

    def of(self, place: Place) -> str:
        """Of the image of a page, "" where nobody knows."""
        try:
            return self._known.get(self._key(place), "") if self._known else ""
        except OSError:  # whoever draws it says so
            return ""

    def add(self, place: Place, image: str) -> None:
        """A page was read whose image has this digest; told from the next run on."""
        if self._file and self._known.get(key := self._key(place)) != image:
            self._new[key] = image

    def save(self) -> None:
        """Keep what came; lists of other code go."""
        if self._file is None or not self._new:
            return
        listed = sorted((self._known | self._new).items())
        lines = "".join(f"{key} {image}\n" for key, image in listed)
        write_text(self._file, f"{digest(lines)}\n{lines}")
        for other in self._file.parent.glob("*.txt"):
            if other != self._file:
                other.unlink(missing_ok=True)

    def _key(self, place: Place) -> str:
        if place.file not in self._files:
            self._files[place.file] = digest_file(place.file)
        return digest(canonical([self._files[place.file], place.page, self._how]))[:32]


def _read(file: Path) -> dict[str, str]:
    try:
        first, _, lines = file.read_text("ascii").partition("\n")
    except (OSError, ValueError):
        return {}
    if digest(lines) != first:
        return {}
    return dict(line.split(" ", 1) for line in lines.splitlines())
