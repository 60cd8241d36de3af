"""What filters and sought words mean to the desk's tables: parts of SQL, and their values."""

from collections.abc import Mapping

from reviewing.kinds import HIDDEN

FILTERS = ("kind", "exam", "subject", "source", "reviewer")
SEARCH = "text"  # words of a question, or the beginning of its id


def matching(filters: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """The part of a statement that keeps the questions of the list that filters let through."""
    words = [f"%{_plain(word)}%" for word in filters.get(SEARCH, "").split()]
    fields = [name for name in ("exam", "subject") if filters.get(name)]
    parts = ["AND words LIKE ? ESCAPE '!'"] * len(words) + [f"AND {name} = ?" for name in fields]
    return " ".join(parts), (*words, *(filters[name] for name in fields))


# what a question asks, not what answers it; of two questions that are compared neither is named
_ASKED = """AND rank IN (SELECT rank FROM payloads
    WHERE json_extract(payload, '$.form') <> 'compare' AND (
    coalesce(json_extract(payload, '$.question.printed.stem'), '')
    || coalesce(json_extract(payload, '$.question.printed.options'), '')
    || coalesce(json_extract(payload, '$.question.printed.material'), '') LIKE ? ESCAPE '!'
    OR json_extract(payload, '$.question.id') LIKE ? ESCAPE '!'))"""


def _plain(word: str) -> str:
    """A word that LIKE takes letter by letter."""
    return "".join(f"!{sign}" if sign in "!%_" else sign for sign in word)


def where(filters: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """The part of a statement that keeps the lines of the queue that filters let through."""
    parts, values = [], []
    for word in filters.get(SEARCH, "").split():
        parts.append(_ASKED)
        values += [f"%{_plain(word)}%", f"{_plain(word)}%"]
    for name in FILTERS:
        value = filters.get(name, "")
        if not value:
            continue
        if name == "reviewer":
            parts.append("AND rank IN (SELECT rank FROM live.said WHERE by = ?)")
            values.append(value)
        elif name == "kind":
            hidden = [kind for kind, shown in HIDDEN.items() if shown == value]
            parts.append("AND (" + " OR ".join(["kinds LIKE ?"] * (1 + len(hidden))) + ")")
            values += [f"% {kind} %" for kind in (value, *hidden)]
        else:
            parts.append(f"AND {name} = ?")
            values.append(value)
    return " ".join(parts), tuple(values)
