"""A dump of a SQL database → rows of the tables that hold questions."""

import re
from collections.abc import Iterator

from banks.names import ROLES, lettered, named, roles_in

_NAME = r"[`\"\[]?([\w.]+)[`\"\]]?"
_CREATE = re.compile(rf"CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?{_NAME}\s*\(", re.IGNORECASE)
_INSERT = re.compile(
    rf"(?:INSERT|REPLACE)\s+(?:IGNORE\s+)?INTO\s+{_NAME}\s*(\([^)]*\))?\s*VALUES\s*", re.IGNORECASE
)
_COLUMN = re.compile(r"^\s*[`\"\[]?(\w+)[`\"\]]?\s+\w+")
_COMMENT = re.compile(r"COMMENT\s+'((?:[^'\\]|\\.|'')*)'", re.IGNORECASE)
_NOT_COLUMNS = ("primary", "key", "unique", "constraint", "index", "foreign", "fulltext", "check")
_VALUE = re.compile(
    r"\s*(?:N?'((?:[^'\\]|\\.|'')*)'|([^,()']+(?:\([^()]*\))?))\s*([,)])", re.DOTALL
)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "0": ""}


def rows(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Name of the table and a row by its headings, of the tables with questions; of all where
    none names one. A column's comment is its heading where that says more. Raises ValueError
    where nothing is inserted.
    """
    headings = {found[1]: _headings(text, found.end()) for found in _CREATE.finditer(text)}
    tables: dict[str, list[dict[str, str]]] = {}
    for found in _INSERT.finditer(text):
        told = _columns(found[2], headings.get(found[1], {}))
        for values in _values(text, found.end()):
            names = told or [f"column {n}" for n in range(1, len(values) + 1)]
            row = dict(zip(names, values, strict=False))
            tables.setdefault(found[1], []).append(row)
    if not tables:
        raise ValueError("no INSERT INTO … VALUES: export the table as CSV")
    asked = [name for name, some in tables.items() if _asks(list(some[0]))]
    for name in asked or tables:
        yield from ((name, row) for row in tables[name])


def _asks(names: list[str]) -> bool:
    return roles_in(names) > 1 or bool(named("stem", names) and lettered(names))


def _headings(text: str, start: int) -> dict[str, str]:
    """Column → heading, of the definition that begins at a place."""
    found: dict[str, str] = {}
    for line in _split(text, start):
        column = _COLUMN.match(line)
        if column is None or column[1].lower() in _NOT_COLUMNS:
            continue
        comment = _COMMENT.search(line)
        said = _plain(comment[1]) if comment else ""
        known = any(named(role, [said]) for role in ROLES) and not any(
            named(role, [column[1]]) for role in ROLES
        )
        found[column[1]] = said if known else f"{column[1]}（{said}）" if said else column[1]
    return found


def _split(text: str, start: int) -> Iterator[str]:
    """The parts of a bracket between its commas."""
    depth, quoted, begin = 0, False, start
    for place in range(start, len(text)):
        sign = text[place]
        if quoted:
            quoted = sign != "'" or text[place - 1] == "\\"
        elif sign == "'":
            quoted = True
        elif sign == "(":
            depth += 1
        elif (sign == "," and not depth) or (sign == ")" and not depth):
            yield text[begin:place]
            begin = place + 1
            if sign == ")":
                return
        elif sign == ")":
            depth -= 1


def _columns(listed: str | None, headings: dict[str, str]) -> list[str]:
    if not listed:
        return list(headings.values())
    names = [name.strip(' `"[]\n') for name in listed[1:-1].split(",")]
    return [headings.get(name, name) for name in names]


def _values(text: str, place: int) -> Iterator[list[str]]:
    """The rows of an INSERT."""
    while place < len(text) and text[place] == "(":
        place += 1
        row = []
        while found := _VALUE.match(text, place):
            place = found.end()
            bare = (found[2] or "").strip()
            said = (
                _plain(found[1]) if found[1] is not None else "" if bare.upper() == "NULL" else bare
            )
            row.append(said)
            if found[3] == ")":
                break
        else:
            raise ValueError(f"row cannot be read: {text[place : place + 40]!r}")
        yield row
        while place < len(text) and text[place] in ", \r\n\t":
            place += 1


def _plain(text: str) -> str:
    said = text.replace("''", "'")
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), said, flags=re.DOTALL)
