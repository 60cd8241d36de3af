"""Work of workers that die; beside the tests, so that the processes load no pytest."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from multiprocessing import parent_process
from pathlib import Path
from typing import Any, Self

from cpsyexam.executor import Failure, Processes, R, T, Work


class KilledOnce(Processes):
    """Processes of which one is killed at the first batch; a marker says that it was."""

    def __init__(self, workers: int, marker: Path) -> None:
        super().__init__(workers)
        self.marker = marker

    def __reduce__(self) -> tuple[type[Self], tuple[int, Path]]:  # type: ignore[override]
        return type(self), (self.workers, self.marker)

    def map(
        self, work: Work[T, R], items: Iterable[T], progress: Callable[[int], None] | None = None
    ) -> Iterator[R | Failure]:
        """See Executor."""
        return super().map(
            replace(work, run=partial(_killed, self.marker, work.run)), items, progress
        )


def _killed(
    marker: Path, run: Callable[[Sequence[Any]], Sequence[Any]], batch: Sequence[Any]
) -> Sequence[Any]:
    """The worker that has the first batch done is killed before it can answer."""
    found = run(batch)
    if parent_process() is None:  # the engine's own process reads the first, few pages
        return found
    try:
        marker.touch(exist_ok=False)
    except FileExistsError:
        return found
    os.kill(os.getpid(), signal.SIGKILL)
    return found
