"""Tables of labeling/data."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table(name: str) -> dict[str, Any]:
    """A file of labeling/data as a dict."""
    return tomllib.loads(files("labeling").joinpath("data", name).read_text("utf-8"))
