"""One worker process: it is given a function and a batch, and answers with results or an error.

It is spawned (never forked), has one numeric thread, leaves Ctrl-C to its parent and ends with it.
What goes beyond the bounds of its batch ends the process, and nothing else.
"""

import gc
import math
import os
import pickle
import resource
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import connection, get_context, parent_process, resource_tracker
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpsyexam import taxonomy

if TYPE_CHECKING:
    Pipe = connection.Connection[Any, Any]

Answer = tuple[Sequence[Any], Exception | None]

BEYOND = "takes more than"  # how the reason begins where a bound was met
_OUT_OF_MEMORY = 99  # exit code
# objects between searches for cycles: rows of banks and pages are many objects and hardly a cycle
# (of 22,000 questions the rules take 7 % less, in no more memory)
RARELY = (100_000, 20, 100)
_GONE = 60.0  # seconds that a dead worker may take to be gone, on a machine without time
_ONE_THREAD = dict.fromkeys(
    (
        "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS",
        "NUMBA_NUM_THREADS", "POLARS_MAX_THREADS", "RAYON_NUM_THREADS",
    ),
    "1",
)  # fmt: skip


@dataclass(frozen=True)
class Bounds:
    """What a batch may take, in a process of its own: processor seconds and MiB; 0 = all."""

    seconds: int = 0
    memory: int = 0


def packed(
    run: Callable[[Sequence[Any]], Sequence[Any]], batch: Sequence[Any], bounds: Bounds
) -> bytes:
    """A batch with what is to be done, as it is sent."""
    return pickle.dumps((run, batch, bounds), pickle.HIGHEST_PROTOCOL)


def unpacked(message: bytes) -> Answer:
    """The answer in a message."""
    answer: Answer = pickle.loads(message)  # noqa: S301 - written by our own process
    return answer


class Worker:
    """The parent's end of a worker process; `items` counts what it has been given."""

    def __init__(self, process: BaseProcess, pipe: "Pipe") -> None:
        self.process, self.connection, self.items = process, pipe, 0
        self.bounds = Bounds()

    def give(
        self,
        run: Callable[[Sequence[Any]], Sequence[Any]],
        batch: Sequence[Any],
        bounds: Bounds,
    ) -> bool:
        """Send a batch; False where the process is dead."""
        self.items += len(batch)
        return self.send(packed(run, batch, bounds), bounds)

    def send(self, message: bytes, bounds: Bounds) -> bool:
        """Send a packed batch; False where the process is dead."""
        self.bounds = bounds
        try:
            self.connection.send_bytes(message)
        except OSError:
            return False
        return True

    def heard(self) -> bytes | None:
        """The packed answer to a batch; None where the process is dead."""
        try:
            return self.connection.recv_bytes()
        except (EOFError, OSError):
            return None

    def receive(self) -> Answer | None:
        """The answer to a batch; None where the process is dead."""
        message = self.heard()
        return None if message is None else unpacked(message)

    def stop(self) -> None:
        """End an idle worker."""
        self.connection.close()  # it reads the end of its input
        self.process.join()
        self.process.close()

    def kill(self) -> None:
        """End the worker whatever it does."""
        self.process.kill()
        self.connection.close()
        self.process.join()
        self.process.close()

    def buried(self) -> str:
        """Clear away a dead worker; returns how it ended, in words."""
        self.process.join(_GONE)  # its pipe is closed a moment before it is gone
        code = self.process.exitcode
        self.kill()
        if code is None:
            return "the worker process no longer answers"
        if code == _OUT_OF_MEMORY:
            return f"{BEYOND} {self.bounds.memory} MiB of memory"
        if code == -signal.SIGXCPU:
            return f"{BEYOND} {self.bounds.seconds} s of processor time"
        if code < 0:
            return f"the worker process was ended by {signal.Signals(-code).name}"
        return f"the worker process ended with code {code}"


def start_worker() -> Worker:
    """A new worker process."""
    spawn = get_context("spawn")
    here, there = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(there, taxonomy.current()), daemon=True)
    with _inherited():
        process.start()
    there.close()  # else the end of the process would not be seen here
    return Worker(process, here)


@contextmanager
def _inherited() -> Iterator[None]:
    """What a child takes from its parent at its start: one thread, and no Ctrl-C."""
    resource_tracker.ensure_running()  # it unblocks signals when it starts
    before = {name: os.environ.get(name) for name in _ONE_THREAD}
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    os.environ.update(_ONE_THREAD)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def _serve(pipe: "Pipe", known: taxonomy.Taxonomy) -> None:
    """The other process: answers batches until its input ends."""
    gc.set_threshold(*RARELY)
    with taxonomy.using(known):
        _answer(pipe)


def _answer(pipe: "Pipe") -> None:
    threading.Thread(target=_follow_parent, daemon=True).start()
    while True:
        try:
            message = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        pipe.send_bytes(_answered(message))


def _answered(message: bytes) -> bytes:
    try:
        run, batch, bounds = pickle.loads(message)  # noqa: S301 - written by our own process
        _bind(bounds)
        return pickle.dumps((run(batch), None), pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        os._exit(_OUT_OF_MEMORY)
    except Exception as error:  # noqa: BLE001 - whatever it is, the parent shall know
        error.add_note(traceback.format_exc())
        return _packed(error)


def _bind(bounds: Bounds) -> None:
    """Let this process have so much more than it has taken so far."""
    if bounds.seconds:
        spent = math.ceil(time.process_time())
        _limit(resource.RLIMIT_CPU, spent + bounds.seconds)
    if bounds.memory:
        _limit(resource.RLIMIT_DATA, (_held() + bounds.memory) * 2**20)


def _limit(which: int, most: int) -> None:
    _, hard = resource.getrlimit(which)
    soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(which, (soft, hard))


def _held() -> int:
    """MiB of private memory that this process has now; 0 where the system does not say."""
    try:
        lines = Path("/proc/self/status").read_text("ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmData:")), 0)


def _packed(error: Exception) -> bytes:
    try:
        message = pickle.dumps(([], error), pickle.HIGHEST_PROTOCOL)
        pickle.loads(message)  # noqa: S301 - some errors only fail on their way back
    except Exception:  # noqa: BLE001 - an error that does not pickle is said in words
        return pickle.dumps(([], RuntimeError("".join(traceback.format_exception(error)))))
    return message


def _follow_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
