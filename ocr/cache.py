"""Readings on disk or in a store, a file a page, named by the digest of the page image.

Others can write in a store: there the first line is a seal by the key of those who share it.
"""

import json
from dataclasses import asdict
from pathlib import Path

from cpsyexam.errors import CpsyexamError
from cpsyexam.files import LARGEST_JSON, parsed_json, read_json, write_text
from cpsyexam.shared_key import seal, sealed
from cpsyexam.store import Remote
from ocr.engines import Engine
from ocr.page.fragment import Fragment, Reading, Rule

Cache = Path | Remote
FORMAT = 7  # raised where engines are called differently or readings are written differently


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
