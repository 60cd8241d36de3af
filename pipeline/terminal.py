"""The two ways to a terminal, for texts and tables: nothing printed from data can steer it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.segment import Segment

from cpsyexam.terminal import printable

if TYPE_CHECKING:
    from rich.console import ConsoleOptions, RenderableType


class SafeConsole(Console):
    """A rich console whose own control codes pass and those in texts do not."""

    def render(
        self, renderable: "RenderableType", options: "ConsoleOptions | None" = None
    ) -> Iterable[Segment]:
        """Segments with printable texts."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else printable(text), style, control)


def echo(text: str = "", *, bold: str = "", err: bool = False) -> None:
    """Print a text, after a beginning in bold."""
    head = click.style(printable(bold), bold=True) if bold else ""
    click.echo(head + printable(text), err=err)
