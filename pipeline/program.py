"""How this program is called, so that a printed command works when it is copied."""

import os
import shlex
import shutil
import sys
from pathlib import Path


def program() -> str:
    """`cpsyexam` where the shell finds it, else the path that it was started with."""
    if shutil.which("cpsyexam"):
        return "cpsyexam"
    started = Path(sys.argv[0])
    if started.name == "cpsyexam" and started.is_file():
        return shlex.quote(os.path.relpath(started))
    beside = Path(sys.executable).parent / "cpsyexam"
    return shlex.quote(os.path.relpath(beside)) if beside.is_file() else "cpsyexam"
