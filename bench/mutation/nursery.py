"""A process that has the libraries loaded and forks a child for each mutant, in a copied tree.

Run as a script with the tree as argument: reads jobs as lines of JSON (`file`, `code`, `tests` in
their order -> processor seconds that each may take, `made`: fixture -> pickled value), writes the
file, runs the tests in a child until one fails, puts the file back and answers with `code`
(pytest's, or -1 where time ran out), `seconds` of processor time, `test` that failed and what it
said (`said`).
No module of the tree is loaded here: the project's own start polars' threads, which a fork breaks.
"""

import importlib
import json
import os
import pickle
import resource
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
    """A pytest plugin: these tests in this order, fixtures as they were; notes what fails first."""

    def __init__(self, tests: dict[str, float], made: dict[str, str], note: Path) -> None:
        self.place = {test: number for number, test in enumerate(tests)}
        self.limits, self.made, self.note = list(tests.values()), made, note

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = [item for item in items if self._number(item) >= 0]
        items.sort(key=self._number)

    def pytest_runtest_setup(self, item: Any) -> None:
        _bounded(self.limits[self._number(item)])

    def _number(self, item: Any) -> int:
        file = item.nodeid.split("::")[0]
        return self.place.get(item.nodeid, self.place.get(file, -1))

    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> object:
        if not (kept := self.made.get(f"fixture {fixturedef.baseid} {fixturedef.argname}")):
            return None
        value = pickle.loads(Path(kept).read_bytes())  # the watched run wrote it
        fixturedef.cached_result = (value, fixturedef.cache_key(request), None)
        return value

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed and not self.note.exists():
            said = str(getattr(getattr(report.longrepr, "reprcrash", None), "message", ""))
            self.note.write_text(report.nodeid + "\n" + said.partition("\n")[0][:200], "utf-8")


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
    began, spent = time.monotonic(), _spent()
    child = os.fork()
    if not child:
        _test(tree, job, note)
    # a clock as well, for what waits and never computes; the machine may be crowded
    code = _wait(child, began + 60 + 10 * sum(job["tests"].values()))
    test, _, said = note.read_text("utf-8").partition("\n") if note.exists() else ("", "", "")
    return {"code": code, "seconds": round(_spent() - spent, 1), "test": test, "said": said}


def _bounded(seconds: float) -> None:
    """From now on this process may take so much of processor time, and ends beyond it."""
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds) + 1, most))


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _test(tree: Path, job: dict[str, Any], note: Path) -> None:
    os.setsid()
    _bounded(60)  # for what is loaded
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    import hypothesis
    import pytest

    hypothesis.settings.register_profile("mutants", deadline=None)  # others use the machine too
    hypothesis.settings.load_profile("mutants")
    log = os.open(tree.with_suffix(".log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    empty = os.open(os.devnull, os.O_RDONLY)
    for mine, theirs in ((empty, 0), (log, 1), (log, 2)):
        os.dup2(mine, theirs)
    files = list(dict.fromkeys(test.split("::")[0] for test in job["tests"]))
    place = f"--basetemp={tree.with_suffix('.tmp')}"
    code = 3
    try:
        code = pytest.main(
            ["-x", "-q", "--tb=short", "--hypothesis-seed=0", LOADED, place, *files],
            plugins=[Chosen(job["tests"], job["made"], note)],
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
            return max(os.waitstatus_to_exitcode(status), -1)
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
