"""Golden cases: saved pages of a site and what must come out of them, field by field.

A case is a folder with `case.toml` (site, and its pages: url, file, maybe label, media_type,
method, body), the files, and `expected.json`.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cpsyexam.config import Settings, load
from cpsyexam.errors import SourceError
from cpsyexam.files import write_json
from spiders.http_messages import Received, Sent
from spiders.reading import Page
from spiders.site_reader import read_site, reader_of


class SavedPage(Settings):
    """One page of a case; the head of the paper comes first."""

    url: str
    file: str
    media_type: str = "text/html"
    label: str = ""
    method: str = "GET"
    body: str = ""
    list: bool = False  # read only, no part of the paper


class Case(Settings):
    """`case.toml`."""

    site: str
    pages: tuple[SavedPage, ...]


def outcome(folder: Path) -> dict[str, Any]:
    """What the reader makes of a case's pages. Raises SourceError, ConfigError."""
    case = load(folder / "case.toml", Case)
    site, reader = read_site(case.site), reader_of(case.site)
    pages = [(_page(folder, saved, site.encoding), saved) for saved in case.pages]
    readings = []
    for page, _ in pages:
        reading = reader.read(page, site)
        readings.append(
            {
                "url": page.url,
                "encoding": page.decoded.encoding,
                "rule": reading.rule,
                "listed": reading.listed,
                "follow": [[a.sent.url, a.label] for a in reading.follow],
                "parts": [f"{a.sent.url} {a.sent.body.decode()}".strip() for a in reading.parts],
                "belongs": reading.belongs.sent.url if reading.belongs else None,
            }
        )
    paper = [page for page, saved in pages if not saved.list]
    if not paper:
        return {"readings": readings}
    found = reader.compose(tuple(paper), site)
    shape: dict[str, Any] = json.loads(json.dumps(asdict(found), ensure_ascii=False))
    for question in shape["questions"]:
        del question["confidence"]  # by learnt weights: `make bench-gate` judges them
    return {"readings": readings, "subject": list(site.subject(found.titles)), **shape}


def expected(folder: Path) -> dict[str, Any]:
    """What the case says must come out. Raises SourceError where it cannot be read."""
    path = folder / "expected.json"
    try:
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise SourceError(
            f"cannot be read: {error}",
            where=str(path),
            remedy="write it: cpsyexam site NAME --golden",
        ) from error
    return found


def differences(folder: Path) -> list[str]:
    """Where a case comes out otherwise than it must: a line per field, what is and what must be."""
    return list(_compared(f"{folder.name}:", outcome(folder), expected(folder)))


def _compared(place: str, found: Any, wanted: Any) -> Iterator[str]:
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in sorted(found.keys() | wanted.keys()):
            yield from _compared(f"{place} {key}", found.get(key), wanted.get(key))
    elif isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        for number, (one, other) in enumerate(zip(found, wanted, strict=True), 1):
            yield from _compared(f"{place} {number}", one, other)
    elif found != wanted:
        yield f"{place}: {_shown(found)}, expected {_shown(wanted)}"


def _shown(value: Any) -> str:
    text = (
        f"{len(value)} entries"
        if isinstance(value, list)
        else json.dumps(value, ensure_ascii=False)
    )
    return text if len(text) <= 80 else text[:77] + "..."


def write_expected(folder: Path) -> None:
    """Write what comes out as what must come out; read it before you commit it."""
    write_json(folder / "expected.json", outcome(folder))


def _page(folder: Path, saved: SavedPage, encoding: str) -> Page:
    try:
        body = (folder / saved.file).read_bytes()
    except OSError as error:
        raise SourceError(f"cannot be read: {error.strerror}", where=saved.file) from error
    received = Received(200, (("Content-Type", saved.media_type),), body)
    return Page(Sent(saved.url, saved.method, saved.body.encode()), received, encoding, saved.label)
