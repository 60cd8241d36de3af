"""The rows in a JSON document, in the shapes that programs write: records, columns, by id."""

from collections.abc import Mapping
from typing import Any

from banks.names import roles_in


def rows_of(found: Any) -> list[Any]:
    """The rows of a document. Raises ValueError where it is neither a list nor an object.

    Read: a list of objects, lists of them below names, an object of rows by id, and what pandas'
    `to_json` and `to_dict` write (columns, index, split, table, list).
    """
    if isinstance(found, list):
        return _opened(found)
    if not isinstance(found, dict):
        raise ValueError("the JSON is neither a list nor an object")  # noqa: TRY004 - bad data
    values = list(found.values())
    if values and all(isinstance(value, dict) for value in values):
        return _of_objects(found)
    names, data = found.get("columns"), found.get("data")
    if isinstance(names, list) and isinstance(data, list):  # orient="split"
        return [dict(zip(map(str, names), row, strict=False)) for row in data]
    lists = {name: value for name, value in found.items() if isinstance(value, list)}
    if roles_in(list(lists)) > 1 and len({len(value) for value in lists.values()}) == 1:
        return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]
    return _opened([row for one in lists.values() for row in one]) if lists else [found]


def _opened(rows: list[Any]) -> list[Any]:
    """The questions that stand in a list inside each row (a paper's, a chapter's), with what
    else the row says; the rows themselves where they are questions or hold no such list.
    """
    first = rows[0] if rows else None
    if not isinstance(first, dict) or roles_in(list(first)):
        return rows
    inside = [
        name
        for name, value in first.items()
        if isinstance(value, list) and value and isinstance(value[0], dict)
    ]
    asked = [name for name in inside if roles_in(list(first[name][0])) > 1 or len(inside) == 1]
    if len(asked) != 1 or not all(isinstance(row, dict) for row in rows):
        return rows
    [name] = asked
    opened = []
    for row in rows:
        told = {key: value for key, value in row.items() if not isinstance(value, list | dict)}
        some = row.get(name)
        opened += (
            [told | one for one in some if isinstance(one, dict)] if isinstance(some, list) else []
        )
    return _opened(opened)


def _of_objects(found: Mapping[str, Any]) -> list[Any]:
    """An object of objects: columns by row, where its own names are those of columns, or rows."""
    inner = dict.fromkeys(name for value in found.values() for name in value)
    alike = all(value.keys() == inner.keys() for value in found.values())
    if alike and roles_in(list(found)) > roles_in(list(inner)):
        return [{name: cells.get(row) for name, cells in found.items()} for row in inner]
    if len(found) == 1 and not roles_in(list(inner)):
        return rows_of(next(iter(found.values())))
    if any(roles_in(list(value)) for value in found.values()):
        return [{"id": name, **row} for name, row in found.items()]
    return [dict(found)]
