"""Questions that a page hands to its scripts as JSON, by the table `[data]` of a site's TOML."""

import re
from collections.abc import Iterator
from typing import Any

from bs4 import BeautifulSoup

from cpsyexam.taxonomy import LETTERS
from documents.html import embedded, fragment_text
from spiders.reading import Found
from spiders.site import DataTable

_LETTERS = re.compile(r"[A-Ha-h][A-Ha-h,，、;；\s]*")


def data_questions(root: BeautifulSoup, table: DataTable, page: int) -> tuple[Found, ...]:
    """The questions in the data of a page; `page` is its index in the paper."""
    if not table.script:
        return ()
    entries = [
        entry
        for one in embedded.data(root)
        if one.name == table.script
        for entry in _at(one.value, table.path.split("."))
        if isinstance(entry, dict) and _text(entry, table.stem)
    ]
    return tuple(_question(entry, table, page, at) for at, entry in enumerate(entries, start=1))


def _at(value: Any, path: list[str]) -> Iterator[Any]:
    if not path or path == [""]:
        yield value
    elif path[0] == "*" and isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _at(one, path[1:])
    elif isinstance(value, dict) and path[0] in value:
        yield from _at(value[path[0]], path[1:])
    elif isinstance(value, list) and path[0].isdecimal() and int(path[0]) < len(value):
        yield from _at(value[int(path[0])], path[1:])


def _field(entry: Any, path: str) -> Any:
    return next(_at(entry, path.split(".")), None) if path else None


def _text(entry: Any, path: str) -> str:
    return _plain(_field(entry, path))


def _plain(value: Any) -> str:
    if value is None or isinstance(value, dict | list):
        return ""
    return "\n".join(fragment_text(str(value)).lines)


def _question(entry: dict[str, Any], table: DataTable, page: int, at: int) -> Found:
    found = _field(entry, table.options)
    values = list(found.values()) if isinstance(found, dict) else found
    values = values if isinstance(values, list) else []
    options = tuple(_text(o, table.option) if isinstance(o, dict) else _plain(o) for o in values)
    marked = [
        LETTERS[i]
        for i, option in enumerate(values[: len(LETTERS)])
        if table.right
        and isinstance(option, dict)
        and _field(option, table.right) in (True, 1, "1")
    ]
    return Found(
        page=page,
        locator=f"{table.script}:{at}",
        stem=_text(entry, table.stem),
        number=_text(entry, table.number) or str(at),
        material=_text(entry, table.material),
        options=options,
        answer="".join(marked) or _answer(_field(entry, table.answer), table, len(options)),
        explanation=_text(entry, table.explanation),
        notes=(f"data: {table.script}",),
    )


def _answer(value: Any, table: DataTable, options: int) -> str:
    """Letters for numbers and lists of numbers or letters; a text as it is."""
    values = value if isinstance(value, list) else [value]
    if options and all(isinstance(v, int) and not isinstance(v, bool) for v in values):
        places = sorted(v - table.first_answer for v in values)
        return "".join(LETTERS[p] for p in places if 0 <= p < min(options, len(LETTERS)))
    text = "".join(_plain(v) for v in values)
    return re.sub(r"[^A-H]", "", text.upper()) if _LETTERS.fullmatch(text) else text
