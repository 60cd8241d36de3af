"""Readings made by hand for tests: lines with boxes, turned by a skew."""

import json
import math
from pathlib import Path
from typing import Any

from ocr.book import Layout
from ocr.page.fragment import Fragment, Reading


def fragment(line: list[Any], width: int, height: int, skew: float) -> Fragment:
    """From [x0, y0, x1, y1, text] in straight coordinates to a fragment of a skewed page."""
    x0, y0, x1, y1, text = line
    angle = math.radians(skew)
    cos, sin = math.cos(angle), math.sin(angle)
    quad = []
    for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)):
        dx, dy = x - width / 2, y - height / 2
        quad += [width / 2 + dx * cos - dy * sin, height / 2 + dx * sin + dy * cos]
    a, b, c, d, e, f, g, h = quad
    return Fragment(text, 0.98, (a, b, c, d, e, f, g, h))


def readings(path: Path) -> tuple[list[tuple[int, Reading]], Layout]:
    """Pages and layout of a `lines.json`."""
    table = json.loads(path.read_text("utf-8"))
    found = []
    for number, page in enumerate(table["pages"], 1):
        width, height = page["width"], page["height"]
        fragments = [fragment(line, width, height, page["skew"]) for line in page["lines"]]
        found.append((number, Reading(width, height, 0, "test", tuple(fragments))))
    return found, Layout(**table.get("layout", {}))
