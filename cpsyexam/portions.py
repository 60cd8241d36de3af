"""Portions of a frame, worked on where an executor says: in this process, in workers, on nodes."""

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import polars as pl

from cpsyexam.errors import CpsyexamError
from cpsyexam.executor import Executor
from cpsyexam.work import Failure, Work


@dataclass(frozen=True)
class Portion:
    """A frame that is sent without the rows of the frame that it was taken from."""

    frame: pl.DataFrame

    def __reduce__(self) -> tuple[Callable[[bytes], "Portion"], tuple[bytes]]:
        # today's string views would be sent with all that they are views of
        stream = io.BytesIO()
        self.frame.write_ipc_stream(stream, compat_level=pl.CompatLevel.oldest())
        return _sent, (stream.getvalue(),)


def mapped(
    executor: Executor,
    work: Callable[[pl.DataFrame], pl.DataFrame],
    parts: Iterable[pl.DataFrame],
    worth: int,
) -> Iterator[pl.DataFrame]:
    """`work` of each part, in order; fewer than `worth` parts are not worth a worker.

    `work` is pure and pickles. Raises CpsyexamError where workers die on a part.
    """
    todo: Work[Portion, Portion] = Work(partial(_each, work=work), inline_below=worth)
    for made in executor.map(todo, map(Portion, parts)):
        if isinstance(made, Failure):
            raise CpsyexamError(
                f"worker processes die on a portion of the questions: {made.reason}",
                remedy="free some memory, or use one process: --on inline",
            )
        yield made.frame


def _each(parts: Sequence[Portion], *, work: Callable[[Any], pl.DataFrame]) -> list[Portion]:
    return [Portion(work(part.frame)) for part in parts]


def _sent(data: bytes) -> Portion:
    return Portion(pl.read_ipc_stream(io.BytesIO(data)))
