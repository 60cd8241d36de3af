"""Copies of the working tree to put faults into, and the processes that test them there."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

from bench.frame import ROOT

PLACE = ROOT / "build" / "mutation"


def copied(package: str, number: int) -> Path:
    """A fresh copy of the files that git knows or would add."""
    tree = PLACE / f"{package.replace('/', '-')}{number}"
    shutil.rmtree(tree, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tree / name)
    shared, link = ROOT.parent / "shared", PLACE / "shared"
    if shared.exists() and not link.is_symlink():
        link.symlink_to(shared)
    # checked by content: a mutant may have the size and the second of the file it stands for
    command = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "."]
    subprocess.run(command, cwd=tree, check=True)
    return tree


class Nursery:
    """A process beside this one that runs tests on mutants of a tree."""

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        env = {
            **os.environ,
            "PYTHONPATH": str(tree),
            "PYTHONDONTWRITEBYTECODE": "1",
            "HYPOTHESIS_STORAGE_DIRECTORY": str(tree.with_suffix(".hypothesis")),
        }
        self.process = subprocess.Popen(
            [sys.executable, str(tree / "bench" / "mutation" / "nursery.py"), str(tree)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, cwd=tree,
        )  # fmt: skip
        self._answer()

    def run(
        self, file: str, code: str, tests: dict[str, float], made: dict[str, str]
    ) -> dict[str, Any]:
        """Run tests (test -> limit) with other code in a file; see bench/mutation/nursery.py."""
        job = {"file": file, "code": code, "tests": tests, "made": made}
        pipe = _open(self.process.stdin)
        pipe.write(json.dumps(job).encode() + b"\n")
        pipe.flush()
        return self._answer()

    def close(self) -> None:
        """End the process."""
        _open(self.process.stdin).close()
        self.process.wait()
        _open(self.process.stdout).close()

    def _answer(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(_open(self.process.stdout).readline())
        return answer


def _open(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe
