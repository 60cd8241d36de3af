"""The rows in a JSON document, in the shapes that programs write: records, columns, nested."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any

from banks.names import named, roles_in
from banks.values import CHOICE, declared

# formats that the name of a list tells surely
_SEVERAL = (CHOICE, "MAQ", "INDEF", "TF", "FILL", "QA")
_ONE = ("single", "单选", "单项", "scq")


def rows_of(found: Any) -> list[Any]:
    """The rows of a document. Raises ValueError where it is neither a list nor an object.

    Read: every object that has a question and something beside it, wherever it stands, with what
    the objects around it say (a paper's, a chapter's name), and all else that stands in a list
    with one; what pandas' `to_json` and `to_dict` write (columns, index, split, table, list).
    Where no object looks like a question, the longest list of objects.
    """
    if isinstance(found, dict):
        if (columns := _columns(found)) is not None:
            return columns
    elif not isinstance(found, list):
        raise ValueError("the JSON is neither a list nor an object")  # noqa: TRY004 - bad data
    if asked := _inside(found):
        return asked
    longest = max(_lists(found), key=len, default=None)
    return longest if longest is not None else [found]


def _columns(found: Mapping[str, Any]) -> list[Any] | None:
    """The rows of an object of columns; None for any other."""
    names, data = found.get("columns"), found.get("data")
    if isinstance(names, list) and isinstance(data, list):  # orient="split"
        return [dict(zip(map(str, names), row, strict=False)) for row in data]
    lists = {name: value for name, value in found.items() if isinstance(value, list)}
    if roles_in(list(lists)) > 1 and len({len(value) for value in lists.values()}) == 1:
        return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]
    values = list(found.values())
    if values and all(isinstance(value, dict) for value in values):
        inner = dict.fromkeys(name for value in values for name in value)
        alike = all(value.keys() == inner.keys() for value in values)
        if alike and roles_in(list(found)) > roles_in(list(inner)):
            return [{name: cells.get(row) for name, cells in found.items()} for row in inner]
    return None


def _asks(found: Any) -> bool:
    """Whether something is a question: it has one, and something beside it."""
    return isinstance(found, dict) and _roles(tuple(found)) > 1


@lru_cache(maxsize=1024)  # most objects of a document have the same names
def _roles(names: tuple[str, ...]) -> int:
    return roles_in(names)


def _inside(found: Any) -> list[Any]:
    """The questions inside a value, each with what stands around it there and it does not say.

    A question that holds others is what stands around them: a paper, a chapter, a case.
    """
    if isinstance(found, list):
        parts = [(one, _inside(one)) for one in found]
        among = any(not inner and _asks(one) for one, inner in parts)
        # what stands in a list of questions is one, or told as none
        return list(chain.from_iterable(inner or [one] * among for one, inner in parts))
    if not isinstance(found, dict):
        return []
    told = {k: value for k, value in found.items() if not isinstance(value, list | dict)}
    rows: list[Any] = []
    for name, value in found.items():
        inner = _inside(value)
        if not inner and _asks(value):
            inner = [{"id": name, **value}]
        around = {**told, **_kind(name, inner)} if isinstance(value, list) else told
        rows += [{**around, **one} if isinstance(one, dict) else one for one in inner]
    return rows


def _kind(name: str, rows: list[Any]) -> dict[str, str]:
    """The format of questions in a list that is named for it: `true_false`, `单选题`."""
    form = declared(name.replace("_", " "), {})
    sure = form in _SEVERAL or any(word in name.lower() for word in _ONE)
    if not sure or any(isinstance(one, dict) and named("declared", list(one)) for one in rows):
        return {}
    return {"type": name.replace("_", " ")}


def _lists(found: Any) -> Iterator[list[Any]]:
    """Every list of objects in a value."""
    if isinstance(found, list) and (not found or isinstance(found[0], dict)):
        yield found
    inside = found.values() if isinstance(found, dict) else found if isinstance(found, list) else ()
    for value in inside:
        if isinstance(value, list | dict):
            yield from _lists(value)
