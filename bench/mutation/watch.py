"""A pytest plugin that notes which test, or which shared fixture, passes through which line.

Loaded by `-p bench.mutation.watch`; writes the file named in WATCHED when the run ends. A fixture
of a wider scope than a function counts for every test that uses it, not only for the first.
"""

import json
import os
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any

import coverage
import pytest

_COVERAGE = coverage.Coverage(
    data_file=None, source=os.environ["MUTATED"].split(":"), config_file=False
)
_CONTEXTS = [""]
_SECONDS: defaultdict[str, float] = defaultdict(float)
_SHARED: dict[str, float] = {}
_FIXTURES: dict[str, list[str]] = {}
_COVERAGE.start()


def _enter(context: str) -> None:
    _CONTEXTS.append(context)
    _COVERAGE.switch_context(context)


def _leave() -> None:
    _CONTEXTS.pop()
    _COVERAGE.switch_context(_CONTEXTS[-1])


def _name(fixture: Any) -> str:
    return f"fixture {fixture.baseid} {fixture.argname}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Lines of a test are its own."""
    _enter(f"test {item.nodeid}")
    try:
        return (yield)
    finally:
        _leave()


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any) -> Generator[None, object, object]:
    """Lines of a shared fixture belong to all who use it."""
    shared = fixturedef.scope != "function"
    _enter(_name(fixturedef) if shared else _CONTEXTS[-1])
    began = time.monotonic()
    try:
        return (yield)
    finally:
        _leave()
        if shared:
            _SHARED[_name(fixturedef)] = time.monotonic() - began


def pytest_collection_finish(session: pytest.Session) -> None:
    """Which test uses which fixtures."""
    for item in session.items:
        known = getattr(item, "_fixtureinfo", None)
        found = known.name2fixturedefs.values() if known else []
        _FIXTURES[item.nodeid] = sorted({_name(one) for several in found for one in several})


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Seconds of a test, with its set-up."""
    _SECONDS[report.nodeid] += report.duration


def pytest_sessionfinish() -> None:
    """Write lines, fixtures and seconds."""
    _COVERAGE.stop()
    data, root = _COVERAGE.get_data(), Path.cwd()
    lines = {
        Path(file).relative_to(root).as_posix(): data.contexts_by_lineno(file)
        for file in data.measured_files()
    }
    told = {"lines": lines, "fixtures": _FIXTURES, "seconds": _SECONDS, "shared": _SHARED}
    Path(os.environ["WATCHED"]).write_text(json.dumps(told), "utf-8")
