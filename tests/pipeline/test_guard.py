"""What ends a build that takes more memory than it may."""

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from bench import line_bank
from cpsyexam.errors import ConfigError
from pipeline import memory
from pipeline.build import build
from pipeline.guard import Guard, held
from pipeline.paths import Paths

LARGE = "x = bytes(range(256)) * 800_000; print(len(x), flush=True); input()"


@pytest.fixture(autouse=True)
def ctrl_c() -> Iterator[None]:
    """Ctrl-C means what it means at a terminal: a shell has its background processes ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_children_and_theirs_count(tmp_path: Path) -> None:
    before = held()
    assert before > 50
    with subprocess.Popen(
        ["sh", "-c", '"$0" -c "$1"; true', sys.executable, LARGE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=tmp_path,
    ) as child:
        assert child.stdout
        child.stdout.readline()
        assert held() - before > 150  # the process of the test gives some back meanwhile
        child.communicate(b"\n")


def test_a_block_beyond_its_bound_is_left() -> None:
    guard = Guard(int(held()) + 100)
    with pytest.raises(KeyboardInterrupt), guard.watching():
        _ = b"x" * 300_000_000
        while True:
            signal.pause()
    assert guard.over > guard.bound


def test_within_the_bound_nothing_happens() -> None:
    guard = Guard(int(held()) + 1000)
    with guard.watching():
        guard.look()
    assert guard.most > 50
    assert not guard.over


def test_nobody_watches_where_ctrl_c_means_something_else() -> None:
    old = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        guard = Guard(1)
        alone = threading.active_count()
        with guard.watching():
            assert threading.active_count() == alone
            guard.look()
    finally:
        signal.signal(signal.SIGINT, old)
    assert not guard.most


# the build is interrupted wherever it is: a file that was just opened is left to the collector
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_build_that_takes_more_than_was_thought_ends_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = line_bank.make(tmp_path / "line", 100)
    monkeypatch.setattr(memory, "_TAKES", {})
    monkeypatch.setattr(memory, "_OTHER", (1, 1.0))  # far too little
    with pytest.raises(
        ConfigError, match=r"stage \w+ took [\d.]+ [MG]B of memory, more than 60 MB"
    ):
        build(recipe, Paths(tmp_path / "out"), Console(quiet=True), executor={"memory": 60})
