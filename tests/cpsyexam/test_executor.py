"""Work mapped over items: the same results everywhere, also where workers are killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from cpsyexam.errors import ConfigError, CpsyexamError
from cpsyexam.executor import Executor, Failure, Inline, Processes, Work
from cpsyexam.worker import Bounds
from tests.cpsyexam.chores import (
    deadly,
    hungry,
    killed_once,
    odd_error,
    refusing,
    squares,
    too_few,
    who,
)  # fmt: skip
from tests.matrix import some
from tests.waiting import alive, until

ROOT = Path(__file__).parents[2]
EXECUTORS = (Inline(), Processes(1), Processes(2))


@pytest.mark.parametrize("executor", EXECUTORS, ids=["inline", "1", "2"])
def test_results_come_in_the_order_of_the_items(executor: Executor) -> None:
    told: list[int] = []
    found = list(executor.map(Work(squares, batch=3), range(20), told.append))
    assert found == [n * n for n in range(20)]
    assert told[-1] == 20
    assert told == sorted(told)
    assert list(executor.map(Work(squares), [])) == []


@pytest.mark.parametrize("workers", some([2, 1], 2))
def test_a_killed_worker_changes_nothing(workers: int, tmp_path: Path) -> None:
    work = Work(partial(killed_once, tmp_path / "killed"), batch=4)
    assert list(Processes(workers).map(work, range(30))) == [n * n for n in range(30)]
    assert (tmp_path / "killed").exists()


@pytest.mark.parametrize("workers", some([2, 1], 2))
def test_only_the_item_that_kills_is_a_failure(workers: int) -> None:
    work = Work(partial(deadly, frozenset({6})), batch=4)
    found = list(Processes(workers).map(work, range(12)))
    assert found[6] == Failure("the worker process ended with code 9")
    assert [f for n, f in enumerate(found) if n != 6] == [n * n for n in range(12) if n != 6]


@pytest.mark.slow
def test_deaths_apart_are_failures_and_deaths_in_a_row_stop_the_run() -> None:
    apart = Work(partial(deadly, frozenset({1, 3, 5, 7})))
    found = list(Processes(1).map(apart, range(9)))
    assert [n for n, f in enumerate(found) if isinstance(f, Failure)] == [1, 3, 5, 7]
    row = Work(partial(deadly, frozenset({2, 3, 4})))
    with pytest.raises(CpsyexamError, match=r"died on 3 items in a row: .*code 9; free"):
        list(Processes(2).map(row, range(9)))


def test_errors_of_the_work_come_as_they_are() -> None:
    with pytest.raises(ConfigError) as caught:
        list(Processes(2).map(Work(refusing, batch=2), range(9)))
    assert caught.value.line() == "item 5: wrong value; mend it"
    with pytest.raises(RuntimeError, match="is odd"):
        list(Processes(1).map(Work(odd_error), [1]))
    for executor in (Inline(), Processes(1)):
        with pytest.raises(ValueError, match="gave 1 results for a batch of 2"):
            list(executor.map(Work(too_few, batch=2), [1, 2]))


def test_few_items_stay_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    work = Work(who, inline_below=5)
    monkeypatch.setenv("OMP_NUM_THREADS", "4")
    assert {pid for pid, _ in taken(Processes(2).map(work, range(4)))} == {os.getpid()}
    assert os.getpid() not in {pid for pid, _ in taken(Processes(2).map(work, range(5)))}


def test_workers_have_one_thread_and_are_replaced_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "4")
    before = dict(os.environ)
    seen = taken(Processes(1).map(Work(who, recycle=2), range(6)))
    assert [threads for _, threads in seen] == ["1"] * 6
    assert len({pid for pid, _ in seen}) == 3
    assert dict(os.environ) == before


def test_workers_stay_from_map_to_map_inside_a_block() -> None:
    with Processes(1) as executor:
        first, second = (taken(executor.map(Work(who), [1])) for _ in range(2))
    assert first == second
    assert not alive(first[0][0])
    assert taken(Processes(1).map(Work(who), [1])) != first


def test_items_are_read_little_ahead_of_what_is_taken() -> None:
    read: list[int] = []

    def items() -> Iterator[int]:
        for number in range(10_000):
            read.append(number)
            yield number

    results = Processes(2).map(Work(squares, batch=5), items())
    assert [next(results) for _ in range(3)] == [0, 1, 4]
    assert len(read) <= 60
    results.close()  # type: ignore[attr-defined]  # a generator


def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    code = (
        "from pathlib import Path\n"
        "from cpsyexam.executor import Processes, Work\n"
        "from functools import partial\n"
        "from tests.cpsyexam.chores import sleeping\n"
        f"list(Processes(2).map(Work(partial(sleeping, Path({str(tmp_path)!r}))), range(2)))\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT)
    until(lambda: len(list(tmp_path.iterdir())) == 2)
    parent.kill()
    parent.wait()
    until(lambda: not any(alive(int(path.name)) for path in tmp_path.iterdir()))


def test_ctrl_c_is_the_parents(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from cpsyexam.executor import Processes, Work\n"
        "from functools import partial\n"
        "from tests.cpsyexam.chores import sleeping\n"
        "try:\n"
        f"    list(Processes(2).map(Work(partial(sleeping, Path({str(tmp_path)!r}))), range(2)))\n"
        "except KeyboardInterrupt:\n"
        "    sys.exit(130)\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.PIPE, start_new_session=True
    )
    until(lambda: len(list(tmp_path.iterdir())) == 2)
    os.killpg(parent.pid, signal.SIGINT)
    _, said = parent.communicate()
    assert (parent.returncode, said) == (130, b"")
    assert not any(alive(int(path.name)) for path in tmp_path.iterdir())


def taken(results: Iterator[tuple[int, str] | Failure]) -> list[tuple[int, str]]:
    return [found for found in results if not isinstance(found, Failure)]


def test_an_item_beyond_its_bounds_is_a_failure_with_its_reason() -> None:
    work = Work(hungry, batch=2, bounds=Bounds(seconds=1, memory=300))
    items = ["a", "memory", "memory", "memory", "b", "time", "c"]
    found = list(Processes(2).map(work, items))
    assert [f for f in found if not isinstance(f, Failure)] == ["a", "b", "c"]
    assert [f.reason for f in found if isinstance(f, Failure)] == [
        *["takes more than 300 MiB of memory"] * 3,
        "takes more than 1 s of processor time",
    ]


def test_a_worker_is_bounded_anew_for_each_batch() -> None:
    work = Work(hungry, bounds=Bounds(seconds=1, memory=900))
    assert list(Processes(1).map(work, ["memory"] * 4)) == ["memory"] * 4


def test_a_heavy_item_is_not_read_in_this_process() -> None:
    work = Work(hungry, inline_below=9, heavy=lambda item: len(item) > 3, bounds=Bounds(memory=300))
    (failure,) = Processes(1).map(work, ["memory"])
    assert isinstance(failure, Failure)
