"""Runs Scrapy in a process of its own: its reactor starts only once, and it takes the signals.

The process is a plain `python -m spiders.engine`, not a fork and not a multiprocessing child, so
that it neither inherits threads nor imports the caller's main module. Messages are pickles.
"""

import importlib
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from cpsyexam import errors
from cpsyexam.errors import CpsyexamError, SourceError
from cpsyexam.executor import Progress
from spiders.settings import LARGEST_PAGE

_LAST = 2  # seconds that a crawl has to end in where its parent was killed
Job = Callable[[Any, Progress], Any]

QUIET: dict[str, Any] = {
    "LOG_LEVEL": "CRITICAL",
    "LOG_INSTALL_ROOT_HANDLER": False,
    "TELNETCONSOLE_ENABLED": False,
    "MEMUSAGE_ENABLED": False,
    "LOGSTATS_INTERVAL": 0,
    "HTTPERROR_ALLOW_ALL": True,
    "METAREFRESH_ENABLED": False,
}
REPLAY: dict[str, Any] = {
    **QUIET,
    "DOWNLOADER_MIDDLEWARES": {"spiders.middlewares.ReplayMiddleware": 960},
    # the second lock: even a request that passed the archive finds nothing to send it
    "DOWNLOAD_HANDLERS": {"http": None, "https": None, "ftp": None, "file": None, "s3": None},
    "DOWNLOAD_MAXSIZE": LARGEST_PAGE,
    "DOWNLOAD_WARNSIZE": 0,
    "ROBOTSTXT_OBEY": False,
    "RETRY_ENABLED": False,
    "COOKIES_ENABLED": False,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
    "CONCURRENT_ITEMS": 1,  # the engine starts so many tasks for every page, and there are no items
    "DOWNLOAD_DELAY": 0,
}


def apart(job: Job | str, task: Any, progress: Progress | None = None, *, grace: float = 0) -> Any:
    """`job(task, progress)` in a new process; `job` is a module's function or its `module:name`.

    Task and result are pickled.

    Raises the CpsyexamError that the job raised; SourceError where its process died. Ctrl-C ends
    the process after at most `grace` seconds and raises KeyboardInterrupt here.
    """
    name = job if isinstance(job, str) else f"{job.__module__}:{job.__qualname__}"
    process = started()
    assert process.stdin is not None  # both are pipes
    assert process.stdout is not None
    try:
        pickle.dump((name, task), process.stdin)
        process.stdin.flush()
        return _listen(process.stdout, progress)
    except (EOFError, BrokenPipeError, pickle.UnpicklingError) as error:
        raise SourceError(
            f"the crawling process ended with code {process.wait()}",
            remedy="run again with --debug; too little memory ends it with -9",
        ) from error
    except KeyboardInterrupt:
        _wait(process, grace)
        raise
    finally:
        process.terminate()
        process.stdin.close()
        process.stdout.close()
        process.wait()


def started() -> "subprocess.Popen[bytes]":
    """A process that reads its task from its standard input."""
    paths = os.pathsep.join(p or str(Path.cwd()) for p in sys.path)
    # Ctrl-C reaches both: while the new process imports, it must not end with a traceback
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return subprocess.Popen(
            [sys.executable, "-m", "spiders.engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": paths},
        )
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _wait(process: "subprocess.Popen[bytes]", seconds: float) -> None:
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.terminate()


def _listen(stream: IO[bytes], progress: Progress | None) -> Any:
    while True:
        # written by our own process a moment ago
        kind, content = pickle.load(stream)  # noqa: S301
        if kind == "progress":
            if progress:
                progress(*content)
        elif kind == "error":
            name, what, where, remedy = content
            raise getattr(errors, name, CpsyexamError)(what, where=where, remedy=remedy)
        else:
            return content


def main() -> None:
    """The other process: reads a task from its input, writes messages to its output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides; a crawl sets its own
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    try:
        name, task = pickle.load(sys.stdin.buffer)  # noqa: S301 - written by `apart`
    except (EOFError, pickle.UnpicklingError):  # the parent was stopped before it had a task
        sys.exit(1)
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nobody else may write there
    threading.Thread(target=_follow_parent, daemon=True).start()

    def say(kind: str, content: Any) -> None:
        pickle.dump((kind, content), output)
        output.flush()

    def progress(done: int, total: int, what: str) -> None:
        say("progress", (done, total, what))

    module, _, function = name.partition(":")
    job: Job = getattr(importlib.import_module(module), function)
    try:
        say("done", job(task, progress))
    except CpsyexamError as error:
        say("error", (type(error).__name__, error.what, error.where, error.remedy))
    except BrokenPipeError:  # nobody listens any more
        os._exit(1)
    except OSError as error:
        what = f"cannot write: {error.strerror or error}"
        place = str(error.filename or "")
        say("error", ("CpsyexamError", what, place, "free some space, then run again"))


def _follow_parent() -> None:
    while os.read(0, 4096):  # ends when the parent does
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_LAST)  # nobody waits for what is still asked; whole records are on the disk
    os._exit(1)


if __name__ == "__main__":
    main()
