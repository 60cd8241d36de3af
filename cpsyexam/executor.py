"""Work per item, mapped over many items: in this process, in worker processes, or elsewhere.

In: a pure function over batches, and items. Out: one result an item, in the order of the items.
Where the work runs changes nothing about the results, so that no stage's key depends on it; an
item on which worker processes die comes back as a `Failure`.
"""

import itertools
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import connection
from typing import Any, Generic, Protocol, Self, TypeVar

from cpsyexam.errors import CpsyexamError
from cpsyexam.worker import BEYOND, Bounds, Worker, start_worker

T = TypeVar("T")
R = TypeVar("R")
T_contra = TypeVar("T_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)
Progress = Callable[[int, int, str], None]  # done, total (0 unknown), what

DEATHS = 3  # items side by side that kill their workers before the run gives up
NO_BOUNDS = Bounds()
AHEAD = 4  # batches a worker that may be under way or wait for an earlier one


@dataclass(frozen=True)
class Work(Generic[T_contra, R_co]):
    """What is per item. `run` is pure and pickles: a module's function, or a partial of one.

    `run` takes a batch and returns a result for each of its items, in order. What it raises ends
    the whole map.
    """

    run: Callable[[Sequence[T_contra]], Sequence[R_co]]
    batch: int = 1  # items a call
    inline_below: int = 0  # so few items are not worth a process, where none of them is heavy
    heavy: Callable[[Any], bool] | None = None  # an item that only a bounded process may have
    bounds: Bounds = NO_BOUNDS  # of a batch, in worker processes
    recycle: int = 0  # items after which a worker process is replaced; 0: never


@dataclass(frozen=True)
class Failure:
    """Stands for the result of an item on which its worker process died, twice and alone."""

    reason: str


class Executor(Protocol):
    """Maps work over items. It pickles, so that a stage may hand it to a process of its own."""

    def map(
        self, work: Work[T, R], items: Iterable[T], progress: Callable[[int], None] | None = None
    ) -> Iterator[R | Failure]:
        """Results in the order of `items`, which is read little ahead of what is taken.

        `progress` is told how many items are done. Raises what `work.run` raises.
        """

    def __enter__(self) -> Self:
        """Keep workers from one map to the next, until the block ends."""

    def __exit__(self, *error: object) -> None:
        """End the workers."""


class Inline:
    """Everything in this process, one batch after the other."""

    def map(
        self, work: Work[T, R], items: Iterable[T], progress: Callable[[int], None] | None = None
    ) -> Iterator[R | Failure]:
        """See Executor."""
        done = 0
        for batch in _batches(items, work.batch):
            yield from _complete(work.run(batch), batch)
            done += len(batch)
            if progress:
                progress(done)

    def __enter__(self) -> Self:
        """Nothing to keep."""
        return self

    def __exit__(self, *error: object) -> None:
        """Nothing to end."""


INLINE = Inline()


class Processes:
    """Worker processes on this machine: spawned, single-threaded, gone when this process is.

    Where a worker dies (killed, out of memory, a crash in native code) its batch is tried again in
    halves, with nothing else running, until the item is found that kills two workers by itself.
    """

    def __init__(self, workers: int) -> None:
        self.workers = max(1, workers)
        self._idle: list[Worker] = []
        self._held = False

    def __reduce__(self) -> tuple[type[Self], tuple[int]]:
        return type(self), (self.workers,)

    def __enter__(self) -> Self:
        """Keep workers from one map to the next, until the block ends."""
        self._held = True
        return self

    def __exit__(self, *error: object) -> None:
        """End the workers."""
        self._held = False
        self._end_idle()

    def map(
        self, work: Work[T, R], items: Iterable[T], progress: Callable[[int], None] | None = None
    ) -> Iterator[R | Failure]:
        """See Executor. Raises CpsyexamError where workers die on item after item."""
        rest = iter(items)
        head = list(itertools.islice(rest, work.inline_below))
        heavy = work.heavy is not None and any(map(work.heavy, head))
        if work.inline_below and len(head) < work.inline_below and not heavy:
            yield from Inline().map(work, head, progress)
            return
        run = _Run(work, itertools.chain(head, rest), self.workers, self._idle, progress)
        try:
            yield from run.results()
        finally:
            run.end()
            if not self._held:
                self._end_idle()

    def _end_idle(self) -> None:
        while self._idle:
            self._idle.pop().stop()


def available_cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass
class _Job:
    """Items from position `first` on, and how often a worker died on them."""

    first: int
    items: list[Any]
    deaths: int = 0


@dataclass
class _Run:
    """One map: what is under way, what is suspected, what is done but not yet taken."""

    work: Work[Any, Any]
    items: Iterable[Any]
    workers: int
    idle: list[Worker]
    progress: Callable[[int], None] | None
    busy: dict[Worker, _Job] = field(default_factory=dict)
    suspects: deque[_Job] = field(default_factory=deque)
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
            for ready in connection.wait([w.connection for w in self.busy]):
                worker = next(w for w in self.busy if w.connection is ready)
                self._receive(worker)
            while self.taken in self.done:
                yield self.done.pop(self.taken)
                self.taken += 1

    def end(self) -> None:
        """End the workers that are still busy: nobody waits for them."""
        for worker in self.busy:
            worker.kill()
        self.busy.clear()

    def _jobs(self) -> Iterator[_Job]:
        for batch in _batches(self.items, self.work.batch):
            yield _Job(self.begun, batch)
            self.begun += len(batch)

    def _next(self) -> _Job | None:
        if self.suspects:
            # alone, so that memory taken by others is not held against it
            return None if self.busy else self.suspects.popleft()
        if self.begun - self.taken >= AHEAD * self.workers * self.work.batch:
            return None
        return next(self.fresh, None)

    def _give(self, job: _Job) -> None:
        worker = self.idle.pop() if self.idle else start_worker()
        self.busy[worker] = job
        if not worker.give(self.work.run, job.items, self.work.bounds):
            self._died(worker)

    def _receive(self, worker: Worker) -> None:
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
        self._keep(job, _complete(results, job.items))

    def _keep(self, job: _Job, results: Sequence[Any]) -> None:
        self.done.update(enumerate(results, job.first))
        self.finished += len(job.items)
        if self.progress:
            self.progress(self.finished)

    def _died(self, worker: Worker) -> None:
        job, reason = self.busy.pop(worker), worker.buried()
        half = len(job.items) // 2
        if half:
            self.suspects.appendleft(_Job(job.first + half, job.items[half:]))
            self.suspects.appendleft(_Job(job.first, job.items[:half]))
        elif not job.deaths and not reason.startswith(BEYOND):
            # perhaps something killed the worker that is no fault of the item
            self.suspects.appendleft(_Job(job.first, job.items, 1))
        else:
            self._give_up(job, reason)

    def _give_up(self, job: _Job, reason: str) -> None:
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


def _complete(results: Sequence[R], batch: Sequence[T]) -> Sequence[R]:
    if len(results) != len(batch):
        raise ValueError(f"work gave {len(results)} results for a batch of {len(batch)}")
    return results


def _batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    rest = iter(items)
    while batch := list(itertools.islice(rest, size)):
        yield batch
