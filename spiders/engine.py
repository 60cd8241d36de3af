"""Runs Scrapy in a process of its own: its reactor starts only once, and it takes the signals."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from cpsyexam import errors
from cpsyexam.errors import CpsyexamError, SourceError

Told = Callable[[int, int, str], None]
Work = Callable[[Any, Told], Any]

QUIET: dict[str, Any] = {
    "LOG_LEVEL": "CRITICAL",
    "LOG_INSTALL_ROOT_HANDLER": False,
    "TELNETCONSOLE_ENABLED": False,
    "MEMUSAGE_ENABLED": False,
    "LOGSTATS_INTERVAL": 0,
    "HTTPERROR_ALLOW_ALL": True,
    "METAREFRESH_ENABLED": True,
}
REPLAY: dict[str, Any] = {
    **QUIET,
    "DOWNLOADER_MIDDLEWARES": {"spiders.replay.Replay": 960},
    # the second lock: even a request that passed the archive finds nothing to send it
    "DOWNLOAD_HANDLERS": {"http": None, "https": None, "ftp": None, "file": None, "s3": None},
    "ROBOTSTXT_OBEY": False,
    "RETRY_ENABLED": False,
    "COOKIES_ENABLED": False,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
    "DOWNLOAD_DELAY": 0,
}


def apart(work: Work, task: Any, told: Told | None = None, *, grace: float = 0) -> Any:
    """`work(task, told)` in a new process; `work` is a module's function, task and result pickle.

    Raises the CpsyexamError that the work raised; SourceError where its process died. Ctrl-C ends
    the process after at most `grace` seconds and raises KeyboardInterrupt here.
    """
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(there, work, task))
    process.start()
    there.close()
    try:
        return _listen(here, told)
    except EOFError as error:
        process.join()
        raise SourceError(
            f"the crawling process ended with code {process.exitcode}",
            remedy="run again with --debug; too little memory ends it with -9",
        ) from error
    except KeyboardInterrupt:
        process.join(grace)
        raise
    finally:
        if process.is_alive():
            process.terminate()
        process.join()
        here.close()


def _listen(here: Connection, told: Told | None) -> Any:
    while True:
        kind, content = here.recv()
        if kind == "told":
            if told:
                told(*content)
        elif kind == "error":
            name, what, where, remedy = content
            raise getattr(errors, name, CpsyexamError)(what, where=where, remedy=remedy)
        else:
            return content


def _child(there: Connection, work: Work, task: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides; a crawl sets its own
    threading.Thread(target=_follow_parent, daemon=True).start()

    def told(done: int, total: int, what: str) -> None:
        there.send(("told", (done, total, what)))

    try:
        there.send(("done", work(task, told)))
    except CpsyexamError as error:
        there.send(("error", (type(error).__name__, error.what, error.where, error.remedy)))
    except BrokenPipeError:  # nobody listens any more
        os._exit(1)


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
