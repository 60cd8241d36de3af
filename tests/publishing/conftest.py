"""A release of a made-up build; not to be changed."""

from pathlib import Path

import pytest

from bench import builds
from manifests import seal
from publishing import release
from publishing.settings import ReleaseSettings

LABEL = "made-up-0.1.0"


def build_release(root: Path, version: str = "0.1.0", **settings: str) -> Path:
    """Write and seal a release of the build below a root; returns its folder."""
    label = f"made-up-{version}"
    places = (root / "build", root / "releases" / label, root / "reserve" / label)
    chosen = ReleaseSettings.model_validate({"licence": "cc0-1.0", **settings})
    release.write(*places, name="made-up", version=version, settings=chosen, facts=builds.FACTS)
    seal.seal(
        *places,
        name="made-up",
        version=version,
        split_key=builds.KEY,
        salt_key=builds.SALT,
        facts=builds.FACTS,
    )
    return places[1]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root folder with build, releases and reserve."""
    root = tmp_path_factory.mktemp("release")
    builds.make(root / "build", 480)
    build_release(root)
    return root
