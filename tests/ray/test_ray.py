"""Work mapped over a Ray cluster of three nodes: the same results, also where parts are killed."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

from cpsyexam.errors import ConfigError, CpsyexamError
from cpsyexam.executor import Failure, Inline, Work
from cpsyexam.worker import Bounds
from tests.cpsyexam.chores import (
    deadly,
    hungry,
    killed_once,
    odd_error,
    refusing,
    squares,
)
from tests.ray.nodes import QUIET, Nodes, kill

pytest.importorskip("ray", reason="it has its own environment: make test-ray")


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_results_are_those_of_one_process_in_the_same_order(nodes: Nodes, workers: int) -> None:
    told: list[int] = []
    found = list(nodes.executor(workers).map(Work(squares, batch=3), range(40), told.append))
    assert found == list(Inline().map(Work(squares, batch=3), range(40)))
    assert told[-1] == 40


def test_never_more_workers_than_the_cluster_has_cores(nodes: Nodes) -> None:
    with nodes.executor(50) as executor:
        assert list(executor.map(Work(squares), range(30))) == [n * n for n in range(30)]
        assert executor.workers == 6


def test_workers_are_spread_over_nodes_and_stay_from_map_to_map(nodes: Nodes) -> None:
    with nodes.executor(3) as executor:
        list(executor.map(Work(napping), range(6)))
        first = sorted(nodes.actors())
        list(executor.map(Work(napping), range(6)))
        assert sorted(nodes.actors()) == first
    assert len(first) == 3


def test_an_item_that_kills_its_worker_is_found_and_named_as_on_one_machine(nodes: Nodes) -> None:
    work = Work(partial(deadly, frozenset({6})), batch=4)
    found = list(nodes.executor(2).map(work, range(12)))
    assert found[6] == Failure("the worker process ended with code 9")
    assert [f for n, f in enumerate(found) if n != 6] == [n * n for n in range(12) if n != 6]


def test_a_worker_killed_once_changes_nothing(nodes: Nodes, tmp_path: Path) -> None:
    work = Work(partial(killed_once, tmp_path / "killed"), batch=4)
    assert list(nodes.executor(2).map(work, range(30))) == [n * n for n in range(30)]
    assert (tmp_path / "killed").exists()


def test_bounds_hold_on_a_node(nodes: Nodes) -> None:
    work = Work(hungry, batch=2, bounds=Bounds(seconds=1, memory=300))
    found = list(nodes.executor(2).map(work, ["a", "memory", "b", "time", "c"]))
    assert [f.reason for f in found if isinstance(f, Failure)] == [
        "takes more than 300 MiB of memory",
        "takes more than 1 s of processor time",
    ]


def test_errors_of_the_work_come_as_they_are(nodes: Nodes) -> None:
    with pytest.raises(ConfigError, match="item 5: wrong value; mend it"):
        list(nodes.executor(2).map(Work(refusing, batch=2), range(9)))
    with pytest.raises(RuntimeError, match="is odd"):
        list(nodes.executor(1).map(Work(odd_error), [1]))


def test_items_are_read_little_ahead_of_what_is_taken(nodes: Nodes) -> None:
    read: list[int] = []

    def items() -> Iterator[int]:
        for number in range(10_000):
            read.append(number)
            yield number

    results = nodes.executor(2).map(Work(squares, batch=5), items())
    assert [next(results) for _ in range(3)] == [0, 1, 4]
    assert len(read) <= 60
    results.close()  # type: ignore[attr-defined]  # a generator


def test_a_lost_actor_or_node_is_no_fault_of_its_items(nodes: Nodes, tmp_path: Path) -> None:
    """Every item is done though each time one part of the cluster is killed in the midst."""
    for victims in (nodes.actors, nodes.workers, lambda: nodes.raylets()[-1:]):
        results = nodes.executor(3).map(Work(napping, batch=2), range(24))
        found = [next(results)]
        assert kill(victims()[0])
        assert found + list(results) == [n * n for n in range(24)]
    nodes.add()


def napping(batch: Sequence[int]) -> list[int]:
    import time

    time.sleep(0.3)
    return squares(batch)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"code": "0"}, "another version of the program"),
        ({"proof": "0" * 64}, "has another key than the builder; copy /"),
        ({"witness": "pyproject.toml", "token": "other"}, "build in a folder that all nodes share"),
        ({"folder": "/no/such/folder"}, "does not see the folder /no/such/folder"),
    ],
)
def test_a_node_that_would_give_other_rows_is_an_error(
    nodes: Nodes, changed: dict[str, str], said: str
) -> None:
    with pytest.raises(CpsyexamError, match=said):
        list(nodes.executor(1, 0.0, **changed).map(Work(squares), range(3)))


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nowhere.invalid:6379", "x", "127.0.0.1:x"])
def test_a_wrong_address_is_one_line(address: str, tmp_path: Path) -> None:
    assert refused(address, tmp_path) == address


def test_what_answers_but_is_no_cluster_is_one_line(tmp_path: Path) -> None:
    serve = [sys.executable, "-u", "-m", "http.server", "0", "-b", "127.0.0.1"]
    site = subprocess.Popen(serve, stdout=-1, stderr=-3, text=True)
    try:
        assert site.stdout is not None
        port = site.stdout.readline().split("port ")[1].split()[0]
        assert refused(f"127.0.0.1:{port}", tmp_path)
    finally:
        site.kill()
        site.communicate()


def refused(address: str, folder: Path) -> str:
    """The address that the build says nobody answers at, in one line."""
    command = [sys.executable, "-m", "pipeline.entry", "build", "--out", str(folder)]
    done = subprocess.run(
        [*command, "--on", f"ray://{address}"],
        capture_output=True, text=True, env={**os.environ, **QUIET}, check=False, timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    return done.stderr.partition("no Ray cluster answers at '")[2].partition("'")[0]
