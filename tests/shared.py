"""Folders that one worker makes and all tests read; the program without a process."""

import contextlib
import io
import logging
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from filelock import FileLock

from pipeline import entry


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


def called(*args: str, cwd: Path, **env: str) -> CompletedProcess[str]:
    """What the program's own entry prints and its code, in this process: half the time of another.

    A variable that a library reads when it is imported does not reach it here. Builds find one core
    free: the other is some other test's.
    """
    out, err = io.StringIO(), io.StringIO()
    code = 0
    with (
        contextlib.chdir(cwd),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        _own_log(),
        pytest.MonkeyPatch.context() as patch,
    ):
        for name, value in env.items():
            patch.setenv(name, value)
        patch.setattr("sys.argv", ["cpsyexam", *args])
        patch.setattr("pipeline.executors.available_cores", lambda: 1)
        try:
            entry.main()
        except SystemExit as left:
            code = int(left.code or 0)
    return CompletedProcess(["cpsyexam", *args], code, out.getvalue(), err.getvalue())


@contextlib.contextmanager
def _own_log() -> Iterator[None]:
    """The program sets up its log where nobody did; the tests' own handlers stand aside."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers = []
    try:
        yield
    finally:
        root.handlers = handlers
        root.setLevel(level)
