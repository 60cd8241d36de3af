"""The kernel: records, identity, taxonomy, rules, stages, configuration, errors.

`import cpsyexam` also offers the functions of docs/python.md. They live in the top layer
(`pipeline.api`) and are looked up when they are asked for; no module of the kernel uses them.
"""

import importlib
from typing import Any

__version__ = "0.1.0"
_FUNCTIONS = (
    "audit", "build", "deduplicate", "inspect", "known", "label", "load_release", "parse",
    "read_bank", "shuffle", "split",
)  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _FUNCTIONS:
        return getattr(importlib.import_module("pipeline.api"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_FUNCTIONS])
