"""A pytest plugin that notes which test, or which shared fixture, passes through which line.

Loaded by `-p bench.mutation.watch`; writes the file named in WATCHED when the run ends. A fixture
of a wider scope than a function counts for every test that uses it, not only for the first. What
such a fixture gave is pickled beside, so that a mutant that it does not pass through may have it.
"""

import inspect
import json
import os
import pickle
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
_MADE: dict[str, str] = {}
_USES: defaultdict[str, set[str]] = defaultdict(set)
_COVERAGE.start()


def named(fixture: Any) -> str:
    """The name by which a fixture is known in the notes."""
    return f"fixture {fixture.baseid} {fixture.argname}"


def _enter(context: str) -> None:
    if context != _CONTEXTS[-1] and context.startswith("fixture "):
        _USES[_CONTEXTS[-1]].add(context)
    _CONTEXTS.append(context)
    _COVERAGE.switch_context(context)


def _leave() -> None:
    _CONTEXTS.pop()
    _COVERAGE.switch_context(_CONTEXTS[-1])


def _spent() -> float:
    told = os.times()
    return told.user + told.system + told.children_user + told.children_system


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Lines of a test are its own; so are its seconds, less those of the fixtures it shares."""
    shared = sum(_SHARED.values())
    _enter(f"test {item.nodeid}")
    began = _spent()
    try:
        return (yield)
    finally:
        _leave()
        _SECONDS[item.nodeid] = _spent() - began - (sum(_SHARED.values()) - shared)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any) -> Generator[None, object, object]:
    """Lines of a shared fixture belong to all who use it."""
    shared = fixturedef.scope != "function"
    _enter(named(fixturedef) if shared else _CONTEXTS[-1])
    within, began = sum(_SHARED.values()), _spent()
    try:
        value = yield
    finally:
        _leave()
        if shared:
            within = sum(_SHARED.values()) - within
            _SHARED[named(fixturedef)] = _spent() - began - within
    if shared:
        _keep(fixturedef, value)
    return value


def _keep(fixture: Any, value: object) -> None:
    plain = fixture.params is None and not inspect.isgeneratorfunction(fixture.func)
    if not plain or not str(getattr(fixture.func, "__module__", "")).startswith("tests."):
        return
    place = Path(os.environ["WATCHED"]).with_suffix(f".{len(_MADE)}.pickle")
    try:
        place.write_bytes(pickle.dumps(value))
    except (pickle.PicklingError, TypeError, AttributeError):
        return
    _MADE[named(fixture)] = str(place)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Which test, and which shared fixture, uses which fixtures."""
    for item in session.items:
        known = getattr(item, "_fixtureinfo", None)
        found = known.name2fixturedefs if known else {}
        for several in found.values():
            for one in several:
                _USES[f"test {item.nodeid}"].add(named(one))
                below = [found[name][-1] for name in one.argnames if name in found]
                _USES[named(one)].update(named(other) for other in below if other is not one)


def pytest_sessionfinish() -> None:
    """Write lines, fixtures and seconds."""
    _COVERAGE.stop()
    data, root = _COVERAGE.get_data(), Path.cwd()
    lines = {
        Path(file).relative_to(root).as_posix(): data.contexts_by_lineno(file)
        for file in data.measured_files()
    }
    uses = {name: sorted(found) for name, found in _USES.items()}
    told = {"lines": lines, "uses": uses, "seconds": _SECONDS, "shared": _SHARED, "made": _MADE}
    Path(os.environ["WATCHED"]).write_text(json.dumps(told), "utf-8")
