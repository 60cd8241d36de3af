"""What stands of all opinions: the last word of everybody about every item, kept beside memory.

A temporary SQLite file, made from the logs when a station starts: memory stays flat however much
was said. The logs are the truth; nothing is read back from here by another process.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from reviewing.opinions import Look, Opinion

_TABLES = """
PRAGMA journal_mode=OFF;
CREATE TABLE votes (
    place INTEGER PRIMARY KEY, item TEXT, who TEXT, opinion TEXT, line TEXT
);
CREATE INDEX by_item ON votes (item, who);
CREATE INDEX by_who ON votes (who, item);
CREATE TABLE looks (
    item TEXT, who TEXT, shown TEXT, was TEXT, line TEXT, PRIMARY KEY (item, who, shown, was)
) WITHOUT ROWID;
CREATE TABLE keys (who TEXT, name TEXT, since TEXT, PRIMARY KEY (who, name)) WITHOUT ROWID;
CREATE TABLE states (item TEXT PRIMARY KEY, state TEXT) WITHOUT ROWID;
CREATE INDEX by_state ON states (state);
"""


class Ledger:
    """Opinions by item; what was taken back is gone."""

    def __init__(self) -> None:
        # one at a time asks, though not always from the thread that opened it
        self._db = sqlite3.connect("", check_same_thread=False, isolation_level=None)
        self._db.executescript(_TABLES)

    @contextmanager
    def loading(self) -> Iterator[None]:
        """Many additions in one go."""
        self._db.execute("BEGIN")
        yield
        self._db.execute("COMMIT")

    def add(self, said: Opinion) -> None:
        """Note an opinion, or that one was taken back."""
        if said.verdict == "undo":
            self._undo(said)
            return
        asked = "INSERT INTO votes (item, who, opinion, line) VALUES (?, ?, ?, ?)"
        self._db.execute(asked, (said.item, said.by, said.opinion, said.line()))
        self._know(said.by, (said.item,), said.when)

    def _undo(self, said: Opinion) -> None:
        """The word before stands again, unless what the others said led to taking back a later."""
        gone = "DELETE FROM votes WHERE item = ? AND who = ? AND opinion = ? RETURNING line"
        lines = self._db.execute(gone, (said.item, said.by, said.undoes)).fetchall()
        blind = [line for (line,) in lines if not Opinion.model_validate_json(line).seen_others]
        if said.seen_others and blind:
            self._db.execute("DELETE FROM votes WHERE item = ? AND who = ?", (said.item, said.by))

    def look(self, row: Look) -> None:
        """Note what was shown to somebody."""
        asked = "INSERT OR IGNORE INTO looks VALUES (?, ?, ?, ?, ?)"
        self._db.execute(asked, (row.item, row.by, row.shown, row.was, row.line()))
        self._know(row.by, (row.item, *row.questions), row.when)

    def _know(self, who: str, names: Iterable[str], when: str) -> None:
        asked = (
            "INSERT INTO keys VALUES (?, ?, ?) "
            "ON CONFLICT DO UPDATE SET since = min(since, excluded.since)"
        )
        self._db.executemany(asked, ((who, name, when) for name in names))

    def looked(self, item: str, who: str, shown: str, was: str) -> Look | None:
        """What was shown to somebody of an item as it was then."""
        asked = "SELECT line FROM looks WHERE item = ? AND who = ? AND shown = ? AND was = ?"
        row = self._db.execute(asked, (item, who, shown, was)).fetchone()
        return Look.model_validate_json(row[0]) if row else None

    def keys(self, who: str) -> dict[str, str]:
        """Items and questions whose keys somebody has seen → since when."""
        return dict(self._db.execute("SELECT name, since FROM keys WHERE who = ?", (who,)))

    def said(self, item: str) -> dict[str, Opinion]:
        """Reviewer → their last word about an item, as it was then."""
        asked = "SELECT who, line FROM votes WHERE item = ? ORDER BY place"
        lines = dict(self._db.execute(asked, (item,)))
        return {who: Opinion.model_validate_json(line) for who, line in lines.items()}

    def items(self) -> list[str]:
        """Items about which somebody says something, in the order in which they came up."""
        asked = "SELECT item FROM votes GROUP BY item ORDER BY min(place)"
        return [item for (item,) in self._db.execute(asked)]

    def words(self, by: str = "") -> int:
        """How many last words there are, or one reviewer has."""
        if by:
            asked = "SELECT count(DISTINCT item) FROM votes WHERE who = ?"
            [(number,)] = self._db.execute(asked, (by,))
        else:
            asked = "SELECT count(*) FROM (SELECT DISTINCT who, item FROM votes)"
            [(number,)] = self._db.execute(asked)
        return int(number)

    def settle(self, item: str, state: str) -> None:
        """Note the state of an item."""
        self._db.execute("INSERT OR REPLACE INTO states VALUES (?, ?)", (item, state))

    def count(self, state: str) -> int:
        """How many items are in a state."""
        [(number,)] = self._db.execute("SELECT count(*) FROM states WHERE state = ?", (state,))
        return int(number)
