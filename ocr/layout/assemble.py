"""From the readings of a book to its paragraphs: straighten, part, order, strip, join."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from ocr.book import Chapter, Layout
from ocr.chapters.chapters import bare_title, is_title
from ocr.grids.boxes import score_boxes, tick_boxes, type_tags
from ocr.grids.wrapped_options import unwrapped
from ocr.habits.options import in_letters
from ocr.layout.answers_beside import (
    answer_columns,
    foot_key,
    key_strip,
    over_pages,
    with_answers,
    with_key,
)
from ocr.layout.blanks import filled_blanks, ruled_blanks
from ocr.layout.columns import PlacedRow, Row, find_gutter
from ocr.layout.frames import framed_order
from ocr.layout.geometry import Piece, halves, laid, straight, straight_rules
from ocr.layout.headers_footers import PageShape, find_headers_footers
from ocr.layout.margins import find_margin, in_tabs, set_aside
from ocr.layout.paragraphs import Paragraph, paragraphs
from ocr.layout.tables import Grid, Panel, counting_on, first_number, grids, open_frames, panels
from ocr.page.figures import figure_text
from ocr.page.fragment import Area, Fragment, Reading, Rule

POOR = 0.5  # score of a fragment that is a smudge, not a text
DOUBTFUL = 0.8  # score of a speck that may be a dot or a dash
FAINT = 0.3  # score of a tick or cross, which few models read with confidence
_TICK = re.compile(r"[√×✓✗]")
_SPECK = re.compile(r"[^\w()（）√×✓✗]{1,4}|_+.?")
WHOLE = 0.85  # of the breadth and height of a frame: what was drawn is the frame
TALL = 0.15  # of the page's height: no line of text is so high


@dataclass(frozen=True)
class PlacedLine:
    """A fragment with its role and order on the page, for the table of lines."""

    page: int
    order: int
    at: int  # place in the reading
    role: str  # body, or one of `ocr.records.ROLES`


@dataclass(frozen=True)
class BookText:
    """The text of a book: paragraphs, every fragment in reading order, headers by their page."""

    paragraphs: list[Paragraph]
    lines: list[PlacedLine]
    heads: dict[int, str]


@dataclass(frozen=True)
class _Half:
    page: int
    half: int
    height: int
    pieces: list[Piece]
    grids: list[Grid]


def assemble(
    readings: Sequence[tuple[int, Reading]], layout: Layout, chapters: Sequence[Chapter] = ()
) -> BookText:
    """Paragraphs and lines of a book from (page number, reading); a pure function.

    What says the whole title of one of its chapters is text, whatever was drawn around it.
    """
    lines: list[PlacedLine] = []
    parts: list[_Half] = []
    upright = list(laid(readings))
    said = in_letters([straight(reading) for _, reading in upright])
    for (page, reading), pieces in zip(upright, said, strict=True):
        ruled = straight_rules(reading)
        roles = {p.at: "noise" for p in pieces if _noise(p, reading.height)}
        roles |= dict.fromkeys(set_aside(pieces, reading, page, layout) - set(roles), "margin")
        tables = grids(ruled)
        roles |= dict.fromkeys(in_tabs(pieces, tables) - set(roles), "margin")
        roles |= dict.fromkeys(score_boxes(pieces) - set(roles), "score_box")
        drawn = _drawn(reading.figures, open_frames(ruled))
        titles = {p.at for p in pieces if is_title(p.text, chapters)}
        roles |= dict.fromkeys(figure_text(pieces, drawn) - titles - set(roles), "figure")
        kept = [p for p in pieces if p.at not in roles]
        for half in _pages(kept, reading, layout, tables, ruled):
            number = len({part.half for part in parts if part.page == page})
            if apart := panels(half, tables, ruled):
                parts += _panelled(page, number, half, apart, reading.height)
                continue
            keyed = key_strip([p for p in half if not _in_tables(p, tables)])
            free = [p for p in half if p not in keyed]
            beside = find_margin(free, [grid.area for grid in tables], ruled)
            roles |= dict.fromkeys(beside, "margin")
            body = [p for p in half if p.at not in beside]
            parts.append(_Half(page, number, reading.height, body, tables))
        lines += [PlacedLine(page, -1, at, roles[at]) for at in sorted(roles)]
    bare, ticked = tick_boxes([part.pieces for part in parts])
    for part, gone in zip(parts, ticked, strict=True):
        lines += [PlacedLine(part.page, -1, at, "tick_box") for at in sorted(gone)]
    tags = type_tags(bare)
    for part, gone in zip(parts, tags, strict=True):
        lines += [PlacedLine(part.page, -1, at, "type_tag") for at in sorted(gone)]
    parts = [
        replace(part, pieces=[p for p in own if p.at not in gone])
        for part, own, gone in zip(parts, bare, tags, strict=True)
    ]
    subjects = {bare_title(chapter.subject) for chapter in chapters} - {
        bare_title(c.title) for c in chapters
    }
    shapes = [
        PageShape(own, part.height, {p.at for p in own if _in_tables(p, part.grids)})
        for part in parts
        for own in [part.pieces]
    ]
    edges = find_headers_footers(shapes, subjects)
    bodies = []
    for part, found in zip(parts, edges, strict=True):
        lines += [PlacedLine(part.page, -1, at, role) for at, role in found.items()]
        bodies.append([p for p in part.pieces if p.at not in found])
    rows = _rows(parts, bodies, layout.columns)
    for placed in rows:
        lines += [PlacedLine(placed.page, 0, p.at, "body") for p in placed.row.pieces]
    ruled_by_page = {page: straight_rules(reading) for page, reading in upright}
    blanked = ruled_blanks(paragraphs(rows), ruled_by_page)
    lines = _numbered([*lines, *_unplaced(lines, readings)])
    return BookText(filled_blanks(blanked, ruled_by_page), lines, _heads(lines, dict(readings)))


def _unplaced(
    lines: Sequence[PlacedLine], readings: Sequence[tuple[int, Reading]]
) -> Iterator[PlacedLine]:
    """What no step has put anywhere, whatever the reason: told, never lost in silence."""
    known = {(line.page, line.at) for line in lines}
    for page, reading in readings:
        for at in range(len(reading.fragments)):
            if (page, at) not in known:
                yield PlacedLine(page, -1, at, "unplaced")


def _heads(lines: Sequence[PlacedLine], readings: Mapping[int, Reading]) -> dict[int, str]:
    """The headers of pages, each in reading order."""
    found: dict[int, list[Fragment]] = {}
    for line in lines:
        if line.role == "header":
            found.setdefault(line.page, []).append(readings[line.page].fragments[line.at])
    return {
        page: "".join(f.text for f in sorted(pieces, key=lambda f: f.quad[0]))
        for page, pieces in found.items()
    }


def _pages(
    pieces: Sequence[Piece],
    reading: Reading,
    layout: Layout,
    tables: Sequence[Grid],
    rules: Sequence[Rule],
) -> list[list[Piece]]:
    """The book pages on a scan: two, but where panels over both count on better than two pages."""
    ends = [(grid.xs[0], grid.xs[-1]) for grid in tables]
    found = halves(pieces, reading.width, reading.height, spread=layout.spread, tables=ends)
    if len(found) < 2 or layout.spread:
        return found
    whole, parts = (
        [own for page in pages for own in _groups(page, tables, rules)]
        for pages in ([pieces], found)
    )
    one, two = counting_on(whole), counting_on(parts)
    alike = one == two and (not one or all(first_number(own) is not None for own in whole))
    return [list(pieces)] if len(whole) > 1 and (one > two or alike) else found


def _groups(
    pieces: Sequence[Piece], tables: Sequence[Grid], rules: Sequence[Rule]
) -> list[list[Piece]]:
    """The pieces of each panel of a page, all of one without panels."""
    return [panel.pieces for panel in panels(pieces, tables, rules)] or [list(pieces)]


def _panelled(
    page: int, first: int, pieces: Sequence[Piece], apart: Sequence[Panel], height: int
) -> list[_Half]:
    """What stands above the panels of a page, the panels, and what stands below or between."""
    inside = {p.at for panel in apart for p in panel.pieces}
    free = [p for p in pieces if p.at not in inside]
    top = min(p.middle for p in pieces if p.at in inside)
    own = [
        (height, [p for p in free if p.middle < top]),
        *((panel.height, panel.pieces) for panel in apart),
        (height, [p for p in free if p.middle >= top]),
    ]
    return [_Half(page, number, *part, []) for number, part in enumerate(own, first)]


def _drawn(figures: Sequence[Area], frames: Iterable[Grid]) -> list[Area]:
    """The figures but for frames of panels, whose edges were taken for drawings."""
    held = [grid.area for grid in frames]
    return [
        (x0, y0, x1, y1)
        for x0, y0, x1, y1 in figures
        if not any(
            min(x1, a[2]) - max(x0, a[0]) > WHOLE * (x1 - x0)
            and min(y1, a[3]) - max(y0, a[1]) > WHOLE * (y1 - y0)
            and x1 - x0 > WHOLE * (a[2] - a[0])
            for a in held
        )
    ]


def _noise(piece: Piece, height: int) -> bool:
    """A smudge, or a frame or figure taken for a line."""
    return (
        (piece.score < POOR and not (_TICK.fullmatch(piece.text.strip()) and piece.score > FAINT))
        or not piece.text.strip()
        or piece.height > TALL * height
        or (piece.score < DOUBTFUL and _SPECK.fullmatch(piece.text.strip()) is not None)
    )


def _rows(parts: Sequence[_Half], bodies: Sequence[list[Piece]], columns: int) -> list[PlacedRow]:
    gutters = [find_gutter(body) if columns != 1 else None for body in bodies]
    found: list[PlacedRow] = []
    heads: list[list[str]] = []
    strips = [
        key_strip([p for p in body if not _in_tables(p, part.grids)]) or foot_key(body, gutter)
        for part, body, gutter in zip(parts, bodies, gutters, strict=True)
    ]
    beside = answer_columns(
        [
            [p for p in body if p not in strip and not _in_tables(p, part.grids)]
            for part, body, strip in zip(parts, bodies, strips, strict=True)
        ]
    )
    for at, (part, body) in enumerate(zip(parts, bodies, strict=True)):
        if not body:
            continue
        left = min(p.x0 for p in body)
        near = [
            (gutters[k], min(p.x0 for p in bodies[k]))
            for k in (at - 1, at + 1)
            if 0 <= k < len(parts) and gutters[k]
        ]
        known = [x for g, edge in near if g for x in (g, g - edge + left) if x > left]
        answers = beside[at]
        text = [p for p in body if p not in answers and p not in strips[at]]
        ordered = framed_order(text, part.grids, columns, known, heads)
        rows = with_key(with_answers(unwrapped(ordered), answers), strips[at])
        found += [PlacedRow(row, part.page, part.half) for row in rows]
    return _even(over_pages(found))


def _in_tables(piece: Piece, tables: Sequence[Grid]) -> bool:
    middle = (piece.x0 + piece.x1) / 2
    return any(len(g.xs) > 3 and g.cell(middle, piece.middle) is not None for g in tables)


def _even(rows: list[PlacedRow]) -> list[PlacedRow]:
    """Short columns as wide as the long ones, so that the end of a line shows."""
    tall: dict[tuple[int, int, int], list[Row]] = {}
    for placed in rows:
        tall.setdefault((placed.page, placed.half, placed.row.column), []).append(placed.row)
    widths = [stack[0].right - stack[0].left for stack in tall.values() if len(stack) >= 12]
    if not widths:
        return rows
    return [replace(p, row=_widened(p.row, widths)) for p in rows]


def _widened(row: Row, widths: Sequence[float]) -> Row:
    own = row.right - row.left
    near = [w for w in widths if 0.97 * own <= w < 1.3 * own]
    return replace(row, right=max(row.right, row.left + median(near))) if near else row


def _numbered(lines: Sequence[PlacedLine]) -> list[PlacedLine]:
    """Order per page: headers first, then the body, then footers, page numbers and noise."""
    rank = {
        "header": 0,
        "body": 1,
        "footer": 2,
        "page_number": 3,
        "margin": 4,
        "figure": 5,
        "tick_box": 6,
        "type_tag": 7,
        "score_box": 8,
    }
    count: dict[int, int] = {}
    found = []
    for line in sorted(lines, key=lambda item: (item.page, rank.get(item.role, 9))):
        order = count.get(line.page, 0)
        count[line.page] = order + 1
        found.append(replace(line, order=order))
    return found
