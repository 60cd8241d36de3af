"""Options of a grid that go on below in their own column: 情境模拟测 / 验 under A, B and C."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ocr.habits.headings import flat, is_heading
from ocr.layout.columns import Row
from ocr.layout.geometry import Piece, em_size, line_height

SHORT = 14  # characters of a rest
HANG = (0.5, 4.0)  # line heights that it stands to the right of its label
NEXT = 2.4  # line heights below the line above it
_INSIDE = re.compile(
    r"(?:(?<=^)|(?<=[^A-Za-z.]))(?:[(\[【]\s*[A-H]\s*[)\]】](?!\s*\d{1,3}\s*[.、])|[A-Ha-h]\s*[.、:](?!\d)|[①-⑧])"
)
_OTHER = re.compile(
    r"^\s*(?:[(\[【]?\s*\d{1,3}\s*[.、)\]】]|【|[一二三四五六七八九十]{1,3}\s*、|第.{1,4}[章节]|案例|材料|[^,。]{0,8}题)"
)
_LABEL = re.compile(r"\s*(?:[(\[]\s*[A-H]\s*[)\]]|[A-H]\s*[.、])\s*")
_KEY = re.compile(r"答\s*案\W*$")
ROOM = 2.6  # line heights that an option leaves free at most whose rest stands below


def unwrapped(rows: Sequence[Row]) -> list[Row]:
    """The rows of a page with the rests of options behind the options that they belong to."""
    found: list[Row] = []
    high = line_height([p for row in rows for p in row.pieces])
    for row in rows:
        above = found[-1] if found else None
        joined = _joined(above, row, high) if above else None
        if joined:
            found[-1] = joined
        else:
            found.append(row)
    return found


def _joined(above: Row, row: Row, high: float) -> Row | None:
    """The row above with the pieces of this one, None where they are no rests of its options."""
    if above.column != row.column or row.y0 - above.y0 > NEXT * high or above.cells or row.cells:
        return None
    options = _options(above)
    if len(options) < 2 or not all(_is_rest(p) for p in row.pieces):
        return None
    owners = [_owner(options, piece, high, above.right) for piece in row.pieces]
    known = [owner for owner in owners if owner is not None]
    if len(known) < len(owners) or len(set(known)) < len(known):
        return None
    said = [option.text for option in options]
    for owner, piece in zip(known, row.pieces, strict=True):
        rest = piece.text.strip()
        said[owner] += f" {rest}" if said[owner][-1:].isascii() and rest[:1].isascii() else rest
    return replace(above, pieces=(*above.pieces, *row.pieces), text="　　".join(said))


def _options(row: Row) -> list[Piece]:
    """The options of a row by their labels, which may stand in the middle of a piece."""
    found: list[Piece] = []
    for piece in _whole(row.pieces):
        text = piece.text.strip()
        cuts = [m.start() for m in _INSIDE.finditer(flat(text))]
        if not cuts or cuts[0] > 0:
            return []
        size = em_size(text)
        for start, end in pairwise([*cuts, len(text)]):
            x0, x1 = (piece.x0 + piece.width * em_size(text[:at]) / size for at in (start, end))
            found.append(replace(piece, x0=x0, x1=x1, text=text[start:end].strip()))
    return found


def _whole(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces of a row, a label in a box of its own with what stands behind it."""
    found: list[Piece] = []
    for piece in pieces:
        if found and _LABEL.fullmatch(flat(found[-1].text)):
            label = found.pop()
            text = label.text.strip() + piece.text.strip()
            found.append(replace(label, text=text, x1=piece.x1))
        else:
            found.append(piece)
    return found


def _is_rest(piece: Piece) -> bool:
    text = flat(piece.text)
    other = _INSIDE.search(text) or _OTHER.match(text) or is_heading(text) or _KEY.search(text)
    return not other and em_size(piece.text) <= SHORT


def _owner(options: Sequence[Piece], piece: Piece, high: float, right: float) -> int | None:
    """The place of the option right above a rest, if it fills the width up to the next one."""
    low, most = (share * high for share in HANG)
    for at, option in enumerate(options):
        if low <= piece.x0 - option.x0 <= most:
            after = options[at + 1].x0 if at + 1 < len(options) else right
            return at if option.x1 > after - ROOM * high else None
    return None
