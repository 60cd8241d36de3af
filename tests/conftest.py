"""The order of all tests: the long ones first, so that no worker is left alone with them."""

import gc
import os
from collections.abc import Generator, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

HERE = Path(__file__).parent
LONG = (
    "e2e/test_adversaries.py",  # builds the sample, for which others in e2e would only wait
    "pipeline/test_incremental.py", "spiders/test_crawl.py", "reviewing/test_browser.py",
    "publishing/test_versions.py", "manifests/test_audited.py", "pipeline/test_release.py",
    "pipeline/test_init.py", "cpsyexam/test_executor.py", "e2e/test_push.py", "hub",
    "spiders/test_destinations.py", "manifests/test_forged_reserve.py",
    "parsing/test_recreated_pages.py", "ocr/engines/test_embedded.py", "e2e/test_bad_input.py",
    "publishing/test_cards.py", "documents/test_properties.py", "spiders", "ocr/test_stage.py",
    "manifests", "pipeline", "e2e", "evaluation/test_replies.py", "evaluation/test_commands.py",
    "cleaning/test_clean_stage.py", "generation", "bench/test_mutation.py",
    "ocr/page/test_textruns.py", "psychometrics/test_contamination.py",
)  # fmt: skip

# Tables of a few hundred rows: threads that wait for each other took a third of all time.
for _name in ("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
os.environ["CPSYEXAM_LANG"] = "en"  # whatever the locale of who runs the tests
# No test makes a key in the home of whoever runs it.
os.environ["CPSYEXAM_SHARED_KEY"] = "5e" * 32
# A server on this machine answers late where the machine has no time.
for _name in ("HF_HUB_ETAG_TIMEOUT", "HF_HUB_DOWNLOAD_TIMEOUT"):
    os.environ.setdefault(_name, "600")


# No example is judged by its time: a test must not depend on what else the machine does. Here the
# examples are always the same; `make test-slow` seeks new ones.
if find_spec("hypothesis"):  # not in the environments of other tools
    from hypothesis import HealthCheck, settings

    _UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("same", _UNTIMED, derandomize=True)
    settings.register_profile("new", _UNTIMED)
    settings.load_profile("same")


@pytest.fixture(scope="session", autouse=True)
def _engines() -> Iterator[None]:
    """Scrapy's processes are born of a loaded one; what starts them else is in test_engine."""
    if not find_spec("scrapy"):
        yield
        return
    from spiders import engine
    from tests.engines import Nursery

    nursery = Nursery()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "started", nursery.born)
        yield
    nursery.end()


@pytest.fixture(scope="session", autouse=True)
def _no_power_is_lost() -> Iterator[None]:
    """No test of these processes waits for a disk; those of tests/crash count what they sync."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: the garbage collector need not look at it again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = {HERE / name: at for at, name in enumerate(LONG)}
    last = len(LONG)
    ranks: dict[Path, int] = {}
    for path in {item.path for item in items}:
        ranks[path] = places.get(path, min(places.get(up, last) for up in path.parents))
    items.sort(key=lambda item: ranks[item.path])
