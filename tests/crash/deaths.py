"""Death at a chosen step: right before or right after a call that makes names or bytes last.

Steps are counted in this process: fsync, renames, exchanges, folders, links, deletions, and bytes
sent to a Hub. SIGKILL gives nobody the time to tidy up.
"""

import os
import signal
import socket
from collections.abc import Callable
from typing import Any

from cpsyexam import files

LASTING = ("fsync", "rename", "replace", "mkdir", "link", "symlink", "unlink", "remove", "rmdir")


class Clock:
    """Counts steps; at step `at` (from 1; 0 = never) this process dies."""

    def __init__(self, at: int) -> None:
        self.at, self.steps = at, 0

    def step(self) -> None:
        """One step further."""
        self.steps += 1
        if self.steps == self.at:
            os.kill(os.getpid(), signal.SIGKILL)

    def around(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """The call with a step before and one after it."""

        def stepped(*args: Any, **kwargs: Any) -> Any:
            self.step()
            result = call(*args, **kwargs)
            self.step()
            return result

        return stepped


def installed(at: int) -> Clock:
    """Put steps around the calls, for the rest of this process's life."""
    clock = Clock(at)
    for name in LASTING:
        setattr(os, name, clock.around(getattr(os, name)))
    files._exchanged = clock.around(files._exchanged)
    for name in ("send", "sendall"):
        setattr(socket.socket, name, clock.around(getattr(socket.socket, name)))
    return clock
