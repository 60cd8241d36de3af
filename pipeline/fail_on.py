"""Option --fail-on: names of findings that make a verb exit with 1."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import click

from pipeline.terminal import echo


def fail_on_option(names: Sequence[str]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option; the verb gets a tuple of names. An unknown name is a usage error."""

    def chosen(_: click.Context, __: click.Parameter, value: str) -> tuple[str, ...]:
        wanted = tuple(name.strip() for name in value.split(",") if name.strip())
        for name in wanted:
            if name not in names:
                raise click.UsageError(
                    f"--fail-on does not know {name!r}; choose from {', '.join(names)}"
                )
        return wanted

    return click.option(
        "--fail-on",
        default="",
        metavar="NAME,...",
        callback=chosen,
        help=f"Exit with 1 where one of these is found: {', '.join(names)}.",
    )


def exit_where_found(found: Iterable[str]) -> None:
    """Leave with 1 and name what was found, where anything was."""
    names = list(found)
    if names:
        echo(f"found: {', '.join(names)}", err=True)
        raise click.exceptions.Exit(1)
