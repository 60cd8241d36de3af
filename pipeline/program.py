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
    for place in (Path(sys.argv[0]), Path(sys.executable).parent / "cpsyexam"):
        if place.name == "cpsyexam" and place.is_file():
            near = os.path.relpath(place)
            return shlex.quote(near if not near.startswith("..") else str(place.absolute()))
    return "cpsyexam"
