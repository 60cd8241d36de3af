"""Breaking lines as a printer does."""

import re

_UNIT = re.compile(r"[!-~]+|\s+|.", re.DOTALL)
_NOT_FIRST = "，。、；：！？）》”’】％…—"
_NOT_LAST = "（《“‘【"


def _columns(text: str) -> int:
    return sum(1 if c < "\u0100" else 2 for c in text)


def break_line(text: str, width: int) -> list[str]:
    """Rows of at most `width` Chinese characters; no row begins with closing punctuation, Latin
    words and numbers stay whole. 0 = do not break.
    """
    if not width or _columns(text) <= 2 * width:
        return [text]
    rows, row = [], ""
    for unit in _UNIT.findall(text):
        if row and _columns(row + unit) > 2 * width and unit[0] not in _NOT_FIRST:
            kept = row.rstrip(_NOT_LAST)
            rows.append(kept.rstrip(" "))
            row = row[len(kept) :]
            row += unit if row else unit.lstrip(" ")
        else:
            row += unit
    return [*rows, row] if row else rows
