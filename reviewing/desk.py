"""The queue as a file that a server reads a question at a time: SQLite, made once."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cpsyexam.files import digest, replacing
from reviewing.items import names_of
from reviewing.kinds import HIDDEN, Policy
from reviewing.searching import FILTERS, SEARCH, matching, where

Row = dict[str, Any]
_TABLES = """
CREATE TABLE items (
    rank INTEGER PRIMARY KEY, item TEXT UNIQUE, kinds TEXT, form TEXT, policy TEXT, was TEXT,
    exam TEXT, subject TEXT, source TEXT, title TEXT, gold TEXT
);
CREATE TABLE payloads (rank INTEGER PRIMARY KEY, payload TEXT);
CREATE TABLE paper (rank INTEGER PRIMARY KEY, id TEXT UNIQUE, exam TEXT, names TEXT, payload TEXT);
CREATE TABLE questions (
    rank INTEGER PRIMARY KEY, id TEXT UNIQUE, exam TEXT, subject TEXT, words TEXT, payload TEXT
);
CREATE TABLE about (name TEXT, rank INTEGER);  -- names of the questions of checks, their pages
CREATE TABLE counts (field TEXT, value TEXT, number INTEGER);
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT);
"""
_TITLE = 60  # characters of a stem in a list


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
    path: Path, payloads: Iterable[Row], meta: Mapping[str, str], paper: Iterable[Row] = (),
    questions: Iterable[Row] = (),
) -> int:  # fmt: skip
    """Write the desk of a queue, payloads in the queue's order; the number of items.

    `paper`: the questions of the examination, without their keys; `questions`: all that may be
    shown, without theirs.
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
            connection.executemany("INSERT INTO about VALUES (?,?)", _about(number, row))
        connection.execute("CREATE INDEX about_name ON about (name)")
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
        connection.executemany(
            "INSERT INTO questions VALUES (?,?,?,?,?,?)", map(_listed, questions)
        )
        _count(connection)
        connection.executemany("INSERT INTO meta VALUES (?,?)", meta.items())
        connection.commit()
        connection.close()
    return number


def _slip(rank: int, row: Row) -> tuple[Any, ...]:
    question = row["question"]
    stem = (question["standing"] or {}).get("stem") or question["printed"]["stem"]
    title = " ".join(stem.split())[:_TITLE]
    title = "" if row["form"] == "compare" else title
    gold = row["gold"]["how"] if row["gold"] else ""
    # no print's, and as long as any: the page has it, and is not to tell what is planted
    was = digest(f"{question['was']}\n{gold}") if gold == "planted" else question["was"]
    kinds = f" {' '.join(row['kinds'])} "
    return (rank, row["item"], kinds, row["form"], row["policy"], was, row["exam"], row["subject"],
            row["source"], title, gold)  # fmt: skip


def _about(rank: int, row: Row) -> Iterator[tuple[str, int]]:
    question = row["question"]
    if row["form"] == "check":
        yield from ((name, rank) for name in names_of(question) | {question["place"]["capture"]})


def _listed(row: Row) -> tuple[Any, ...]:
    words = "\n".join((row["stem"], *row["options"], row["material"], row["id"]))
    payload = json.dumps(row, ensure_ascii=False)
    return (None, row["id"], row["exam"], row["subject"], words, payload)


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
        self.titles: dict[str, str] = json.loads(self.meta.get("titles", "{}"))  # of sources
        [(self.size,)] = self._db.execute("SELECT count(*) FROM items")
        self._low: dict[tuple[str, ...], int] = {}

    def slip(self, item: str) -> Slip | None:
        """The line of an item, None where it is not in the queue."""
        return next(self._slips("WHERE item = ?", (item,)), None)

    def at(self, rank: int) -> Slip | None:
        """The line at a place, from 1."""
        return next(self._slips("WHERE rank = ?", (rank,)), None)

    def about(self, names: Iterable[str]) -> list[Slip]:
        """Checks of questions with one of these names, or that stand on a page of that name."""
        some = sorted(set(names) - {""})
        marks = ", ".join("?" * len(some))
        asked = f"WHERE rank IN (SELECT rank FROM about WHERE name IN ({marks}))"  # noqa: S608
        return list(self._slips(asked, tuple(some)))

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

    def questions(
        self, filters: Mapping[str, str], after: int, limit: int
    ) -> list[tuple[int, Row]]:
        """Place and question of those that match, in order, from a place on."""
        condition, values = matching(filters)
        asked = (
            f"SELECT rank, payload FROM questions WHERE rank > ? {condition} ORDER BY rank LIMIT ?"  # noqa: S608
        )
        found = self._db.execute(asked, (after, *values, limit))
        return [(rank, json.loads(text)) for rank, text in found]

    def listed(self, filters: Mapping[str, str]) -> int:
        """How many questions match."""
        condition, values = matching(filters)
        [(number,)] = self._db.execute(
            f"SELECT count(*) FROM questions WHERE 1 {condition}",  # noqa: S608  own names only
            values,
        )
        return int(number)

    def listed_by(self, field: str) -> list[tuple[str, int]]:
        """Values of `exam` or `subject` with their numbers of questions, in order."""
        asked = f"SELECT {field}, count(*) FROM questions GROUP BY {field} ORDER BY min(rank)"  # noqa: S608
        return list(self._db.execute(asked))

    def question(self, name: str) -> Row | None:
        """A question of the list, None where there is no such one."""
        asked = "SELECT payload FROM questions WHERE id = ?"
        found = self._db.execute(asked, (name,)).fetchone()
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
        condition, values = where(filters)
        return list(self._slips(f"WHERE rank > ? {condition} LIMIT ?", (after, *values, limit)))

    def before(self, rank: int, filters: Mapping[str, str]) -> Slip | None:
        """The nearest line before a place that matches, None for the first."""
        condition, values = where(filters)
        asked = f"SELECT max(rank) FROM items WHERE rank < ? {condition}"  # noqa: S608  own names only
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
        condition, values = where(filters)
        free = (
            "AND rank NOT IN (SELECT rank FROM live.closed) "
            "AND NOT EXISTS (SELECT 1 FROM live.said s WHERE s.by = ? AND s.rank = items.rank)"
        )
        found = list(
            self._slips(f"WHERE rank > ? {condition} {free} LIMIT ?", (start, *values, by, limit))
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
