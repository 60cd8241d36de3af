"""A release of a made-up build; not to be changed."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench import builds
from cpsyexam.files import settle
from manifests.proofs import Proofs
from manifests.seal import seal
from pipeline.release import release
from publishing import draft
from tests.shared import made_once

LABEL = "made-up-0.1.0"
CONFIGS = [
    "all",
    *("GEE", "PCE", "TQE", "SSE", "CA"),
    *("KG_SCQ", "KG_MAQ", "CA_SCQ", "CA_MAQ", "QA"),
]


def build_release(
    root: Path, version: str = "0.1.0", *, again: bool = False, **settings: str
) -> Path:
    """Write and seal a release of the build below a root, `again` over another of this version."""
    spec = replace(builds.spec(root, version, **settings), replace=again)
    done = release({}, spec.settings, spec=spec)
    for folder in done.folders:
        settle(folder)
    return spec.folder


def drafted(root: Path, version: str = "0.1.0", **settings: str) -> Path:
    """What publishing writes of the build below a root, before anybody seals and audits it."""
    spec = builds.spec(root, version, **settings)
    draft.write(spec)
    return spec.public


def sealed(root: Path, version: str = "0.1.0", **settings: str) -> Path:
    """A release as it is signed and settled, without the builder's own audit of it."""
    spec = builds.spec(root, version, **settings)
    draft.write(spec)
    seal(spec, Proofs())
    for folder in (spec.reserve, spec.folder):
        settle(folder)
    return spec.folder


def make_release(root: Path, questions: int | None = None) -> None:
    """A small build, or one of so many questions, and its release."""
    if questions is None:
        builds.small(root / "build")
    else:
        builds.make(root / "build", questions)
    build_release(root)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root folder with build, releases and reserve."""
    return made_once(tmp_path_factory, "release-small", make_release)
