"""`cpsyexam build`: make a release from a recipe."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from cpsyexam.terminal import json_text
from pipeline.paths import InputPath, Paths, out_option
from pipeline.terminal import SafeConsole, echo

PLACES = ("inline", "processes", "ray")


class Workers(click.ParamType[int]):
    """`auto`, one a core, or how many."""

    name = "auto|N"

    def convert(
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """The number of workers; 0 for one a core."""
        try:
            number = 0 if value == "auto" else int(value)
        except ValueError:
            number = -1
        if number < 0 or value == "0":
            self.fail(f"{value!r} is not `auto` or a number from 1", param, ctx)
        return number


class Place(click.ParamType[dict[str, object]]):
    """`inline`, `processes`, `ray` or `ray://HOST:PORT`."""

    name = "WHERE"

    def convert(
        self,
        value: str | dict[str, object],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> dict[str, object]:
        """Settings of the recipe's [executor]."""
        if isinstance(value, dict):
            return value
        kind, mark, address = value.partition("://")
        if kind not in PLACES or (mark and (kind != "ray" or not address)):
            self.fail(f"{value!r} is not {', '.join(PLACES)} or ray://HOST:PORT", param, ctx)
        return {"on": kind, "address": address}


class Memory(click.ParamType[int]):
    """An amount of memory: `2G`, `1500M`."""

    name = "SIZE"

    def convert(
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """MB."""
        found = re.fullmatch(r"(\d{1,9}(?:\.\d+)?)([GM])B?", str(value), re.IGNORECASE)
        number = float(found[1]) * {"G": 1000, "M": 1}[found[2].upper()] if found else 0
        if number < 1:
            self.fail(f"{value!r} is not an amount of memory such as 2G or 1500M", param, ctx)
        return int(number)


@click.command(
    epilog="Example: cpsyexam build dataset.toml --out /tmp/try",
    short_help="Build the release of a recipe.",
)
@click.argument("recipe", type=InputPath(), default=Path("dataset.toml"))
@out_option
@click.option("--json", "as_json", is_flag=True, help="Print what was made as JSON.")
@click.option("--force", is_flag=True, help="Run every stage, also the unchanged ones.")
@click.option(
    "--replace", is_flag=True, help="Replace this version, though its records would be others."
)
@click.option("--version", metavar="X.Y.Z", help="Build this version, and write it into RECIPE.")
@click.option(
    "--workers",
    type=Workers(),
    metavar="auto|N",
    help="Workers for captures, pages, rules, signatures [auto: one a core].",
)
@click.option(
    "--on",
    "place",
    type=Place(),
    metavar="WHERE",
    help="Where they work: inline, processes [default], ray (a cluster started here) or "
    "ray://HOST:PORT. The release is the same anywhere.",
)
@click.option(
    "--gpus",
    type=click.FloatRange(0, 8),
    metavar="SHARE",
    help="So much of a GPU for each worker on Ray that reads pages, e.g. 0.25 [none].",
)
@click.option(
    "--store",
    metavar="URL",
    help="Keep readings of pages there, e.g. s3://bucket/exam; nodes of Ray then share no folder.",
)
@click.option(
    "--memory",
    type=Memory(),
    metavar="SIZE",
    help="Take no more, e.g. 2G: with fewer workers where that helps, else say so at the start.",
)
def command(
    recipe: Path, root: Path, *, force: bool, replace: bool, as_json: bool, **said: Any
) -> None:
    """Build the release of RECIPE (default: dataset.toml, the embedded sample).

    Unchanged stages are skipped; a build that was stopped carries on. Exit code 1: the release is
    there, but fails its own audit, or a source gave nothing (allow_empty in the recipe allows it).
    """
    from cpsyexam.errors import ConfigError
    from pipeline.build import build
    from pipeline.shortfalls import shortfalls
    from pipeline.summary import as_record, show

    if not recipe.exists() and recipe == Path("dataset.toml"):
        raise ConfigError("no recipe here", where=str(recipe), remedy="cpsyexam init writes one")
    version = said.pop("version")
    paths = Paths(root)
    place = said.pop("place") or {}
    chosen = place | {name: value for name, value in said.items() if value is not None}
    shown = SafeConsole(stderr=True)
    with raised_version(recipe, version):
        built = build(recipe, paths, shown, force=force, replace=replace, executor=chosen)
    if as_json:
        echo(json_text(as_record(built, paths)))
    else:
        show(built, paths, SafeConsole())
    found = shortfalls(built, paths)
    for line in found:
        echo(f"error: {line}", err=True)
    if found:
        raise click.exceptions.Exit(1)


@contextmanager
def raised_version(recipe: Path, version: str | None) -> Iterator[None]:
    """A recipe with another version, and all else of it as it is; where the block fails, with the
    one that it had.

    Raises ConfigError where it is no version, or the recipe has no line for it.
    """
    from cpsyexam.errors import ConfigError
    from cpsyexam.files import write_bytes
    from pipeline.recipe import VERSION

    if version is None:
        yield
        return
    if not re.fullmatch(VERSION, version):
        raise ConfigError(f"{version!r} is no version", remedy="it is written 0.2.0")
    try:
        before = recipe.read_bytes()
        text = before.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot be read: {error}", where=str(recipe)) from error
    line = re.compile(r"^version[ \t]*=[ \t]*([\"'])[^\"'\n]*\1", re.MULTILINE)
    if not line.search(text):
        raise ConfigError("has no version", where=str(recipe), remedy='add version = "0.1.0"')
    write_bytes(recipe, line.sub(f'version = "{version}"', text, count=1).encode())
    try:
        yield
    except BaseException:
        write_bytes(recipe, before)
        raise
