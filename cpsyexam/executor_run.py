"""One map over workers: who has which batch, what is suspected, what is done but not yet taken.

Where a worker dies its batch is tried again in halves, with nothing else running, until the item
is found that kills two workers by itself.
"""

import itertools
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from cpsyexam.errors import CpsyexamError
from cpsyexam.work import Failure, Work
from cpsyexam.worker import BEYOND, Answer, Bounds

T = TypeVar("T")
R = TypeVar("R")

DEATHS = 3  # items side by side that kill their workers before the run gives up
AHEAD = 4  # batches a worker that may be under way or wait for an earlier one


class Hand(Protocol):
    """A worker as its user sees it; `items` counts what it has been given."""

    items: int

    def give(
        self,
        run: Callable[[Sequence[Any]], Sequence[Any]],
        batch: Sequence[Any],
        bounds: Bounds,
    ) -> bool:
        """Send a batch; False where the worker is dead."""

    def receive(self) -> Answer | None:
        """The answer to a batch; None where the worker died on it."""

    def buried(self) -> str:
        """Clear away a dead worker; returns how it ended, in words."""

    def stop(self) -> None:
        """End an idle worker."""

    def kill(self) -> None:
        """End the worker whatever it does."""


class Pool(Protocol):
    """Where workers come from."""

    def start(self) -> Hand:
        """A new worker."""

    def ready(self, busy: Collection[Hand]) -> Sequence[Hand]:
        """Those whose answer or death may be received; waits until there is one."""


@dataclass
class Job:
    """Items from position `first` on, and how often a worker died on them."""

    first: int
    items: list[Any]
    deaths: int = 0


@dataclass
class Run:
    """One map over at most `workers` workers; those in `idle` are taken first and put back."""

    work: Work[Any, Any]
    items: Iterable[Any]
    workers: int
    pool: Pool
    idle: list[Hand]
    progress: Callable[[int], None] | None
    busy: dict[Hand, Job] = field(default_factory=dict)
    suspects: deque[Job] = field(default_factory=deque)
    done: dict[int, Any] = field(default_factory=dict)  # by position
    taken: int = 0
    finished: int = 0
    given_up: set[int] = field(default_factory=set)  # positions

    def __post_init__(self) -> None:
        self.fresh = self._jobs()
        self.begun = 0

    def results(self) -> Iterator[Any]:
        """Results by position, as soon as all before them are there."""
        while True:
            while len(self.busy) < self.workers and (job := self._next()):
                self._give(job)
            if not self.busy:
                return
            for worker in self.pool.ready(self.busy):
                self._receive(worker)
            while self.taken in self.done:
                yield self.done.pop(self.taken)
                self.taken += 1

    def end(self) -> None:
        """End the workers that are still busy: nobody waits for them."""
        for worker in self.busy:
            worker.kill()
        self.busy.clear()

    def _jobs(self) -> Iterator[Job]:
        for batch in batches(self.items, self.work.batch):
            yield Job(self.begun, batch)
            self.begun += len(batch)

    def _next(self) -> Job | None:
        if self.suspects:
            # alone, so that memory taken by others is not held against it
            return None if self.busy else self.suspects.popleft()
        if self.begun - self.taken >= AHEAD * self.workers * self.work.batch:
            return None
        return next(self.fresh, None)

    def _give(self, job: Job) -> None:
        worker = self.idle.pop() if self.idle else self.pool.start()
        self.busy[worker] = job
        if not worker.give(self.work.run, job.items, self.work.bounds):
            self._died(worker)

    def _receive(self, worker: Hand) -> None:
        answer = worker.receive()
        if answer is None:
            self._died(worker)
            return
        job = self.busy.pop(worker)
        if 0 < self.work.recycle <= worker.items:
            worker.stop()
        else:
            self.idle.append(worker)
        results, error = answer
        if error is not None:
            raise error
        self._keep(job, complete(results, job.items))

    def _keep(self, job: Job, results: Sequence[Any]) -> None:
        self.done.update(enumerate(results, job.first))
        self.finished += len(job.items)
        if self.progress:
            self.progress(self.finished)

    def _died(self, worker: Hand) -> None:
        job, reason = self.busy.pop(worker), worker.buried()
        half = len(job.items) // 2
        if half:
            self.suspects.appendleft(Job(job.first + half, job.items[half:]))
            self.suspects.appendleft(Job(job.first, job.items[:half]))
        elif not job.deaths and not reason.startswith(BEYOND):
            # perhaps something killed the worker that is no fault of the item
            self.suspects.appendleft(Job(job.first, job.items, 1))
        else:
            self._give_up(job, reason)

    def _give_up(self, job: Job, reason: str) -> None:
        if not reason.startswith(BEYOND):  # else the item is to blame, and no lack of the machine
            self.given_up.add(job.first)
        first, last = job.first, job.first
        while first - 1 in self.given_up:
            first -= 1
        while last + 1 in self.given_up:
            last += 1
        if last - first + 1 >= DEATHS:
            raise CpsyexamError(
                f"worker processes died on {DEATHS} items in a row: {reason}",
                where=str(job.items[0])[:200],
                remedy="free some memory, or use fewer workers: --workers 1",
            )
        self._keep(job, [Failure(reason)])


def complete(results: Sequence[R], batch: Sequence[T]) -> Sequence[R]:
    if len(results) != len(batch):
        raise ValueError(f"work gave {len(results)} results for a batch of {len(batch)}")
    return results


def batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    rest = iter(items)
    while batch := list(itertools.islice(rest, size)):
        yield batch
