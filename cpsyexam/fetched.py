"""Sources that lie elsewhere: files at a URL, copied below archives/fetched before they are read.

A copy is fetched again where size or time of the original changed, or its own bytes did; what is
gone there goes here. So a build sees files like any others, by their digests.
"""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from cpsyexam.errors import ConfigError
from cpsyexam.files import digest, digest_file, read_json, write_json
from cpsyexam.store import Remote

FOLDER = Path("archives/fetched")
_INDEX = ".fetched.json"
_URL = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)


def is_url(text: object) -> bool:
    """Whether this names a place by a URL."""
    return isinstance(text, str) and bool(_URL.match(text))


def copy_of(url: str) -> Path:
    """Where the copy lies, a file or a folder as its original; a file:// URL is its own copy.

    Raises ValueError for a URL that says who asks: keys stand in the environment.
    """
    said = urlsplit(url)
    if said.username or said.password:
        raise ValueError("keys stand in the environment, not in a URL")
    if said.scheme == "file":
        return Path(unquote(said.path))
    parts = [part for part in (said.netloc, *said.path.split("/")) if part not in ("", ".", "..")]
    place = FOLDER.joinpath(said.scheme, *(re.sub(r"[^\w.-]", "_", part) for part in parts))
    if said.query:  # another file for every question; its name tells the kind of file
        place = place.with_name(f"{digest(said.query)[:8]}-{place.name}")
    return place


def settled(said: Any, *, key: str) -> Any:
    """A table of a recipe whose `key` may be a URL: then the path of the copy, the URL as `url`.

    Raises ValueError for a `url` of another place and for an empty path, which is any folder.
    """
    if not isinstance(said, dict):
        return said
    if said.get(key) == "":
        raise ValueError(f"{key} is empty, which would be this whole folder")
    if is_url(said.get(key)):
        return {**said, key: copy_of(said[key]), "url": said[key]}
    url = said.get("url")
    if url and not (is_url(url) and str(said.get(key)) == str(copy_of(url))):
        raise ValueError(f"a URL is given as {key}")
    return said


def fetch(url: str) -> None:
    """Make the copy like its original.

    Raises ConfigError where nothing here speaks to the URL or nothing is found there, RemoteError
    where it must not be read.
    """
    if urlsplit(url).scheme == "file":
        return
    place, there = copy_of(url), Remote(url, where="a source")
    found = there.listed()
    if found is None:
        raise ConfigError(
            "nothing is found there: no such bucket, folder or file, or nobody answers",
            where=url,
            remedy="check the address, and the keys in the environment (AWS_…)",
        )
    whole = list(found) == [""]
    index = place.with_name(f".{place.name}{_INDEX}") if whole else place / _INDEX
    known = _known(index)
    for name, stamp in found.items():
        kept = known.get(name)
        file = place / name if name else place
        if not kept or kept[:2] != list(stamp) or stamp[1] is None or not _same(file, kept[2]):
            (there / name if name else there).fetch(file)
            known[name] = [*stamp, digest_file(file)]
            write_json(index, known)
    for name in known.keys() - found.keys():
        (place / name).unlink(missing_ok=True)
    write_json(index, {name: known[name] for name in sorted(found)})


def _same(file: Path, sha256: str) -> bool:
    return file.is_file() and digest_file(file) == sha256


def _known(index: Path) -> dict[str, list[Any]]:
    """Size, time and SHA-256 of the copies that are there, by name."""
    try:
        found = read_json(index)
    except (OSError, ValueError):
        return {}
    return {name: entry for name, entry in _entries(found) if _plain(name)}


def _entries(found: object) -> Iterator[tuple[str, list[Any]]]:
    for name, entry in found.items() if isinstance(found, dict) else ():
        if isinstance(entry, list) and len(entry) == 3:
            yield name, entry


def _plain(name: str) -> bool:
    return not name or not set(PurePosixPath(name).parts) & {"..", "/"}
