"""The real browser of the tests that need one."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
NEEDED = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here")
_FLAGS = [
    "--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-dev-shm-usage",
]  # fmt: skip


@contextmanager
def launched(*flags: str) -> Iterator[Browser]:
    """A browser, closed at the end."""
    with sync_playwright() as play:
        one = play.chromium.launch(executable_path=CHROMIUM, args=[*_FLAGS, *flags], timeout=0)
        yield one
        one.close()
