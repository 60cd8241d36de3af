"""Headless Chromium over its debugging pipe: HTML file → value of a script, PDF bytes.

Nothing listens on the network: commands go through two file descriptors of the child.
"""

import base64
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cpsyexam.errors import SourceError

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--font-render-hinting=none",
    "--allow-file-access-from-files",
    "--remote-debugging-pipe",
)
_PIPE = 'exec "$@" 3<&"$IN" 4>&"$OUT"'


def binary() -> str:
    """Path of the installed browser, "" for none."""
    return next((path for name in NAMES if (path := shutil.which(name))), "")


class Chromium:
    """A running browser; a context manager, for one thread."""

    def __init__(self) -> None:
        path = binary()
        if not path:
            raise SourceError("no chromium found", remedy="install Debian's package chromium")
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        inside, self._write = os.pipe()
        self._read, outside = os.pipe()
        command = ["bash", "-c", _PIPE, "-", path, *FLAGS, f"--user-data-dir={self._profile.name}"]
        self._process = subprocess.Popen(
            command,
            pass_fds=(inside, outside),
            env={**os.environ, "IN": str(inside), "OUT": str(outside)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(inside)
        os.close(outside)
        self._rest = b""
        self._count = 0
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        attached = self._call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        self._call("Page.enable", session=self._session)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._write)
        os.close(self._read)
        self._process.terminate()
        self._process.wait(timeout=20)
        self._profile.cleanup()

    def print(self, page: Path, script: str) -> tuple[Any, bytes]:
        """Open a local page, run a script (an expression), print: its value and the PDF.

        The paper's size is that of the page's own @page rule.
        """
        self._call("Page.navigate", session=self._session, url=page.resolve().as_uri())
        self._wait("Page.loadEventFired")
        said = self._call(
            "Runtime.evaluate",
            session=self._session,
            expression=script,
            awaitPromise=True,
            returnByValue=True,
        )
        if "exceptionDetails" in said:
            failed = said["exceptionDetails"]
            text = failed.get("exception", {}).get("description") or failed["text"]
            raise SourceError(text.split("\n")[0], where=str(page), remedy="mend the template")
        paper = self._call(
            "Page.printToPDF",
            session=self._session,
            preferCSSPageSize=True,
            printBackground=True,
            marginTop=0,
            marginBottom=0,
            marginLeft=0,
            marginRight=0,
        )
        return said["result"].get("value"), base64.b64decode(paper["data"])

    def _call(self, method: str, session: str = "", **arguments: Any) -> dict[str, Any]:
        self._count += 1
        message = {"id": self._count, "method": method, "params": arguments}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._write, data) :]
        while True:
            answer = self._next()
            if answer.get("id") != self._count:
                continue
            if "error" in answer:
                raise SourceError(f"chromium: {answer['error']['message']}", where=method)
            found: dict[str, Any] = answer["result"]
            return found

    def _wait(self, event: str) -> None:
        while self._next().get("method") != event:
            pass

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            data = os.read(self._read, 1 << 20)
            if not data:
                raise SourceError("chromium ended", remedy="run it by hand to see why")
            self._rest += data
        message, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found
