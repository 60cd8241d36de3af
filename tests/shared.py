"""Folders that one worker makes and all tests read; the program without a process."""

import contextlib
import io
import json
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from filelock import FileLock

from pipeline import entry

ROOT = Path(__file__).resolve().parents[1]


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


# libraries read these variables when they are imported: a process for each Hub
_APART = """
import json, sys
from pathlib import Path
from tests.shared import called
done = [called(*args, cwd=Path.cwd()) for args in json.loads(sys.argv[1])]
print(json.dumps([(one.returncode, one.stdout, one.stderr) for one in done]))
"""


def called_apart(
    *calls: tuple[str, ...], env: dict[str, str], cwd: Path = ROOT
) -> list[tuple[int, str, str]]:
    """Exit code, output and errors of calls, one after the other in a process of their own."""
    done = subprocess.run(
        [sys.executable, "-c", _APART, json.dumps(calls)],
        env={**os.environ, **env}, capture_output=True, text=True, cwd=cwd, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [(code, out, err) for code, out, err in json.loads(done.stdout.splitlines()[-1])]


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
