"""`cpsyexam build`: make a release from a recipe."""

from pathlib import Path

import click

from cpsyexam.terminal import json_text
from pipeline.paths import Paths, out_option
from pipeline.terminal import SafeConsole, echo


class Workers(click.ParamType[int]):
    """`auto`, one process a core, or how many."""

    name = "auto|N"

    def convert(
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """The number of processes."""
        if value == "auto":
            from cpsyexam.executor import available_cores

            return available_cores()
        try:
            number = int(value)
        except ValueError:
            number = 0
        if number < 1:
            self.fail(f"{value!r} is not `auto` or a number from 1", param, ctx)
        return number


@click.command(
    epilog="Example: cpsyexam build dataset.toml --out /tmp/try",
    short_help="Build the release of a recipe.",
)
@click.argument("recipe", type=click.Path(path_type=Path), default=Path("dataset.toml"))
@out_option
@click.option("--json", "as_json", is_flag=True, help="Print what was made as JSON.")
@click.option("--force", is_flag=True, help="Run every stage, also the unchanged ones.")
@click.option(
    "--replace", is_flag=True, help="Replace this version, though its records would be others."
)
@click.option(
    "--workers",
    type=Workers(),
    metavar="auto|N",
    default="auto",
    show_default=True,
    help="Processes that parse captures and read pages; the release is the same for any.",
)
def command(
    recipe: Path, root: Path, workers: int, *, force: bool, replace: bool, as_json: bool
) -> None:
    """Build the release of RECIPE (default: dataset.toml, the embedded sample).

    Unchanged stages are skipped; a build that was stopped carries on.
    """
    from cpsyexam.errors import ConfigError
    from cpsyexam.executor import Processes
    from pipeline.build import build
    from pipeline.summary import as_record, show

    if not recipe.exists() and recipe == Path("dataset.toml"):
        raise ConfigError("no recipe here", where=str(recipe), remedy="cpsyexam init writes one")
    paths = Paths(root)
    executor = Processes(workers)
    shown = SafeConsole(stderr=True)
    built = build(recipe, paths, shown, force=force, replace=replace, executor=executor)
    if as_json:
        echo(json_text(as_record(built)))
    else:
        show(built, paths, SafeConsole())
