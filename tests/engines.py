"""Scrapy's processes, born of one that has the libraries loaded: one from nothing takes a second.

Such a process does what `python -m spiders.engine` does; only its start is another. Of the
project's own modules only some are loaded before: others start threads, which do not live through
a fork.
"""

import gc
import importlib
import json
import os
import resource
import select
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[1]
LIBRARIES = (
    "polars", "numpy", "dataframely", "pydantic", "scrapy.crawler", "scrapy.http", "bs4",
    "scrapy.extensions.remote_control", "scrapy.core.downloader.handlers.http11",
    "scrapy.core.scheduler", "twisted.internet.asyncioreactor", "lxml.html", "opencc", "warcio",
    "rapidfuzz", "PIL.Image", "parsing.grammar", "documents.html",
)  # fmt: skip


class Born:
    """A process as `spiders.engine.apart` uses it: its pipes, its end."""

    def __init__(self, stdin: int, stdout: int, keeper: int) -> None:
        self.stdin: IO[bytes] = os.fdopen(stdin, "wb")
        self.stdout: IO[bytes] = os.fdopen(stdout, "rb")
        self._keeper = os.fdopen(keeper, "rb", buffering=0)
        self._code: int | None = None
        self.pid = int(self._keeper.readline())

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, when it has ended."""
        if self._code is None:
            if not select.select([self._keeper], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(["spiders.engine"], timeout or 0)
            self._code = int(self._keeper.readline())
            self._keeper.close()
        return self._code

    def terminate(self) -> None:
        """End it, if it has not ended."""
        if self._code is None and not select.select([self._keeper], [], [], 0)[0]:
            with suppress(ProcessLookupError):  # it ended, and its keeper has not said so yet
                os.kill(self.pid, 15)


class Nursery:
    """Where they are born, started when the first is asked for."""

    def __init__(self) -> None:
        self._line: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def end(self) -> None:
        """No more of them."""
        if self._line and self._process:
            self._line.close()
            self._process.wait()

    def born(self) -> Born:
        """A process that reads its task from its standard input."""
        line = self._line = self._line or self._started()
        pipes = [os.pipe() for _ in range(3)]  # its input, its output, its keeper's word
        (ours_in, ours_out, ours_end) = (pipes[0][1], pipes[1][0], pipes[2][0])
        theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
        place: dict[str, Any] = {"folder": str(Path.cwd()), "path": sys.path}
        place["environ"] = dict(os.environ)
        place["largest"] = resource.getrlimit(resource.RLIMIT_FSIZE)
        socket.send_fds(line, [json.dumps(place).encode()], theirs)
        for end in theirs:
            os.close(end)
        return Born(ours_in, ours_out, ours_end)

    def _started(self) -> socket.socket:
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.engines", str(there.fileno())],
            pass_fds=[there.fileno()], cwd=ROOT, start_new_session=True,
        )  # fmt: skip
        there.close()
        return here


def main(line: socket.socket) -> None:
    """Serve until the other end is gone."""
    for name in LIBRARIES:
        importlib.import_module(name)
    gc.freeze()
    keepers: set[int] = set()
    while True:
        place, pipes, _, _ = socket.recv_fds(line, 1 << 16, 3)
        if not place:
            break
        if not (keeper := os.fork()):
            line.close()
            _keep(json.loads(place), *pipes)
        for end in pipes:
            os.close(end)
        keepers = {one for one in (*keepers, keeper) if not os.waitpid(one, os.WNOHANG)[0]}
    for one in keepers:
        os.waitpid(one, 0)


def _keep(place: dict[str, Any], stdin: int, stdout: int, end: int) -> None:
    """Say a child's number, then how it ended."""
    if child := os.fork():
        os.close(stdin)
        os.close(stdout)
        os.write(end, f"{child}\n".encode())
        _, status = os.waitpid(child, 0)
        os.write(end, f"{os.waitstatus_to_exitcode(status)}\n".encode())
        os._exit(0)
    os.close(end)
    os.chdir(place["folder"])
    sys.path[:] = place["path"]
    sys.dont_write_bytecode = True  # a bound on file sizes would cut a module's
    resource.setrlimit(resource.RLIMIT_FSIZE, tuple(place["largest"]))
    os.environ.clear()
    os.environ.update(place["environ"])
    for number, pipe in enumerate((stdin, stdout)):
        os.dup2(pipe, number)
        os.close(pipe)
    code = 1
    try:
        from spiders.engine import main as serve

        serve()
        code = 0
    finally:
        os._exit(code)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
