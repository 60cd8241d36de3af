"""The order of all tests: the long ones first, so that no worker is left alone with them."""

import gc
from collections.abc import Generator
from pathlib import Path

import pytest

LONG = Path(__file__).parent / "e2e"


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
    items.sort(key=lambda item: LONG not in item.path.parents)
