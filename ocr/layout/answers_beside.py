"""Answers beside the questions: in a column of their own, or as a key in the margin."""

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from cpsyexam.text import fold
from ocr.habits.headings import flat, is_heading
from ocr.layout.columns import Row, group_rows
from ocr.layout.geometry import Piece, bounds, line_height, mirrored

FEW = 4  # answers that make a column
EDGE = 0.2  # of the width of the text from its left or right end
HABIT = 0.3  # of the pages with text: those with a column, that make it the book's
ASKED = 0.5  # questions for each answer of a column
ROOM = 2.0  # line heights by which words are wider than the letters of their column
LINES = 8  # pieces of a page with text
OTHERS = 0.25  # of its pieces may be something else: a heading, a page number
_ANSWER = re.compile(r"[(（【]?\s*([A-H]{1,6}|[√×✓✗XxVv])\s*[)）】]?")
MARKS = {"X": "×", "x": "×", "V": "√", "v": "√"}  # as ticks and crosses are read
_HEAD = re.compile(r"\s*[【\[]?\s*(?:参考|正确|本页)?答\s*案\s*[】\]]?\s*")
_STEM = re.compile(
    r"^\s*(?:(?:[(（【\[]\s*(?:[A-H]{1,6}|[√×])\s*[)）】\]])?\s*[(（【\[]?\s*\d{1,3}\s*[.．、)）】\]]|[一二三四五六七八九十]{1,3}\s*、|例\s*\d)"
)
STRIP_FEW = 3  # entries that make a block, where its heading stands over it
MANY = 5  # where it has none
STRIP_EDGE = 0.25  # of the width of the text from its left or right end
RUNNING = 0.6  # of the pieces beside a block: text; beside a key in columns stands its like
UNREAD = 0.25  # of the rows of a block that may be unread
_ENTRY = re.compile(r"\s*(\d{1,3})\s*[.、:)]?\s*[(]?\s*([A-H]{1,8}|[√×对错])\s*[)]?[\s.。·]*")
_PART = re.compile(r"\s*(?:\d{1,3}\s*[.、:)]?\s*)?(?:[A-H]{1,8}|[√×对错])?[\s.。·]*")


def answer_column(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces of a column of answers, with its heading; none where there is no such column."""
    high = line_height(pieces)
    known = [p for p in pieces if _ANSWER.fullmatch(fold(p.text).strip())]
    for answers in _sides(known, pieces, EDGE):
        middle = median([p.centre for p in answers]) if answers else 0.0
        column = [p for p in answers if abs(p.centre - middle) < 1.5 * high]
        if len(column) < FEW:
            continue
        x0, _, x1, _ = bounds(p.area for p in column)
        within = [p for p in pieces if p not in column and p.x1 > x0 and p.x0 < x1]
        heads = [p for p in within if _heads(p)]
        if _numbered(column, pieces, high):
            continue  # cells of a key's table
        stems = sum(bool(_STEM.match(fold(p.text))) for p in pieces)  # beside a card are none
        if stems >= ASKED * len(column) and len(within) - len(heads) <= OTHERS * len(column):
            return [*column, *heads]
    return []


def _sides(
    some: Sequence[Piece], pieces: Sequence[Piece], share: float
) -> tuple[list[Piece], list[Piece]]:
    """Those pieces that stand at the right and the left edge, in a share of the page's text."""
    left, _, right, _ = bounds(p.area for p in pieces) if pieces else (0.0, 0.0, 0.0, 0.0)
    edge = share * (right - left)
    return [p for p in some if p.x0 > right - edge], [p for p in some if p.x1 < left + edge]


def _heads(piece: Piece) -> bool:
    return _HEAD.fullmatch(flat(piece.text)) is not None


def answer_columns(pages: Sequence[Sequence[Piece]]) -> list[list[Piece]]:
    """`answer_column` of each page of a book, over whose pages a column of answers goes on.

    Where most pages have one, whatever stands in its strip is an answer, too: words, a lone tick.
    """
    found = [answer_column(page) for page in pages]
    shown = [(page, own) for page, own in zip(pages, found, strict=True) if own]
    if len(shown) < max(2, HABIT * sum(len(page) >= LINES for page in pages)):
        return found
    right = sum(_right(page, own) for page, own in shown) > len(shown) / 2
    facing = list if right else mirrored
    places = [
        (_left(facing(own)) - _left(facing(page))) / line_height(page)
        for page, own in shown
        if _right(page, own) == right
    ]
    return [
        _in_strip(page, facing(page), median(places)) or own
        for page, own in zip(pages, found, strict=True)
    ]


def _right(page: Sequence[Piece], column: Sequence[Piece]) -> bool:
    left, _, right, _ = bounds(p.area for p in page)
    return median([p.x0 for p in column]) > (left + right) / 2


def _left(pieces: Sequence[Piece]) -> float:
    return min((p.x0 for p in pieces), default=0.0)


def _in_strip(page: Sequence[Piece], facing: Sequence[Piece], place: float) -> list[Piece]:
    """The pieces of a page in the strip of answers, so many line heights from the left of the
    page as it is `facing`; none where text runs into it.
    """
    high = line_height(page)
    edge = _left(facing) + (place - ROOM) * high
    inside = [own for own, p in zip(page, facing, strict=True) if p.x0 > edge]
    over = sum(p.x1 > edge + ROOM * high for p in facing if p.x0 <= edge)
    return inside if over <= 1 and not any(_STEM.match(fold(p.text)) for p in inside) else []


def _numbered(column: Sequence[Piece], pieces: Sequence[Piece], high: float) -> bool:
    """Does a bare number stand right before most answers?"""
    count = 0
    for answer in column:
        level = [p for p in pieces if abs(p.middle - answer.middle) < 0.5 * high]
        before = [(p.x1, p.text) for p in level if p.x1 <= answer.x0]
        last = max(before, default=(0.0, ""))[1]
        count += bool(re.fullmatch(r"\d{1,3}[.、]?", fold(last).strip()))
    return count > 0.5 * len(column)


def with_answers(rows: Sequence[Row], column: Sequence[Piece]) -> list[Row]:
    """The rows of a page with each answer of its column below the question beside it."""
    found = list(rows)
    answers = [p for p in column if not _heads(p)]
    for answer in sorted(answers, key=lambda p: -p.middle) if rows else ():
        above = [
            i
            for i, row in enumerate(found)
            if not row.answer and _STEM.match(fold(row.pieces[0].text)) and row.y0 <= answer.middle
        ]
        start = above[-1] + 1 if above else 0
        ends = (i for i in range(start, len(found)) if _begins(found[i]))
        at = next(ends, len(found))
        match = _ANSWER.fullmatch(fold(answer.text).strip())
        said = match[1] if match else answer.text
        text = f"【答案】{MARKS.get(said, said)}"
        like = found[min(at, len(found) - 1)]
        found.insert(at, replace(like, pieces=(answer,), answer=True, cells=False, text=text))
    return found


def _begins(row: Row) -> bool:
    text = row.pieces[0].text
    return row.answer or bool(_STEM.match(fold(text))) or is_heading(text)


def key_strip(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces of keys in the margin (答案, below it 1 A, 2 C), with their headings; or none."""
    high = line_height(pieces)
    short = [p for p in pieces if _PART.fullmatch(flat(p.text)) or _heads(p)]
    for side in _sides(short, pieces, STRIP_EDGE):
        heads = [p for p in side if _heads(p)]
        cells = [p for p in side if p not in heads]
        rows = group_rows(cells, high)
        read = sum(bool(_ENTRY.fullmatch(_text(row))) for row in rows)
        enough = read >= (STRIP_FEW if heads else MANY) and len(rows) - read <= UNREAD * len(rows)
        if enough and _apart([*cells, *heads], pieces, high):
            return [*cells, *heads]
    return []


def foot_key(pieces: Sequence[Piece], gutter: float | None) -> list[Piece]:
    """The pieces of a key in one or two lines below both columns of a page, with its heading."""
    if gutter is None:
        return []
    found: list[Piece] = []
    for row in reversed(group_rows(pieces, line_height(pieces))):
        if not all(_ENTRY.fullmatch(flat(p.text)) or _heads(p) for p in row):
            break
        found += row
    entries = sum(bool(_ENTRY.fullmatch(flat(p.text))) for p in found)
    over = found and min(p.x0 for p in found) < gutter < max(p.x1 for p in found)
    return found if entries >= STRIP_FEW and over else []


def _text(row: Sequence[Piece]) -> str:
    return flat(" ".join(p.text.strip() for p in row))


def _apart(strip: Sequence[Piece], pieces: Sequence[Piece], high: float) -> bool:
    """Does it stand alone: is no text of the page in it or right beside it?"""
    x0, y0, x1, y1 = bounds(p.area for p in strip)
    level = [p for p in pieces if p not in strip and y0 < p.middle < y1]
    running = sum(not _PART.fullmatch(flat(p.text)) for p in level)
    near = [p for p in level if p.x1 > x0 - 0.5 * high and p.x0 < x1 + 0.5 * high]
    return len(near) <= 0.1 * len(strip) and running >= max(1, RUNNING * len(level))


def with_key(rows: Sequence[Row], strip: Sequence[Piece]) -> list[Row]:
    """The rows of a page with the entries of its strip below them, a line each."""
    if not rows or not strip:
        return list(rows)
    like = replace(rows[-1], cells=False, box=False, answer=False)
    cells = [p for p in strip if not _heads(p)]
    found = list(rows)
    lines = group_rows(cells, line_height(cells))
    whole = all(_ENTRY.fullmatch(flat(p.text)) for p in cells)
    for row in [[p] for line in lines for p in line] if whole else lines:
        match = _ENTRY.fullmatch(_text(row))
        said = f"{match[1]}．{match[2]}" if match else _text(row)
        found.append(replace(like, pieces=tuple(row), text=said))
    return found
