"""A cluster of three nodes that the tests of a module share."""

from collections.abc import Iterator

import pytest

from tests.ray.nodes import QUIET, Nodes


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    """Three nodes on this machine, ended with the module's last test."""
    ray = pytest.importorskip("ray", reason="it has its own environment: make test-ray")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in QUIET.items():
            patch.setenv(name, value)
        started = Nodes()
        yield started
        ray.shutdown()
        started.end()
