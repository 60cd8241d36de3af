"""Who said what about which item, and what is open: opinions of all logs beside a desk.

`watch` gives each reviewer the next item that still wants somebody; an item that a person has just
opened is held for them for a while, so that no more people are asked than the policy wants.
"""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from cpsyexam.errors import BusyError
from cpsyexam.files import digest
from reviewing.consensus import Outcome, settle
from reviewing.desk import Desk, Slip
from reviewing.gold import doubted
from reviewing.ledger import Ledger
from reviewing.opinions import Forms, Log, Look, Opinion, every

_HOLD = 600.0  # seconds


class Board:
    """Opinions by item; outcome of every item that somebody spoke about."""

    def __init__(self, folder: Path, desk: Desk) -> None:
        self._folder, self.desk = folder, desk
        self._ledger = Ledger()
        self._held: dict[str, dict[str, float]] = {}
        self.disputes: dict[str, int] = {}  # item → rank
        with self._ledger.loading():
            self._looks = every(self._shown, Look, self._ledger.look)
            self._logs = every(folder, Opinion, self._ledger.add)
            for item in self._ledger.items():
                self._settle(item)

    @property
    def _shown(self) -> Path:
        return self._folder.with_name("looks")

    @property
    def reviewers(self) -> list[str]:
        """Names of all who said something."""
        return sorted(self._logs)

    @property
    def agreed(self) -> int:
        """How many items are agreed on."""
        return self._ledger.count("agreed")

    def log(self, by: str) -> list[Opinion]:
        """All lines of one reviewer, in order."""
        return self._logs[by].rows if by in self._logs else []

    def knows(self, by: str, opinion: str) -> bool:
        """Whether a form of this name came from a reviewer before."""
        return by in self._logs and self._logs[by].knows(opinion)

    def words(self, by: str) -> int:
        """About how many items a reviewer says something."""
        return self._ledger.words(by)

    def votes(self, slip: Slip) -> list[Opinion]:
        """The last word of each reviewer about an item as it is now, in time order."""
        said = self._ledger.said(slip.item).values()
        return sorted((one for one in said if one.was == slip.was), key=lambda one: one.when)

    def mine(self, slip: Slip, by: str) -> Opinion | None:
        """What one reviewer says about an item as it is now."""
        return next((one for one in self.votes(slip) if one.by == by), None)

    def all_votes(self) -> Iterator[tuple[Slip, list[Opinion]]]:
        """Items of the queue that somebody spoke about, with what was said."""
        for item in self._ledger.items():
            slip = self.desk.slip(item)
            if slip:
                votes = self.votes(slip)
                if votes:
                    yield slip, votes

    def past_votes(self) -> Iterator[tuple[Slip, list[Opinion]]]:
        """Items that have left the queue since, mostly because they were decided on."""
        for item in self._ledger.items():
            if self.desk.slip(item) is None:
                votes = sorted(self._ledger.said(item).values(), key=lambda one: one.when)
                last = votes[-1]
                votes = [one for one in votes if one.was == last.was]
                gold = "past" if "gold" in last.kinds else ""
                known = (0, item, last.kinds, "check", last.policy, last.was)
                yield Slip(*known, exam="", subject="", source="", title="", gold=gold), votes

    def gone(self) -> int:
        """Opinions about items that are no longer in the queue, or were other questions then."""
        return self._ledger.words() - sum(len(votes) for _, votes in self.all_votes())

    def outcome(self, slip: Slip) -> Outcome:
        """What the policy makes of an item."""
        made = settle(self.votes(slip), slip.policy)
        return doubted(made, self.desk.payload(slip.rank)) if slip.gold else made

    def add(self, opinion: Opinion) -> bool:
        """Keep an opinion, marked where it comes after those of others; False where it was sent
        before. On the disk when this returns.
        """
        by = opinion.by
        log = self._logs.get(by)
        if log is None:
            log = self._logs[by] = Log(self._folder, by, self._ledger.add)
        seen = bool(self._ledger.looked(opinion.item, by, "others", opinion.was))
        if not log.add(opinion.model_copy(update={"seen_others": seen and not opinion.chair})):
            return False
        self._held.get(opinion.item, {}).pop(by, None)
        self._settle(opinion.item)
        return True

    def look(self, look: Look) -> None:
        """Keep what somebody is about to be shown; on the disk when this returns."""
        if look.by not in self._looks:
            self._looks[look.by] = Forms(self._shown, look.by, Look, self._ledger.look)
        self._looks[look.by].add(look)

    def shows(
        self,
        slip: Slip,
        by: str,
        when: str,
        shown: Literal["key", "others"],
        *,
        own: tuple[str, ...] | None = None,
        questions: tuple[str, ...] = (),
    ) -> None:
        """Note that somebody is about to be shown an item's key, or what others say of it."""
        told = "\n".join((by, slip.item, slip.was, shown, *questions))
        name = digest(told)[:32]  # once for what is shown
        self.look(
            Look(opinion=name, item=slip.item, was=slip.was, by=by, when=when, shown=shown,
                 own=own, questions=questions)
        )  # fmt: skip

    def looked(self, slip: Slip, by: str, shown: str) -> Look | None:
        """What was shown to somebody of an item as it is now: its `key`, or the `others`' words."""
        return self._ledger.looked(slip.item, by, shown, slip.was)

    def keys(self, by: str) -> dict[str, str]:
        """Names of items and questions whose keys a person has seen → since when."""
        return self._ledger.keys(by)

    def _settle(self, item: str) -> None:
        slip = self.desk.slip(item)
        if slip is None:
            return
        votes = self.votes(slip)
        made = self.outcome(slip)
        self._ledger.settle(item, made.state)
        self.disputes.pop(item, None)
        if made.state == "dispute":
            self.disputes[item] = slip.rank
        self.desk.tell(slip.rank, closed=made.wants < 1, said=[one.by for one in votes])

    def watch(self, by: str, filters: Mapping[str, str], after: int = 0) -> Slip | None:
        """The next item for a reviewer, held for them; None where nothing is left."""
        start = after
        while True:
            found = self.desk.waiting(by, filters, start)
            if not found:
                return None
            for slip in found:
                if self._free(slip, by):
                    self._held.setdefault(slip.item, {})[by] = time.monotonic() + _HOLD
                    return slip
            start = found[-1].rank

    def _free(self, slip: Slip, by: str) -> bool:
        if self.looked(slip, by, "others"):  # what they say now would count for nothing
            return False
        now = time.monotonic()
        held = self._held.get(slip.item, {})
        others = sum(1 for who, until in held.items() if who != by and until > now)
        return self.outcome(slip).wants > others


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold the folder of the opinions. Raises BusyError where a station has it open already."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise BusyError(
            "a review station is running on it", where=str(folder), remedy="stop it first"
        ) from error
    try:
        yield
    finally:
        os.close(handle)
