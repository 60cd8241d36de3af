"""Keys in a block beside the text of a page: 答案, and below it 1 A, 2 C … in the margin."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ocr.habits.plain import flat
from ocr.layout.columns import Row, group_rows
from ocr.layout.geometry import Piece, line_height

FEW = 3  # entries that make a block, where its heading stands over it
MANY = 5  # where it has none
EDGE = 0.25  # of the width of the text from its left or right end
RUNNING = 0.6  # of the pieces beside a block: text; beside a key in columns stands its like
OTHERS = 0.25  # of the rows of a block that may be unread
_ENTRY = re.compile(r"\s*(\d{1,3})\s*[.、:)]?\s*[(]?\s*([A-H]{1,8}|[√×对错])\s*[)]?[\s.。·]*")
_PART = re.compile(r"\s*(?:\d{1,3}\s*[.、:)]?\s*)?(?:[A-H]{1,8}|[√×对错])?[\s.。·]*")
_HEAD = re.compile(r"[【\[]?\s*(?:参考|正确|本页)?答\s*案\s*[】\]]?")


def key_strip(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces of such blocks on a page, with their headings; none where there is no block."""
    if not pieces:
        return []
    high = line_height(pieces)
    left, right = min(p.x0 for p in pieces), max(p.x1 for p in pieces)
    edge = EDGE * (right - left)
    short = [p for p in pieces if _PART.fullmatch(flat(p.text)) or _HEAD.fullmatch(flat(p.text))]
    for side in (
        [p for p in short if p.x0 > right - edge],
        [p for p in short if p.x1 < left + edge],
    ):
        heads = [p for p in side if _HEAD.fullmatch(flat(p.text))]
        cells = [p for p in side if p not in heads]
        rows = group_rows(cells, high)
        read = [row for row in rows if _ENTRY.fullmatch(_text(row))]
        if len(read) < (FEW if heads else MANY) or len(rows) - len(read) > OTHERS * len(rows):
            continue
        if not _apart([*cells, *heads], pieces, high):
            continue
        return [*cells, *heads]
    return []


def foot_key(pieces: Sequence[Piece], gutter: float | None) -> list[Piece]:
    """The pieces of a key in one or two lines below both columns of a page, with its heading."""
    if gutter is None:
        return []
    found: list[Piece] = []
    for row in reversed(group_rows(pieces, line_height(pieces))):
        if not all(_ENTRY.fullmatch(flat(p.text)) or _HEAD.fullmatch(flat(p.text)) for p in row):
            break
        found += row
    entries = sum(bool(_ENTRY.fullmatch(flat(p.text))) for p in found)
    over = found and min(p.x0 for p in found) < gutter < max(p.x1 for p in found)
    return found if entries >= FEW and over else []


def _text(row: Sequence[Piece]) -> str:
    return flat(" ".join(p.text.strip() for p in row))


def _apart(strip: Sequence[Piece], pieces: Sequence[Piece], high: float) -> bool:
    """Does it stand alone: is no text of the page in it or right beside it?"""
    x0, x1 = min(p.x0 for p in strip), max(p.x1 for p in strip)
    y0, y1 = min(p.y0 for p in strip), max(p.y1 for p in strip)
    level = [p for p in pieces if p not in strip and y0 < p.middle < y1]
    running = sum(not _PART.fullmatch(flat(p.text)) for p in level)
    near = [p for p in level if p.x1 > x0 - 0.5 * high and p.x0 < x1 + 0.5 * high]
    return len(near) <= 0.1 * len(strip) and running >= max(1, RUNNING * len(level))


def with_key(rows: Sequence[Row], strip: Sequence[Piece]) -> list[Row]:
    """The rows of a page with the entries of its strip below them, a line each."""
    if not rows or not strip:
        return list(rows)
    like = replace(rows[-1], cells=False, box=False, answer=False)
    cells = [p for p in strip if not _HEAD.fullmatch(flat(p.text))]
    found = list(rows)
    lines = group_rows(cells, line_height(cells))
    whole = all(_ENTRY.fullmatch(flat(p.text)) for p in cells)
    for row in [[p] for line in lines for p in line] if whole else lines:
        match = _ENTRY.fullmatch(_text(row))
        said = f"{match[1]}．{match[2]}" if match else _text(row)
        found.append(replace(like, pieces=tuple(row), text=said))
    return found
