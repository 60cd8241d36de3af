"""Work of workers; beside the tests, so that the processes load no pytest."""

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from cpsyexam.errors import ConfigError


def squares(batch: Sequence[int]) -> list[int]:
    return [number * number for number in batch]


def who(batch: Sequence[int]) -> list[tuple[int, str]]:
    return [(os.getpid(), os.environ["OMP_NUM_THREADS"]) for _ in batch]


def killed_once(marker: Path, batch: Sequence[int]) -> list[int]:
    """The worker that first meets 13 is killed, whatever else was in its batch."""
    if 13 in batch and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return squares(batch)


def deadly(victims: frozenset[int], batch: Sequence[int]) -> list[int]:
    if victims & set(batch):
        os._exit(9)
    return squares(batch)


def refusing(batch: Sequence[int]) -> list[int]:
    if 5 in batch:
        raise ConfigError("wrong value", where="item 5", remedy="mend it")
    return squares(batch)


def odd_error(batch: Sequence[int]) -> list[int]:
    class OddError(Exception):
        """Does not pickle: it is local."""

    raise OddError(f"{batch} is odd")


def too_few(batch: Sequence[int]) -> Sequence[int]:
    return batch[1:]


def sleeping(folder: Path, batch: Sequence[int]) -> Sequence[int]:
    (folder / str(os.getpid())).touch()
    while batch:  # until it is killed
        time.sleep(60)
    return batch


def hungry(items: Sequence[str]) -> list[str]:
    """Takes what the item asks for: memory, or time."""
    for item in items:
        if item == "memory":
            assert len(bytearray(600 * 2**20)) > 0
        while item == "time":
            pass
    return list(items)
