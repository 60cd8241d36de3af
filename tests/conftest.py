"""The order of all tests: the long ones first, so that no worker is left alone with them."""

from pathlib import Path

import pytest

LONG = Path(__file__).parent / "e2e"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: LONG not in item.path.parents)
