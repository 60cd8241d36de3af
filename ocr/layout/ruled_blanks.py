"""Blanks at the ends of lines, which leave no gap between pieces of text: only their rule is seen.

Only in sections of blanks: elsewhere a rule beside a line is a border, or stress.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ocr.layout.columns import PlacedRow
from ocr.layout.filled_blanks import ABOVE, BELOW, SHORT, blank_sections
from ocr.layout.paragraphs import BLANK, Paragraph
from ocr.page.fragment import Rule

NEAR = 1.6  # line heights between a blank and the text beside it
INTO = 0.4  # line heights that its rule may reach below the text's last character
NEXT = 2.4  # line heights below a line within which the next one lies


def ruled_blanks(
    paragraphs: Sequence[Paragraph], rules: Mapping[int, Sequence[Rule]]
) -> list[Paragraph]:
    """The paragraphs with `____` for blanks at the ends of their lines.

    `rules` are the ruled lines of each page, in the same straight pixels as the rows.
    """
    found = list(paragraphs)
    for at in (at for places in blank_sections(paragraphs) for at in places):
        after = paragraphs[at + 1].rows[:1] if at + 1 < len(paragraphs) else []
        text = _blanked(paragraphs[at], rules, after)
        found[at] = replace(found[at], text=text)
    return found


def _blanked(
    paragraph: Paragraph, rules: Mapping[int, Sequence[Rule]], after: Sequence[PlacedRow]
) -> str:
    text, place = paragraph.text, 0
    following = [*paragraph.rows[1:], *after, None][: len(paragraph.rows)]
    for placed, below in zip(paragraph.rows, following, strict=True):
        if not placed.row.pieces:
            continue
        last = placed.row.pieces[-1].text.strip()
        start = text.find(last, place)
        if start < 0:
            return paragraph.text
        place = start + len(last)
        if text.startswith(BLANK, place):
            continue
        if any(_behind(placed, below, rules.get(placed.page, ()))):
            text = text[:place] + BLANK + text[place:].lstrip("_")
            place += len(BLANK)
    return text


def _behind(placed: PlacedRow, below: PlacedRow | None, rules: Sequence[Rule]) -> Iterator[bool]:
    """Whether each rule is a blank right behind a line, or alone on the line below it."""
    pieces = placed.row.pieces
    last = max(pieces, key=lambda p: p.x1)
    high = max(p.height for p in pieces)
    foot = max(p.y1 for p in pieces if abs(p.y1 - last.y1) < high)
    ends = foot + NEXT * high
    if below is not None and below.page == placed.page and below.row.pieces:
        top = min(p.y0 for p in below.row.pieces)
        ends = min(ends, top) if top > foot else ends
    for rule in rules:
        low = (rule.y0 + rule.y1) / 2
        if rule.upright or rule.length < SHORT * high:
            continue
        beside = -ABOVE * high < low - foot < BELOW * high
        if beside:
            yield -INTO * high < rule.x0 - last.x1 < NEAR * high
        else:
            begins = placed.row.left - high < rule.x0 < placed.row.left + 3 * high
            yield foot + BELOW * high < low < ends and begins
