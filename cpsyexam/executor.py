"""Work per item, mapped over many items: in this process, in worker processes, or elsewhere.

In: a pure function over batches, and items. Out: one result an item, in the order of the items.
Where the work runs changes nothing about the results, so that no stage's key depends on it; an
item on which worker processes die comes back as a `Failure`.
"""

import itertools
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator
from multiprocessing import connection
from typing import Protocol, Self, TypeVar

from cpsyexam.executor_run import Hand, Pool, Run, batches, complete
from cpsyexam.work import Failure, Work
from cpsyexam.worker import Worker, start_worker

__all__ = ["INLINE", "Executor", "Failure", "Inline", "Processes", "Progress", "Work"]

T = TypeVar("T")
R = TypeVar("R")
Progress = Callable[[int, int, str], None]  # done, total (0 unknown), what


class Executor(Protocol):
    """Maps work over items. It pickles, so that a stage may hand it to a process of its own."""

    @property
    def near(self) -> bool:
        """Whether work is done on this machine, with its memory and files."""

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

    near = True

    def map(
        self, work: Work[T, R], items: Iterable[T], progress: Callable[[int], None] | None = None
    ) -> Iterator[R | Failure]:
        """See Executor."""
        done = 0
        for batch in batches(items, work.batch):
            yield from complete(work.run(batch), batch)
            done += len(batch)
            if progress:
                progress(done)

    def __enter__(self) -> Self:
        """Nothing to keep."""
        return self

    def __exit__(self, *error: object) -> None:
        """Nothing to end."""


INLINE = Inline()


class Pooled(ABC):
    """Workers of some pool: started when there is work, gone when nobody waits for them.

    Where a worker dies (killed, out of memory, a crash in native code) its batch is tried again in
    halves, with nothing else running, until the item is found that kills two workers by itself.
    """

    near = True

    def __init__(self, workers: int) -> None:
        self.workers = max(1, workers)
        self._idle: list[Hand] = []
        self._held = False

    @abstractmethod
    def pool(self, *, gpu: bool) -> Pool:
        """Where workers come from; asked at the start of each map that needs some."""

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
        todo = itertools.chain(head, rest)
        pool = self.pool(gpu=work.gpu)
        run = Run(work, todo, self.workers, pool, self._idle, progress)
        try:
            yield from run.results()
        finally:
            run.end()
            if not self._held:
                self._end_idle()

    def _end_idle(self) -> None:
        while self._idle:
            self._idle.pop().stop()


class Processes(Pooled):
    """Worker processes on this machine: spawned, single-threaded, gone when this process is."""

    def __reduce__(self) -> tuple[type[Self], tuple[int]]:
        return type(self), (self.workers,)

    def pool(self, *, gpu: bool) -> Pool:
        """Processes of this one; all see its GPUs."""
        del gpu
        return _Local()


class _Local:
    """Starts processes and hears from them."""

    def start(self) -> Hand:
        return start_worker()

    def ready(self, busy: Collection[Hand]) -> list[Hand]:
        mine = {one.connection: one for one in busy if isinstance(one, Worker)}
        return [mine[heard] for heard in connection.wait(list(mine))]  # type: ignore[index]


def available_cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
