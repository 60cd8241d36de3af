"""Releases to tamper with."""

from pathlib import Path

import pytest

from tests.manifests.forging import Copy, duplicate, make, new_key


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A signed release; not to be changed."""
    root = tmp_path_factory.mktemp("made")
    return make(root, key=new_key(root / "key"))


@pytest.fixture(scope="session")
def withheld(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A release with withheld test answers; not to be changed."""
    return make(tmp_path_factory.mktemp("withheld"), test_answers="withheld")


@pytest.fixture
def copy(made: Copy, tmp_path: Path) -> Copy:
    """A copy of the signed release."""
    return duplicate(made, tmp_path)
