"""A made-up build of 240 questions and its release, shared by the tests of the commands."""

from functools import partial
from pathlib import Path

import pytest

from bench import builds
from tests.publishing.conftest import make_release
from tests.shared import made_once


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = made_once(tmp_path_factory, "release-240", partial(make_release, questions=240))
    return builds.spec(root).folder
