"""What Ray is asked for where a share of a GPU is wanted: nodes that say they have one."""

import os
import time
from collections.abc import Iterator, Sequence

import pytest

from cpsyexam.errors import ConfigError
from cpsyexam.executor import Failure, Work
from cpsyexam.executor_ray import RayExecutor
from tests.ray.nodes import QUIET, Nodes

ray = pytest.importorskip("ray", reason="it has its own environment: make test-ray")


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in QUIET.items():
            patch.setenv(name, value)
        started = Nodes(gpus=1)
        yield started
        ray.shutdown()
        started.end()


def given(batch: Sequence[int]) -> list[tuple[str, int]]:
    """The GPUs that a worker was given, and its actor."""
    time.sleep(0.3)
    return [(os.environ.get("CUDA_VISIBLE_DEVICES", ""), os.getppid()) for _ in batch]


def told(executor: RayExecutor, items: int, *, gpu: bool) -> list[tuple[str, int]]:
    found = executor.map(Work(given, gpu=gpu), range(items))
    return [one for one in found if not isinstance(one, Failure)]


@pytest.mark.parametrize(("share", "workers"), [(0.25, 4), (0.5, 4), (1, 2)])
def test_workers_that_read_pages_are_where_gpus_are(
    nodes: Nodes, share: float, workers: int
) -> None:
    """Three nodes of two cores, two of them with a GPU."""
    with nodes.executor(6, share) as executor:
        found = told(executor, 24, gpu=True)
        assert executor.workers == workers
        assert {devices for devices, _ in found} == {"0"}
        assert len({actor for _, actor in found}) == workers


def test_other_work_asks_for_no_gpu_and_has_every_core(nodes: Nodes) -> None:
    with nodes.executor(6, 1.0) as executor:
        pages = told(executor, 4, gpu=True)
        other = told(executor, 24, gpu=False)
        assert executor.workers == 6
        assert {devices for devices, _ in other} == {""}
        assert {actor for _, actor in pages}.isdisjoint(actor for _, actor in other)


def test_a_cluster_without_so_many_gpus_is_said(nodes: Nodes) -> None:
    with pytest.raises(ConfigError, match=r"no node of the Ray cluster has 2 GPUs for a worker"):
        list(nodes.executor(2, 2.0).map(Work(given, gpu=True), range(3)))
