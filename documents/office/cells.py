"""A spreadsheet's cell as its program shows it."""

import re
from datetime import date, datetime, time, timedelta
from typing import Any, Self


class Shown(str):
    """A cell's text. `doubt` says why it may not be what was typed; `above`: it was printed once,
    for this cell and those below it.
    """

    __slots__ = ("above", "doubt")
    above: bool
    doubt: str

    def __new__(cls, text: str, *, doubt: str = "", above: bool = False) -> Self:
        """A text with what is to be known of it."""
        made = super().__new__(cls, text)
        made.doubt, made.above = doubt, above
        return made


def shown(cell: Any) -> str:
    """A cell's text as the program shows it: 5% for 0.05, 1月5日 for what Excel made a date."""
    value, form = cell.value, getattr(cell, "number_format", "General")
    if isinstance(value, datetime | date | time | timedelta):
        return Shown(_dated(value, form), doubt=f"excel_date {cell.coordinate}")
    if isinstance(value, int | float) and not isinstance(value, bool) and "%" in form:
        places = len(form.partition(".")[2].partition("%")[0])
        return f"{value * 100:.{places}f}%"
    return text(value)


def _dated(value: Any, form: str) -> str:
    """A date as Excel shows it, where its form is a usual one."""
    if isinstance(value, datetime | date) and re.search(r"[md]", form) and "h" not in form:
        plain = re.sub(r'\[[^\]]*\]|"|\\|;@|_.', "", form)
        named = {
            "yyyy": f"{value:%Y}",
            "yy": f"{value:%y}",
            "mmm": f"{value:%b}",
            "mm": f"{value:%m}",
            "m": str(value.month),
            "dd": f"{value:%d}",
            "d": str(value.day),
        }
        return re.sub(r"yyyy|yy|mmm|mm|m|dd|d", lambda found: named[found[0]], plain)
    return str(value)


def text(value: Any) -> str:
    """A cell's value as printed: whole numbers without a point, others with 15 digits."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.15g}"
    return str(value)
