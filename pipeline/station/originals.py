"""The printed originals of questions: scans cut from their books, pages from their archives."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from cpsyexam import stage
from cpsyexam.errors import SourceError
from cpsyexam.files import canonical, digest, replacing
from pipeline.station.page_lines import as_paper, marked
from reviewing.station.originals import PageLine

_FRAME = 40  # pixels of the page that are shown around the boxes
_EDGE = 6  # between a box and its line
_LINE = 3  # width of a drawn box
_GREY = 170  # what must not be shown is painted so
_PAGES = ("html", "text", "json", "xml")
Box = tuple[float, ...]  # page, x0, y0, x1, y1; pixels


class BuildOriginals:
    """Originals of the questions of a build. `build`: its folder."""

    def __init__(self, build: Path) -> None:
        self._build = build
        self._text = lru_cache(maxsize=16)(self._read)
        self._page = lru_cache(maxsize=2)(_page)  # neighbours in a queue often share one

    def shows(self, question: Mapping[str, Any]) -> str:
        """`scan`, `page` or "" where there is nothing but the text."""
        place = question["place"]
        if place["held"]:  # its page prints reserved questions, too
            return ""
        if place["boxes"]:
            return "scan"
        kept = place["kind"] == "web" and place["offset"] >= 0
        return "page" if kept and any(word in place["media_type"] for word in _PAGES) else ""

    def scan(self, question: Mapping[str, Any]) -> bytes:
        """PNG of the scan around the question, its boxes drawn; beside what must not be shown, its
        boxes alone, and that painted over. Raises SourceError.
        """
        return self._crop(question, "boxes", 0 if question["place"].get("masks") else _FRAME)

    def key(self, question: Mapping[str, Any]) -> bytes:
        """PNG of the lines where its key is printed apart from it, and no others: these would be
        keys of other questions. Raises SourceError.
        """
        return self._crop(question, "key_boxes", _EDGE)

    def _crop(self, question: Mapping[str, Any], what: str, around: int) -> bytes:
        place = question["place"]
        masks = place.get("masks", [])
        named = str(place[what]) + (str(masks) if masks else "")
        name = digest(canonical([place["digest"], question["raw_id"], named]))[:24]
        path = self._build / f"review/crops/{name}.png"  # drawn once for all reviewers
        if not path.is_file():
            boxes, hidden = ([tuple(box.values()) for box in some] for some in (place[what], masks))
            with replacing(path) as temporary:
                temporary.write_bytes(self._drawn(place, boxes, hidden, around))
        return path.read_bytes()

    def _drawn(
        self, of: Mapping[str, Any], boxes: Sequence[Box], hidden: Sequence[Box], around: int
    ) -> bytes:
        from ocr.page.crop import stack
        from ocr.page.pages import png

        source, kind = of["source"], of["kind"]
        receipt = stage.read_receipt(self._build, kind) or {}
        settings = receipt["settings"]
        captures = stage.read(self._build, f"{kind}/captures").filter(source=source)
        rows = {row["offset"]: row for row in captures.iter_rows(named=True)}
        parts = []
        for number, x0, y0, x1, y1 in boxes:
            row = rows.get(int(number))
            if row is None:
                raise SourceError("the page is not listed", where=f"{source} page {number:.0f}")
            place = (row["archive"], row["offset"], row["url"], row["digest"])
            pixels = self._page(place, settings["dpi"], settings["max_side"])
            pixels = _masked(pixels, [box[1:] for box in hidden if box[0] == number])
            parts.append(_framed(pixels, (int(x0), int(y0), int(x1), int(y1)), around))
        return png(stack(parts))

    def lines(self, question: Mapping[str, Any]) -> Sequence[PageLine]:
        """Lines of the captured page, those of the question marked. Raises SourceError."""
        place = question["place"]
        text = self._text(place["archive"], place["offset"], place["digest"])
        if "json" in place["media_type"] and (paper := as_paper(text, question)):
            return paper
        return marked(_lines(text, place["media_type"]), question)

    def text(self, place: Mapping[str, Any]) -> list[str]:
        """Lines of a captured page (archive, offset, digest, media_type). Raises SourceError."""
        text = self._text(place["archive"], place["offset"], place["digest"])
        return _lines(text, place["media_type"])

    def page(self, question: Mapping[str, Any]) -> str:
        """The saved page. Raises SourceError where it cannot be had."""
        place = question["place"]
        return self._text(place["archive"], place["offset"], place["digest"])

    def _read(self, archive: str, offset: int, sha256: str) -> str:
        from documents.encoding import decode
        from spiders.http_messages import Received
        from spiders.warc_reader import read_at

        try:
            record = read_at(Path(archive), offset, 0)
        except (OSError, ValueError) as error:
            raise SourceError(f"cannot be read: {error}", where=archive) from error
        if record is None or digest(record.payload) != sha256:
            raise SourceError("the page is not there any more", where=f"{archive} at {offset}")
        received = Received(record.status, record.headers, record.payload)
        return decode(received.body, received.header("Content-Type")).text


def _page(place: tuple[str, int, str, str], dpi: int, max_side: int) -> Any:
    """The picture of a scanned page."""
    from ocr.page.crop import page_picture, scanned

    return page_picture(scanned(*place), dpi=dpi, max_side=max_side)


def _masked(pixels: Any, boxes: Sequence[Box]) -> Any:
    """A page with boxes painted over, a little beyond their lines."""
    page = np.array(pixels, copy=True)
    for x0, y0, x1, y1 in boxes:
        page[
            max(0, int(y0) - _LINE) : int(y1) + _LINE, max(0, int(x0) - _EDGE) : int(x1) + _EDGE
        ] = _GREY
    return page


def _framed(pixels: Any, box: tuple[int, int, int, int], around: int) -> Any:
    """The part of a page around a box, with the box drawn."""
    page = np.array(pixels, copy=True)
    height, width = page.shape
    x0, y0, x1, y1 = box
    left, top = max(0, x0 - _EDGE), max(0, y0 - _EDGE)
    right, bottom = min(width - 1, x1 + _EDGE), min(height - 1, y1 + _EDGE)
    page[top : top + _LINE, left:right] = 0
    page[bottom - _LINE : bottom, left:right] = 0
    page[top:bottom, left : left + _LINE] = 0
    page[top:bottom, right - _LINE : right] = 0
    return page[max(0, top - around) : bottom + around, max(0, left - around) : right + around]


def _lines(text: str, media_type: str) -> list[str]:
    if "html" in media_type:
        from documents.html import fragment_text

        return list(fragment_text(text).lines)
    if "json" in media_type:
        try:
            text = json.dumps(json.loads(text), ensure_ascii=False, indent=1)
        except ValueError:
            return text.splitlines()
    return text.splitlines()
