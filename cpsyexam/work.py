"""What is done per item: a pure function over batches, and what stands for a lost result."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from cpsyexam.worker import Bounds

T_contra = TypeVar("T_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)
NO_BOUNDS = Bounds()


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
    made: type | None = None  # of a result; one that is stated may be kept from run to run
    gpu: bool = False  # whether a GPU helps, where workers are given one


@dataclass(frozen=True)
class Failure:
    """Stands for the result of an item on which its worker process died, twice and alone."""

    reason: str
