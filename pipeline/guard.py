"""Ends a build whose processes take more memory than it was allowed."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cpsyexam import chain

_EVERY = 0.1  # seconds
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Guard:
    """Watches this process and those that it started; `most` and `over` are MB."""

    def __init__(self, bound: int) -> None:
        self.bound = bound
        self.stage = chain.CHAIN.names[0]  # that runs now
        self.most = 0.0
        self.over = 0.0
        self._told = self._watches = False
        self._end = threading.Event()
        self._main = threading.main_thread().ident or 0

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch for the length of a block; beyond the bound it is left with a KeyboardInterrupt.

        Only where Ctrl-C does the same (in the main thread), and the system tells (Linux).
        """
        usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        main = threading.current_thread() is threading.main_thread()
        if not (self.bound and usual and main and held()):
            yield
            return
        watcher = threading.Thread(target=self._watch, daemon=True)
        signal.signal(signal.SIGINT, self._interrupted)
        self._watches = True
        try:
            watcher.start()
            yield
        finally:
            self._watches = False
            self._end.set()
            watcher.join()
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def look(self) -> None:
        """See what is held now, while a block is watched: at the latest when a stage has ended."""
        if not self._watches:
            return
        taken = held()
        self.most = max(self.most, taken)
        if taken > self.bound:
            self.over = self.over or taken
        if self.over:
            # again and again: a call may begin to wait right after it was told
            signal.pthread_kill(self._main, signal.SIGINT)

    def _watch(self) -> None:
        while not self._end.wait(_EVERY):
            self.look()

    def _interrupted(self, *_: object) -> None:
        if not self._told:
            self._told = bool(self.over)
            raise KeyboardInterrupt


def held() -> float:
    """MB that this process has in memory, and what its children have besides shared files."""
    own, _ = _pages("self")
    beside = 0
    for child in below("self"):
        resident, shared = _pages(child)
        beside += max(0, resident - shared)
    return (own + beside) * _PAGE / 1e6


def below(process: str) -> list[str]:
    """The processes that a process started, those that these started, and so on."""
    found: list[str] = []
    for listed in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            children = listed.read_text("ascii").split()
        except OSError:
            continue
        found += [*children, *(one for child in children for one in below(child))]
    return found


def _pages(process: str) -> tuple[int, int]:
    """Pages of a process in memory, and those of them that it shares; none where it is gone."""
    try:
        fields = Path(f"/proc/{process}/statm").read_text("ascii").split()
    except OSError:
        return 0, 0
    return int(fields[1]), int(fields[2])
