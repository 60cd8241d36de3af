"""A made-up build of 240 questions and its release, shared by the tests of the commands."""

from pathlib import Path

import pytest

from bench import builds
from tests.publishing.conftest import build_release


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("items")
    builds.make(root / "build", 240)
    return build_release(root)
