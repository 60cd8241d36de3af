"""`cpsyexam build`: make a release from a recipe."""

from pathlib import Path

import click
from rich.console import Console

from pipeline.places import Places, out_option


@click.command(
    epilog="Example: cpsyexam build dataset.toml --out /tmp/try",
    short_help="Build the release of a recipe.",
)
@click.argument("recipe", type=click.Path(path_type=Path), default=Path("dataset.toml"))
@out_option
@click.option("--force", is_flag=True, help="Run every stage, also the unchanged ones.")
def command(recipe: Path, root: Path, *, force: bool) -> None:
    """Build the release of RECIPE (default: dataset.toml, the embedded sample).

    Unchanged stages are skipped; a build that was stopped carries on.
    """
    from pipeline.build import build
    from pipeline.summary import show

    places = Places(root)
    built = build(recipe, places, Console(stderr=True), force=force)
    show(built, places, Console())
