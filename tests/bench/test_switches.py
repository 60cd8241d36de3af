"""Mechanisms of a package by name, turned off and counted."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.switches import Switches, load

SOURCE = """
import re
from functools import lru_cache

_DIGITS = re.compile(r"\\d+")
_SIGNS = [re.compile(sign) for sign in ("a", "b")]


def without_digits(text: str) -> str:
    return _DIGITS.sub("", text)


def shorter(lines: list[str]) -> list[str]:
    if len(lines) < 2:
        return lines
    return lines[1:]


def place(text: str) -> int:
    found = _DIGITS.search(text)
    return found.start() if found else -1


def empty(lines: list[str]) -> None:
    lines.clear()


@lru_cache
def signed(text: str) -> bool:
    if not text:
        return False
    return any(sign.search(text) for sign in _SIGNS)
"""


@pytest.fixture
def switches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Switches]:
    package = tmp_path / "invented_reader"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "lines.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    yield load("invented_reader")
    for name in ("invented_reader", "invented_reader.lines"):
        sys.modules.pop(name, None)


def test_what_is_off_gives_what_it_was_given_or_nothing(switches: Switches) -> None:
    lines: Any = switches.modules[1]
    for name, call, on, off in (
        ("_DIGITS", lambda: lines.without_digits("a1"), "a", "a1"),
        ("shorter", lambda: lines.shorter(["a", "b"]), ["b"], ["a", "b"]),
        ("place", lambda: lines.place("a1"), 1, 0),
        ("empty", lambda: lines.empty(kept := ["a"]) or kept, [], ["a"]),
        ("signed", lambda: lines.signed("b"), True, False),
        ("_SIGNS[2]", lambda: lines.signed("b"), True, False),
    ):
        read: Any = call
        assert read() == on
        with switches.off([f"invented_reader.lines.{name}"]):
            assert read() == off, name
        assert read() == on, name


def test_only_what_changes_anything_is_counted(switches: Switches) -> None:
    lines: Any = switches.modules[1]
    with switches.counted() as found:
        lines.without_digits("ab")
        lines.shorter(["a", "b"])
        lines.signed("b")
    assert {name.rpartition(".")[2] for name in found} == {*("shorter", "signed", "_SIGNS[2]")}


def test_a_package_that_is_loaded_already_has_no_switches() -> None:
    with pytest.raises(ValueError, match="bench"):
        load("bench")
