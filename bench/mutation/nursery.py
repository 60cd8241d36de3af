"""A process that has the libraries loaded and forks a child for each mutant, in a copied tree.

Run as a script with the tree as argument: reads jobs as lines of JSON (`file`, `code`, `tests`,
`limit` in seconds), writes the file, runs the tests in a child, puts the file back and answers
with `code` (pytest's, or -1 where time ran out), `seconds` and `test`, the one that failed.
No module of the tree is loaded here, and no library has started a thread pool that a fork breaks.
"""

import importlib
import json
import os
import signal
import sys
import time
import traceback
from pathlib import Path
from typing import Any

LIBRARIES = (
    "polars", "numpy", "dataframely", "pyarrow.parquet", "pydantic", "pytest", "hypothesis",
    "hypothesis.strategies", "rich.console", "rich.table", "rich.progress", "click.testing",
    "jinja2", "yaml", "lxml.html", "matplotlib.pyplot", "scipy.stats", "scipy.sparse.csgraph",
    "huggingface_hub", "rapidfuzz", "bs4", "PIL.Image", "opencc", "markdown_it", "datasketch",
)  # fmt: skip
LOADED = "-Wignore::pytest.PytestAssertRewriteWarning"  # pytest's word on what was loaded before it


class Chosen:
    """A pytest plugin: only these tests or files; the first that fails is written down."""

    def __init__(self, tests: list[str], note: Path) -> None:
        self.tests, self.note = set(tests), note

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = [
            i for i in items if i.nodeid in self.tests or i.nodeid.split("::")[0] in self.tests
        ]

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.note.write_text(report.nodeid, "utf-8")


def main() -> None:
    """Serve jobs until the input ends."""
    tree = Path(sys.argv[1]).resolve()
    os.chdir(tree)
    sys.path[:] = [str(tree), *[p for p in sys.path[1:] if "site-packages" in p or "lib" in p]]
    for name in LIBRARIES:
        importlib.import_module(name)
    print("{}", flush=True)
    for line in sys.stdin:
        job = json.loads(line)
        path = tree / job["file"]
        before = path.read_bytes()
        path.write_text(job["code"], "utf-8")
        try:
            answer = run(tree, job)
        finally:
            path.write_bytes(before)
        print(json.dumps(answer), flush=True)


def run(tree: Path, job: dict[str, Any]) -> dict[str, Any]:
    """One job in a child of its own process group."""
    note = tree.with_suffix(".note")
    note.unlink(missing_ok=True)
    began = time.monotonic()
    child = os.fork()
    if not child:
        _test(tree, job["tests"], note)
    code = _wait(child, began + job["limit"])
    test = note.read_text("utf-8") if note.exists() else ""
    return {"code": code, "seconds": round(time.monotonic() - began, 1), "test": test}


def _test(tree: Path, tests: list[str], note: Path) -> None:
    os.setsid()
    import pytest

    log = os.open(tree.with_suffix(".log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    empty = os.open(os.devnull, os.O_RDONLY)
    for mine, theirs in ((empty, 0), (log, 1), (log, 2)):
        os.dup2(mine, theirs)
    files = list(dict.fromkeys(test.split("::")[0] for test in tests))
    place = f"--basetemp={tree.with_suffix('.tmp')}"
    code = 3
    try:
        code = pytest.main(
            ["-x", "-q", "--tb=short", "--hypothesis-seed=0", LOADED, place, *files],
            plugins=[Chosen(tests, note)],
        )
    except BaseException:  # noqa: BLE001 - a child never returns into the parent's loop
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(int(code))


def _wait(child: int, until: float) -> int:
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            _end(child)
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    _end(child)
    os.waitpid(child, 0)
    return -1


def _end(child: int) -> None:
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        return


if __name__ == "__main__":
    main()
