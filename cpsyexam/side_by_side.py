"""Work on one item beside the next, in threads: for what leaves the interpreter free.

polars, pyarrow, numpy and digests of large files do; loops of Python do not, and belong into worker
processes (cpsyexam.executor).
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from cpsyexam.executor import available_cores

T = TypeVar("T")
R = TypeVar("R")


def side_by_side(work: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
    """`work` of each item, in order, a thread a core; few are worked on ahead of what is taken."""
    cores, ahead = available_cores(), deque[Future[R]]()
    with ThreadPoolExecutor(cores) as pool:
        try:
            for item in items:
                ahead.append(pool.submit(copy_context().run, work, item))
                if len(ahead) > cores:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            for waiting in ahead:
                waiting.cancel()
