"""The queue as a file that a server reads a question at a time: SQLite, made once."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cpsyexam.files import replacing
from reviewing.kinds import HIDDEN, Policy

Row = dict[str, Any]
_TABLES = """
CREATE TABLE items (
    rank INTEGER PRIMARY KEY, item TEXT UNIQUE, kinds TEXT, form TEXT, policy TEXT, was TEXT,
    exam TEXT, subject TEXT, source TEXT, title TEXT, gold TEXT
);
CREATE TABLE payloads (rank INTEGER PRIMARY KEY, payload TEXT);
CREATE TABLE paper (rank INTEGER PRIMARY KEY, id TEXT UNIQUE, exam TEXT, names TEXT, payload TEXT);
CREATE TABLE counts (field TEXT, value TEXT, number INTEGER);
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT);
"""
_TITLE = 60  # characters of a stem in a list
FILTERS = ("kind", "exam", "subject", "source", "reviewer")
SEARCH = "text"  # words of a question, or the beginning of its id


@dataclass(frozen=True)
class Slip:
    """A line of the queue."""

    rank: int
    item: str
    kinds: tuple[str, ...]
    form: str
    policy: Policy
    was: str
    exam: str
    subject: str
    source: str
    title: str  # beginning of the stem; "" where it would tell which of two is asked about
    gold: str  # "", good, planted

    @property
    def shown_kinds(self) -> tuple[str, ...]:
        """What reviewers are told."""
        return tuple(HIDDEN.get(kind, kind) for kind in self.kinds)


def write(
    path: Path, payloads: Iterable[Row], meta: Mapping[str, str], paper: Iterable[Row] = ()
) -> int:
    """Write the desk of a queue, payloads in the queue's order; the number of items.

    `paper`: the questions of the examination, without their keys.
    """
    with replacing(path) as temporary:
        connection = sqlite3.connect(temporary)
        connection.executescript("PRAGMA journal_mode=OFF;" + _TABLES)
        number = 0
        for number, row in enumerate(payloads, start=1):
            connection.execute(
                "INSERT INTO items VALUES (?,?,?,?,?,?,?,?,?,?,?)", _slip(number, row)
            )
            connection.execute(
                "INSERT INTO payloads VALUES (?,?)",
                (number, json.dumps(row, ensure_ascii=False, default=str)),
            )
        connection.executemany(
            "INSERT INTO paper VALUES (?,?,?,?,?)",
            (
                (
                    place,
                    row["id"],
                    row["exam"],
                    " ".join(row["names"]),
                    json.dumps(row, ensure_ascii=False),
                )
                for place, row in enumerate(paper, start=1)
            ),
        )
        _count(connection)
        connection.executemany("INSERT INTO meta VALUES (?,?)", meta.items())
        connection.commit()
        connection.close()
    return number


def _slip(rank: int, row: Row) -> tuple[Any, ...]:
    question = row["question"]
    title = " ".join(question["printed"]["stem"].split())[:_TITLE]
    title = "" if row["form"] == "compare" else title
    gold = row["gold"]["how"] if row["gold"] else ""
    was = f"{question['was']}{gold if gold == 'planted' else ''}"
    kinds = f" {' '.join(row['kinds'])} "
    return (rank, row["item"], kinds, row["form"], row["policy"], was, row["exam"], row["subject"],
            row["source"], title, gold)  # fmt: skip


def _count(connection: sqlite3.Connection) -> None:
    for field in ("exam", "subject", "source"):
        connection.execute(
            f"INSERT INTO counts SELECT '{field}', {field}, count(*) FROM items GROUP BY {field}"  # noqa: S608
        )
    kinds: dict[str, int] = {}
    for (text,) in connection.execute("SELECT kinds FROM items"):
        for kind in {HIDDEN.get(name, name) for name in text.split()}:
            kinds[kind] = kinds.get(kind, 0) + 1
    connection.executemany("INSERT INTO counts VALUES ('kind', ?, ?)", kinds.items())


class Desk:
    """The items of a queue. While it is open, it also knows who said something about what."""

    def __init__(self, path: Path) -> None:
        # one at a time asks, though not always from the thread that opened it
        self._db = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False
        )
        self._db.execute("ATTACH '' AS live")
        self._db.execute("CREATE TABLE live.closed (rank INTEGER PRIMARY KEY)")
        self._db.execute("CREATE TABLE live.said (by TEXT, rank INTEGER, PRIMARY KEY (rank, by))")
        self.meta: dict[str, str] = dict(self._db.execute("SELECT name, value FROM meta"))
        [(self.size,)] = self._db.execute("SELECT count(*) FROM items")
        self._low: dict[tuple[str, ...], int] = {}

    def slip(self, item: str) -> Slip | None:
        """The line of an item, None where it is not in the queue."""
        return next(self._slips("WHERE item = ?", (item,)), None)

    def at(self, rank: int) -> Slip | None:
        """The line at a place, from 1."""
        return next(self._slips("WHERE rank = ?", (rank,)), None)

    def payload(self, rank: int) -> Row:
        """What the page of the item at a place shows."""
        [(text,)] = self._db.execute("SELECT payload FROM payloads WHERE rank = ?", (rank,))
        row: Row = json.loads(text)
        return row

    def paper(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """Id, exam and all names (`reviewing.items.paper`) of the examination's questions."""
        rows = self._db.execute("SELECT id, exam, names FROM paper ORDER BY rank")
        return [(name, exam, tuple(names.split(" "))) for name, exam, names in rows]

    def asked(self, name: str) -> Row | None:
        """A question of the examination, None where there is no such one."""
        found = self._db.execute("SELECT payload FROM paper WHERE id = ?", (name,)).fetchone()
        return json.loads(found[0]) if found else None

    def counts(self, field: str) -> list[tuple[str, int]]:
        """Values of a filter with their numbers, the commonest first."""
        if field == "reviewer":
            asked = "SELECT by, count(*) FROM live.said GROUP BY by ORDER BY by"
            return list(self._db.execute(asked))
        asked = "SELECT value, number FROM counts WHERE field = ? ORDER BY number DESC, value"
        return list(self._db.execute(asked, (field,)))

    def slips(self, filters: Mapping[str, str], after: int = 0, limit: int = 50) -> list[Slip]:
        """Lines that match, in order, closed ones too."""
        where, values = _where(filters)
        return list(self._slips(f"WHERE rank > ? {where} LIMIT ?", (after, *values, limit)))

    def before(self, rank: int, filters: Mapping[str, str]) -> Slip | None:
        """The nearest line before a place that matches, None for the first."""
        where, values = _where(filters)
        asked = f"SELECT max(rank) FROM items WHERE rank < ? {where}"  # noqa: S608  own names only
        [(found,)] = self._db.execute(asked, (rank, *values))
        return self.at(found) if found else None

    def policies(self) -> dict[Policy, int]:
        """How many lines each policy has."""
        return dict(self._db.execute("SELECT policy, count(*) FROM items GROUP BY policy"))

    def routine(self) -> int:
        """How many lines are of the control sample."""
        [(number,)] = self._db.execute("SELECT count(*) FROM items WHERE kinds LIKE '% control %'")
        return int(number)

    def every(self) -> list[Slip]:
        """All lines in order."""
        return list(self._slips("", ()))

    def waiting(
        self, by: str, filters: Mapping[str, str], after: int = 0, limit: int = 8
    ) -> list[Slip]:
        """Lines that are open and about which `by` has said nothing, in order."""
        key = (by, *(filters.get(name, "") for name in FILTERS))
        start = after or (0 if filters.get(SEARCH) else self._low.get(key, 0))
        where, values = _where(filters)
        free = (
            "AND rank NOT IN (SELECT rank FROM live.closed) "
            "AND NOT EXISTS (SELECT 1 FROM live.said s WHERE s.by = ? AND s.rank = items.rank)"
        )
        found = list(
            self._slips(f"WHERE rank > ? {where} {free} LIMIT ?", (start, *values, by, limit))
        )
        if not after and not filters.get(SEARCH):
            self._low[key] = found[0].rank - 1 if found else self.size
        return found

    def tell(self, rank: int, *, closed: bool, said: Iterable[str]) -> None:
        """What is now known of the item at a place."""
        if closed:
            self._db.execute("INSERT OR IGNORE INTO live.closed VALUES (?)", (rank,))
        else:
            self._db.execute("DELETE FROM live.closed WHERE rank = ?", (rank,))
        self._db.execute("DELETE FROM live.said WHERE rank = ?", (rank,))
        self._db.executemany(
            "INSERT INTO live.said VALUES (?, ?)", [(by, rank) for by in set(said)]
        )
        for key, low in self._low.items():
            self._low[key] = min(low, rank - 1) if not closed else low

    def _slips(self, rest: str, values: tuple[Any, ...]) -> Iterator[Slip]:
        asked = f"SELECT * FROM items {rest.replace(' LIMIT', ' ORDER BY rank LIMIT')}"  # noqa: S608
        if "LIMIT" not in rest:
            asked += " ORDER BY rank"
        for rank, item, kinds, *others in self._db.execute(asked, values):
            yield Slip(rank, item, tuple(kinds.split()), *others)


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


def _where(filters: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
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
