"""Boxes of a question on its pages, in pixels of the page images, so that it can be shown."""

from collections.abc import Sequence
from typing import Any

from ocr.fragment import Reading
from ocr.joining import Paragraph

Box = dict[str, Any]


def page_boxes(paragraphs: Sequence[Paragraph], readings: dict[int, Reading]) -> list[Box]:
    """One box a page and column, around all lines of these paragraphs."""
    corners: dict[tuple[int, int, int], list[tuple[float, float]]] = {}
    for paragraph in paragraphs:
        for placed in paragraph.rows:
            where = (placed.page, placed.half, placed.row.column)
            for piece in placed.row.pieces:
                quad = readings[placed.page].fragments[piece.at].quad
                points = list(zip(quad[::2], quad[1::2], strict=True))
                corners.setdefault(where, []).extend(points)
    return [
        {
            "page": page,
            "x0": min(x for x, _ in points),
            "y0": min(y for _, y in points),
            "x1": max(x for x, _ in points),
            "y1": max(y for _, y in points),
        }
        for (page, _, _), points in corners.items()
    ]
