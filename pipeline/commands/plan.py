"""`cpsyexam plan COUNTS.csv|RECIPE`: quotas and what is not feasible."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cpsyexam.terminal import json_text, say
from pipeline.paths import InputPath, Paths, out_option, to_option
from pipeline.terminal import SafeConsole, echo

if TYPE_CHECKING:
    import polars as pl

_SHOWN = ("task", "exam", "subject", "format", "population", "train", "dev", "test", "reserved")


@click.command(
    epilog="Example: cpsyexam plan counts.csv --json",
    short_help="Show the quotas of a recipe or of counts.",
)
@click.argument("source", metavar="COUNTS.csv|RECIPE", type=InputPath())
@click.option(
    "--recipe",
    type=InputPath(),
    help="Take [split] and taxonomy of this recipe for COUNTS.csv.",
)
@click.option(
    "--quotas",
    default="",
    metavar="NAME",
    help="For COUNTS.csv: a preset of the taxonomy, such as cpsyexam (default: proportional).",
)
@to_option("picture", "Draw it, as .svg or .png.", "--picture", endings=(".svg", ".png"))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@out_option
def command(
    source: Path,
    recipe: Path | None,
    quotas: str,
    picture: Path | None,
    root: Path,
    *,
    as_json: bool,
) -> None:
    """Show quotas per exam, subject, format and split, and what is not feasible.

    COUNTS.csv has the columns task, exam, subject, format, count (for task CA the subject is the
    category): whole numbers of single questions. For a RECIPE the questions that its build has
    shuffled are split as the next build would split them, units and all.
    """
    if source.suffix.lower() == ".csv":
        table, problems = _from_counts(source, recipe, quotas)
    else:
        table, problems = _from_recipe(source, Paths(root))
    if picture:
        from splitting.plot import draw_plan

        draw_plan(table, picture)
    if as_json:
        for kind, frame in (("stratum", table), ("problem", problems)):
            for row in frame.iter_rows(named=True):
                echo(json_text({"kind": kind, **row}))
        return
    _print(table, problems)


def _from_counts(
    path: Path, recipe: Path | None, quotas: str
) -> tuple["pl.DataFrame", "pl.DataFrame"]:
    from cpsyexam import taxonomy
    from cpsyexam.config import parse, read_toml
    from splitting.plan import plan_counts, read_counts
    from splitting.settings import SplitSettings

    table = read_toml(recipe) if recipe else {}
    field = taxonomy.read(Path(table["taxonomy"])) if "taxonomy" in table else None
    chosen = {**table.get("split", {}), **({"quotas": quotas} if quotas else {})}
    with taxonomy.using(field):
        where = f"{recipe}, table [split]" if recipe else "--quotas"
        return plan_counts(read_counts(path), parse(chosen, SplitSettings, where=where))


def _from_recipe(path: Path, paths: Paths) -> tuple["pl.DataFrame", "pl.DataFrame"]:
    from cpsyexam.stage import Products
    from pipeline.recipe import read_recipe
    from pipeline.stages import stage_named
    from pipeline.supplies import Run

    recipe = read_recipe(path)
    with recipe.in_force():
        split = stage_named("split", Run(recipe, path, paths))
        tables = split.run(Products(paths.build, split.reads), split.settings).tables
    return tables["plan"], tables["problems"]


def _print(table: "pl.DataFrame", problems: "pl.DataFrame") -> None:
    from rich.table import Table

    shown = Table(*map(say, _SHOWN), title=say("plan"), title_justify="left")
    for row in table.select(_SHOWN).iter_rows():
        shown.add_row(*(str(v) for v in row))
    totals = [str(table[name].sum()) for name in _SHOWN[4:]]
    shown.add_row(say("all"), "", "", "", *totals, style="bold")
    console = SafeConsole(markup=False)
    console.print(shown)
    if problems.is_empty():
        console.print(say("everything is feasible"))
        return
    listed = Table(
        *map(say, problems.columns), title=say("not feasible as asked"), title_justify="left"
    )
    for row in problems.iter_rows():
        listed.add_row(*(str(v) for v in row))
    console.print(listed)
