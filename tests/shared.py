"""Folders that one worker makes and the tests of all workers read."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """The folder of a name, filled by `make` once in a run, by the worker that needs it first.

    Nobody changes it: tests that do take a copy.
    """
    base = factory.getbasetemp()
    root = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    done = Path(f"{root}.made")
    with FileLock(f"{root}.lock"):
        if not done.exists():
            shutil.rmtree(root, ignore_errors=True)  # of a worker that failed at it
            root.mkdir()
            make(root)
            done.touch()
    return root
