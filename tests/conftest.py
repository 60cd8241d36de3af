"""The order of all tests: the long ones first, so that no worker is left alone with them."""

import gc
from collections.abc import Generator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
LONG = (
    "e2e", "pipeline/test_incremental.py", "spiders/test_crawl.py", "spiders/test_destinations.py",
    "manifests/test_audited.py", "evaluation/test_extraction.py", "ocr/test_embedded.py",
)  # fmt: skip


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
    first = [HERE / name for name in LONG]
    items.sort(key=lambda item: not any(item.path.is_relative_to(place) for place in first))
