"""Lines that head a key, or its sections, and hold its first entries."""

import re
from itertools import pairwise

from parsing.formats import format_of
from parsing.heading import HAN, Heading, ordinal
from parsing.key_rows import TABLE, row

_FIRST = re.compile(r"\d{1,3}")
_SECTIONED = re.compile(
    rf"[^\S\n]{{0,40}}(?P<enum>[{HAN}]{{1,3}}\s?[、.]|\([{HAN}]{{1,3}}\))"
    r"\s{0,4}(?:(?=\(?\d{1,3}\s?[.、)](?!\d))|$)"
)


def lone(text: str, found: list[Heading]) -> list[Heading]:
    """Without the rows 答案：1.B 2.A 3.C, where there are several: one question's parts each.

    Where their numbers run on from row to row, they are the keys of the questions above.
    """
    firsts = [
        int(m[0])
        for h in found
        if h.kind == "key" and h.keyed and (m := _FIRST.search(text, h.end, h.end + 12))
    ]
    if len(firsts) > 1 and all(a < b for a, b in pairwise(firsts)):
        return found
    rows = {
        heading
        for heading, after in pairwise([*found, None])
        if heading and heading.keyed and heading.kind == "key" and not (after and after.keyed)
    }
    if len(rows) == 1 and not any(h.count > 2 or _printed_above(text, h) for h in rows):
        return [heading for heading in found if heading not in rows]
    return [heading for heading in found if heading not in rows] if len(rows) > 1 else found


def _printed_above(text: str, row_: Heading) -> bool:
    """Whether lines above a row of two answers begin with its numbers."""
    numbers = _FIRST.findall(text[row_.end : row_.end + 40])[:2]
    above = text[: row_.start]
    return len(numbers) == 2 and all(
        re.search(rf"(?:\A|\n)[^\S\n]*{number}[^\S\n]?[.、)]", above) for number in numbers
    )


def key_table(text: str, start: int, found: list[Heading], *, keyed: bool) -> Heading | None:
    """Where a key's table begins that nothing heads."""
    if keyed or not text.startswith("题", start) or not (m := TABLE.match(text, start)):
        return None
    above = text[max(found[-1].end if found else 0, start - 2000) : start]
    headed = bool(found) and found[-1].kind == "section" and not above.strip()
    headed = headed or "答案" in above  # a table's next rows
    cells = len(re.findall(r"\d+", m["n"] or ""))
    told = cells > 1 and cells == len(re.findall(r"[A-H]+|[√×✓✗✔✘对错TF]", m["a"] or ""))
    return Heading("key", start, start) if told and not headed else None


def key_row(text: str, start: int, end: int, *, keyed: bool) -> list[Heading]:
    """The headings of a line that is a key's; `keyed` = below a key's heading."""
    if found := row(text, start, end, keyed=keyed):
        if found.numberless:
            return [Heading("key", start, found.opening, "row")]
        out = []
        if found.opening > start:
            out = [Heading("key", start, found.opening, count=found.entries, keyed=True)]
        return out + [
            Heading(
                "section",
                label.start,
                label.end,
                ordinal(label.enum),
                format_of(label.name),
                keyed=True,
            )
            for label in found.labels
        ]
    m = _SECTIONED.match(text, start, end) if keyed else None
    return [Heading("section", start, m.end(), ordinal(m["enum"]))] if m else []
