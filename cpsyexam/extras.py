"""What brings the packages of an extra here: a target of make in a checkout, else pip."""

import os
import re
import shlex
import sys
from importlib import metadata
from pathlib import Path

_CHECKOUT = Path(__file__).resolve().parent.parent
# extra → what in a checkout makes the environment that has it
_TARGETS = {
    "review": "make review",
    "push": "make push REPO=org/name",
    "classify": "make .venv/dev.stamp",
    "eval": "make .venv/eval/stamp, then the same by .venv/eval/bin/cpsyexam",
    "ray": "make .venv/ray/stamp, then the same by .venv/ray/bin/cpsyexam",
}


def brought_by(extra: str) -> str:
    """The command, for the end of a message; it names packages that an index has."""
    if extra in _TARGETS and (_CHECKOUT / "Makefile").is_file():
        return _TARGETS[extra]
    own = re.compile(rf"^([^;]+?) ?; .*extra == ['\"]{extra}['\"]")
    lines = metadata.requires("cpsyexam") or ()
    needed = [found[1] for found in map(own.match, lines) if found]
    python = os.path.relpath(sys.executable) if _below(sys.executable) else sys.executable
    return shlex.join([python, "-m", "pip", "install", *needed])


def _below(program: str) -> bool:
    return Path(program).is_relative_to(Path.cwd())
