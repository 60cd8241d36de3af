"""Readings on disk, a file a page, named by the digest of the page image."""

import json
from dataclasses import asdict
from pathlib import Path

from cpsyexam.errors import CpsyexamError
from cpsyexam.files import write_text
from ocr.engines import Engine
from ocr.fragment import Fragment, Reading, Rule

FORMAT = 4  # raised where engines are called differently or readings are written differently


def folder(cache: Path, engine: Engine) -> Path:
    """Where the readings of an engine and its models lie."""
    return cache / f"{engine.name}-{engine.model}-{engine.weights[:12]}-{FORMAT}"


def load(cache: Path, digest: str) -> Reading | None:
    """The reading of a page image, or None where it is missing or damaged."""
    try:
        found = json.loads(_path(cache, digest).read_text("utf-8"))
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


def save(cache: Path, digest: str, reading: Reading) -> None:
    """Keep a reading. Raises CpsyexamError where the disk is full."""
    write_text(_path(cache, digest), json.dumps(asdict(reading), ensure_ascii=False))


def _path(cache: Path, digest: str) -> Path:
    if len(digest) < 8:
        raise CpsyexamError(f"not a page digest: {digest!r}")
    return cache / digest[:2] / f"{digest}.json"
