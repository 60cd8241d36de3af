"""From the readings of a book to its paragraphs: straighten, part, order, strip, join."""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from statistics import median

from ocr.book import Chapter, Layout
from ocr.chapters.chapters import bare_title, is_title
from ocr.habits.options import in_letters
from ocr.layout.answers_beside import (
    answer_columns,
    foot_key,
    key_strip,
    with_answers,
    with_key,
)
from ocr.layout.blanks import filled_blanks, ruled_blanks
from ocr.layout.columns import Row, find_gutters
from ocr.layout.frames import framed_order
from ocr.layout.geometry import Piece, halves, laid, least_of, straight, straight_rules
from ocr.layout.headers_footers import PageShape, find_headers_footers
from ocr.layout.margins import find_margin, in_tabs, score_boxes, set_aside, tick_boxes, type_tags
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
_ORDER = ("header", "body", "footer", "page_number", "margin", "figure", "tick_box", "type_tag")


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
    """A book page, or a panel of one, and the ruled tables of its scan."""

    page: int
    half: int
    height: int
    pieces: list[Piece]
    grids: list[Grid]
    panel: bool = False

    def tabled(self, pieces: Iterable[Piece]) -> set[int]:
        """Places of those of its pieces that are cells of its tables."""
        tables = [grid for grid in self.grids if len(grid.xs) > 3]
        return {p.at for p in pieces if any(g.cell(p.centre, p.middle) for g in tables)}


def assemble(
    readings: Sequence[tuple[int, Reading]], layout: Layout, chapters: Sequence[Chapter] = ()
) -> BookText:
    """Paragraphs and lines of a book from (page number, reading); a pure function.

    What says the whole title of one of its chapters is text, whatever was drawn around it.
    """
    lines: list[PlacedLine] = []
    parts: list[_Half] = []
    upright = laid(readings)
    rules = {page: straight_rules(reading) for page, reading in upright}
    said = in_letters([straight(reading) for _, reading in upright])
    least = least_of([reading for _, reading in upright], said)
    for (page, reading), pieces in zip(upright, said, strict=True):
        tables = grids(rules[page])
        drawn = _drawn(reading.figures, open_frames(rules[page]))
        titles = {p.at for p in pieces if is_title(p.text, chapters)}
        aside = {  # what an earlier one takes no later one does
            "noise": {p.at for p in pieces if _noise(p, reading.height)},
            "margin": set_aside(pieces, reading, page, layout) | in_tabs(pieces, tables),
            "score_box": score_boxes(pieces),
            "figure": figure_text(pieces, drawn) - titles,
        }
        roles = {at: role for role, places in reversed(aside.items()) for at in places}
        kept = [p for p in pieces if p.at not in roles]
        for own in _pages(kept, reading, layout, tables, rules[page], least):
            number = len({part.half for part in parts if part.page == page})
            if apart := panels(own, tables, rules[page]):
                parts += _panelled(page, number, own, apart, reading.height)
                continue
            half = _Half(page, number, reading.height, own, tables)
            keyed = key_strip(_without(own, half.tabled(own)))
            free = [p for p in own if p not in keyed]
            beside = find_margin(free, [grid.area for grid in tables], rules[page])
            roles |= dict.fromkeys(beside, "margin")
            parts.append(replace(half, pieces=_without(own, beside)))
        lines += [PlacedLine(page, -1, at, roles[at]) for at in sorted(roles)]
    for role, find in (("tick_box", tick_boxes), ("type_tag", type_tags)):
        bare, gone = find([part.pieces for part in parts])
        for part, places in zip(parts, gone, strict=True):
            lines += [PlacedLine(part.page, -1, at, role) for at in sorted(places)]
        parts = [replace(part, pieces=own) for part, own in zip(parts, bare, strict=True)]
    subjects = {bare_title(chapter.subject) for chapter in chapters}
    subjects -= {bare_title(chapter.title) for chapter in chapters}
    shapes = [PageShape(p.pieces, p.height, p.tabled(p.pieces), p.panel) for p in parts]
    bodies = []
    for part, found in zip(parts, find_headers_footers(shapes, subjects), strict=True):
        lines += [PlacedLine(part.page, -1, at, role) for at, role in found.items()]
        bodies.append(_without(part.pieces, found))
    rows = _rows(parts, bodies, layout.columns)
    lines += [PlacedLine(row.page, 0, p.at, "body") for row in rows for p in row.pieces]
    known = {(line.page, line.at) for line in lines}
    lines += [  # what no step has put anywhere, whatever the reason: told, never lost in silence
        PlacedLine(page, -1, at, "unplaced")
        for page, reading in readings
        for at in range(len(reading.fragments))
        if (page, at) not in known
    ]
    lines = _numbered(lines)
    text = filled_blanks(ruled_blanks(paragraphs(rows), rules), rules)
    return BookText(text, lines, _heads(lines, dict(readings)))


def _without(pieces: Sequence[Piece], places: Container[int]) -> list[Piece]:
    return [p for p in pieces if p.at not in places]


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
    least: int,
) -> list[list[Piece]]:
    """The book pages on a scan: two, but where panels over both count on better than two pages."""
    ends = [(grid.xs[0], grid.xs[-1]) for grid in tables]
    size = reading.width, reading.height
    found = halves(pieces, *size, spread=layout.spread, tables=ends, least=least)
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
        (height, [p for p in free if p.middle < top], False),
        *((panel.height, panel.pieces, True) for panel in apart),
        (height, [p for p in free if p.middle >= top], False),
    ]
    return [
        _Half(page, number, tall, held, [], panel)
        for number, (tall, held, panel) in enumerate(own, first)
    ]


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


def _rows(parts: Sequence[_Half], bodies: Sequence[list[Piece]], columns: int) -> list[Row]:
    gutters = [find_gutters(body) if columns != 1 else [] for body in bodies]
    found: list[Row] = []
    heads: list[list[str]] = []
    free = [_without(body, part.tabled(body)) for part, body in zip(parts, bodies, strict=True)]
    strips = [
        key_strip(own) or foot_key(body, next(iter(parted), None))
        for own, body, parted in zip(free, bodies, gutters, strict=True)
    ]
    beside = answer_columns(
        [[p for p in own if p not in strip] for own, strip in zip(free, strips, strict=True)]
    )
    for at, (part, body) in enumerate(zip(parts, bodies, strict=True)):
        if not body:
            continue
        left = min(p.x0 for p in body)
        near = [
            (gutter, min(p.x0 for p in bodies[k]))
            for k in (at - 1, at + 1)
            if 0 <= k < len(parts)
            for gutter in gutters[k]
        ]
        known = [x for g, edge in near for x in (g, g - edge + left) if x > left]
        text = [p for p in body if p not in beside[at] and p not in strips[at]]
        ordered = framed_order(text, part.grids, columns, known, heads)
        rows = with_key(with_answers(ordered, beside[at]), strips[at])
        found += [replace(row, page=part.page, half=part.half) for row in rows]
    return _even(found)


def _even(rows: Sequence[Row]) -> list[Row]:
    """Short columns as wide as the long ones, so that the end of a line shows."""
    tall: dict[tuple[int, int, int], list[float]] = {}
    for row in rows:
        tall.setdefault((row.page, row.half, row.column), []).append(row.right - row.left)
    widths = [stack[0] for stack in tall.values() if len(stack) >= 12]

    def end(row: Row) -> float:
        own = row.right - row.left
        near = [wide for wide in widths if 0.97 * own <= wide < 1.3 * own]
        return max(row.right, row.left + median(near)) if near else row.right

    return [replace(row, right=end(row)) for row in rows]


def _numbered(lines: Sequence[PlacedLine]) -> list[PlacedLine]:
    """Order per page: headers first, then the body, then footers, page numbers and noise."""
    rank = {role: at for at, role in enumerate(_ORDER)}
    ranked = sorted(lines, key=lambda line: (line.page, rank.get(line.role, len(rank))))
    return [
        replace(line, order=order)
        for _, page in groupby(ranked, key=attrgetter("page"))
        for order, line in enumerate(page)
    ]
