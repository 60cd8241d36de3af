"""Releases to tamper with."""

from pathlib import Path

import pytest

from tests.manifests import forging
from tests.manifests.forging import Copy, duplicate, make, new_key
from tests.shared import made_once


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A signed release; not to be changed."""
    return forging.made(made_once(tmp_path_factory, "signed", _signed))


@pytest.fixture(scope="session")
def withheld(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A release with withheld test answers; not to be changed."""
    return forging.made(made_once(tmp_path_factory, "withheld-made-up", _withheld))


def _signed(root: Path) -> None:
    make(root, key=new_key(root / "key"))


def _withheld(root: Path) -> None:
    make(root, test_answers="withheld")


@pytest.fixture
def copy(made: Copy, tmp_path: Path) -> Copy:
    """A copy of the signed release."""
    return duplicate(made, tmp_path)
