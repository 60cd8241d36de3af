"""Waiting for what will happen, however long a machine takes that has no time: no test has a limit.

Where nothing happens, the run stands still, and pytest shows after some minutes where.
"""

import time
from collections.abc import Callable
from pathlib import Path


def until(happened: Callable[[], object]) -> None:
    """Wait for it."""
    while not happened():
        time.sleep(0.02)


def alive(pid: int) -> bool:
    """Whether a process runs."""
    return _state(pid)[0] not in ("", "Z")


def members(group: int) -> list[int]:
    """Processes of a group that run."""
    found = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return [pid for pid in found if alive(pid) and _state(pid)[1] == group]


def _state(pid: int) -> tuple[str, int]:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return "", 0
    return fields[0], int(fields[2])
