"""The review station with a queue of 100,000: making the desk, pages, memory, a long log behind.

A made-up build, all its questions in the control sample; the real server in a process of its own,
asked by one client over one connection.
"""

import argparse
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from bench import builds
from bench.frame import ROOT, publish
from cpsyexam.files import digest
from reviewing import reviewers
from reviewing.desk import Desk
from reviewing.opinions import Opinion

_RUN = "from pipeline.cli import main; main()"
_ASKED = 200  # items that the client decides


class _Server:
    """The station; a client that is signed in."""

    def __init__(self, root: Path) -> None:
        self.reviews = root / "reviews"
        secret = reviewers.invite(self.reviews, "lin")
        reviewers.invite(self.reviews, "wang", chair=True)
        arguments = ["review", "--no-browser", "--port", "0", "--control", "1", "--out", str(root)]
        arguments += ["--reviews", str(self.reviews), "--decisions", str(root / "decisions")]
        start = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-c", _RUN, *arguments], stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"127\.0\.0\.1:(\d+)", said)
        assert found, said
        self.started = time.perf_counter() - start
        self._client = HTTPConnection("127.0.0.1", int(found[1]))
        self._headers = {"Cookie": f"cpsyexam_review={secret}"}
        self.get("/")

    def get(self, path: str) -> tuple[str, str, float]:
        """Body, address that it leads to, milliseconds."""
        return self._ask("GET", path, None)

    def post(self, path: str, fields: dict[str, str]) -> float:
        """Milliseconds until the answer, which must be 303."""
        return self._ask("POST", path, urllib.parse.urlencode(fields))[2]

    def _ask(self, how: str, path: str, body: str | None) -> tuple[str, str, float]:
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        start = time.perf_counter()
        self._client.request(how, path, body, {**self._headers, **kind})
        answer = self._client.getresponse()
        text = answer.read().decode()
        spent = 1000 * (time.perf_counter() - start)
        assert answer.status == (303 if how == "POST" or path.startswith("/next") else 200), text
        return text, answer.headers.get("location", ""), spent

    @property
    def cpu(self) -> float:
        """CPU milliseconds of the process so far."""
        fields = (
            Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        )
        return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def peak(self) -> int:
        """MB of the process at most."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        found = re.search(r"VmHWM:\s+(\d+)", status)
        return int(found[1]) // 1024 if found else 0

    def stop(self) -> None:
        """End the process."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(30)


def main(rows: int) -> None:
    """Measure, print and keep the figures."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        builds.make(root / "build", rows)
        first = _Server(root)
        table = [_figures(first, "an empty log")]
        made = first.started
        first.stop()
        behind = _long_log(root, rows // 4)
        again = _Server(root)
        table.append(_figures(again, f"{behind:,} opinions behind"))
        again.stop()
        facts = {
            "items": Desk(root / "build/review/desk.sqlite").size,
            "seconds until the queue was made and served": round(made, 1),
            "seconds to start again": round(again.started, 1),
        }
    columns = ["state", "first page ms", "its CPU", "next item ms", "p95", "keep ms",
               "CPU of item and keeping", "peak MB"]  # fmt: skip
    publish("review", "review station, medians of one client", columns, table, facts)


def _figures(server: _Server, state: str) -> list[Any]:
    before = server.cpu
    pages = [server.get("/")[2] for _ in range(20)]
    onward, kept = [], []
    middle = server.cpu
    for _ in range(_ASKED):
        _, item, asked = server.get("/next")
        text, _, shown = server.get(item)
        onward.append(asked + shown)
        server.post(f"{item}/own", {**_hidden(text), "none": "1"})
        fields = _hidden(server.get(item)[0])
        kept.append(server.post(item, {**fields, "verdict": "unsure"}))
    after = server.cpu
    onward.sort()
    return [
        state,
        round(statistics.median(pages), 1),
        round((middle - before) / 20, 1),
        round(statistics.median(onward), 1),
        round(onward[int(0.95 * len(onward))], 1),
        round(statistics.median(kept), 1),
        round((after - middle) / _ASKED, 1),
        server.peak,
    ]


def _hidden(page: str) -> dict[str, str]:
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))


def _long_log(root: Path, count: int) -> int:
    """So many opinions of another person, as the station would have written them."""
    desk = Desk(root / "build/review/desk.sqlite")
    lines, previous = [], ""
    for number, slip in enumerate(desk.slips({}, limit=count)):
        opinion = Opinion(
            opinion=f"{number:032x}",
            item=slip.item,
            was=slip.was,
            verdict="accept",
            by="wang",
            when="2026-11-22T03:00:00Z",
            seconds=20,
            previous=previous,
        )
        lines.append(opinion.line())
        previous = digest(lines[-1])
    (root / "reviews/opinions/wang.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    return len(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=112_000)
    main(parser.parse_args().rows)
