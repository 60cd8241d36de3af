"""What a build shows while it works: bars on a terminal, a line a stage where it is piped."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from cpsyexam import chain
from cpsyexam.stage import Report
from cpsyexam.terminal import say
from pipeline.terminal import echo

EVERY = 30.0  # seconds between lines of one stage


class Display(Protocol):
    """Told by a build what it does."""

    def say(self, text: str) -> None:
        """A line before the stages."""

    def begin(self, name: str) -> None:
        """A stage begins."""

    def tell(self, done: int, total: int, what: str) -> None:
        """How far the stage is; `total` is 0 where nobody knows."""

    def end(self, report: Report) -> None:
        """The stage is done."""


@contextmanager
def display(console: Console) -> Iterator[Display]:
    """The display that fits a console; none on a quiet one."""
    if not (console.is_terminal or console.quiet):
        yield Lines()
        return
    columns = (
        SpinnerColumn(finished_text="✓"), TextColumn("{task.description:<9}"),
        BarColumn(bar_width=12), MofNCompleteColumn(), TextColumn("{task.fields[what]}"),
        TimeElapsedColumn(),
    )  # fmt: skip
    with Progress(*columns, console=console, disable=console.quiet) as bar:
        yield Bars(bar)


def outcome(report: Report) -> str:
    """What became of the rows of a stage, in words."""
    if report.skipped:
        return say("unchanged")
    rejected = report.receipt["outputs"]["rejected"]["rows"]
    held = report.receipt["outputs"].get(chain.HELD, {"rows": 0})["rows"]
    if held:
        return say("{} held for a look", held)
    if not rejected:
        return ""
    # what a source prints besides questions (menus, notes, failed fetches) is no rejected question
    pieces = report.stage in chain.CHAIN.kind_names
    return say("{} pieces set aside" if pieces else "{} rejected", rejected)


class Bars:
    """A bar a stage."""

    def __init__(self, bar: Progress) -> None:
        self.bar = bar
        self.task: TaskID | None = None

    def say(self, text: str) -> None:
        """See Display."""
        self.bar.console.print(text, highlight=False)

    def begin(self, name: str) -> None:
        """See Display."""
        self.task = self.bar.add_task(name, total=None, what="")

    def tell(self, done: int, total: int, what: str) -> None:
        """See Display."""
        if self.task is not None:
            self.bar.update(self.task, completed=done, total=total or None, what=what[-28:])

    def end(self, report: Report) -> None:
        """See Display."""
        if self.task is not None:
            kept = report.receipt["outputs"]["kept"]["rows"]
            self.bar.update(self.task, completed=kept, total=kept, what=outcome(report))


class Lines:
    """A line a stage, and one every half minute of a long one, on standard error."""

    def __init__(self) -> None:
        self.name, self.began, self.told = "", 0.0, 0.0

    def say(self, text: str) -> None:
        """See Display."""
        self._print(text)

    def begin(self, name: str) -> None:
        """See Display."""
        self.name, self.began = name, time.monotonic()
        self.told = self.began

    def tell(self, done: int, total: int, what: str) -> None:
        """See Display."""
        now = time.monotonic()
        if now - self.told >= EVERY:
            self.told = now
            far = say("{} of {}", done, total) if total else str(done)
            self._print(f"{self.name}: {far}, {what}, {now - self.began:.0f} s")

    def end(self, report: Report) -> None:
        """See Display."""
        kept = report.receipt["outputs"]["kept"]["rows"]
        unused = report.skipped or not report.receipt["outputs"]["rejected"]["rows"]
        if self.name in chain.CHAIN.kind_names and not kept and unused:
            return  # a kind of source that the recipe does not use
        became = " · ".join(filter(None, (say("{} kept", kept), outcome(report))))
        self._print(f"{self.name}: {became}, {time.monotonic() - self.began:.1f} s")

    def _print(self, text: str) -> None:
        if logging.getLogger().level < logging.ERROR:  # -q
            echo(text, err=True)
