"""The functions of `import cpsyexam`, on polars or pandas frames (docs/python.md)."""

from pipeline.api.questions import (
    deduplicate,
    inspect,
    known,
    label,
    parse,
    read_bank,
    shuffle,
    split,
)
from pipeline.api.releases import audit, build, load_release

__all__ = [
    "audit", "build", "deduplicate", "inspect", "known", "label", "load_release", "parse",
    "read_bank", "shuffle", "split",
]  # fmt: skip
