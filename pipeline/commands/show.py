"""`cpsyexam show TABLE`: rows of any table of a build."""

from pathlib import Path

import click

from cpsyexam.terminal import json_text, say
from pipeline.paths import Paths, out_option, recipe_option, reserve_option
from pipeline.tables import Table, check, shown
from pipeline.terminal import echo


@click.command(
    epilog="Example: cpsyexam show cleaned/rejected --where \"rule = 'missing_answer'\"",
    short_help="Show rows of a table of the build.",
)
@click.argument("table", type=Table())
@click.option("--where", default="", metavar="SQL", help="Condition, e.g. \"exam = 'GEE'\".")
@click.option("--columns", default="", metavar="A,B", help="Only these columns.")
@click.option(
    "--limit",
    type=click.IntRange(0, 10**9),
    default=5,
    show_default=True,
    help="At most so many rows; 0 for all.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@reserve_option
@recipe_option
@out_option
def command(  # noqa: PLR0913  the options of a verb
    table: str,
    where: str,
    columns: str,
    limit: int,
    recipe: Path | None,
    root: Path,
    *,
    as_json: bool,
    reserve: bool,
) -> None:
    """Show rows of TABLE: a stage (`split`), its rejected rows (`cleaned/rejected`) or a
    further table (`parsed/captures`, `unique/edges`).
    """
    from cpsyexam import stage
    from cpsyexam.showing import secret
    from pipeline.query import pick

    build = Paths(root).of(recipe).build
    every = stage.read(build, check(table))
    rows = secret(build, reserve=reserve).without(every)
    frame, total = pick(rows, where, columns, limit)
    for row in frame.iter_rows(named=True):
        if as_json:
            echo(json_text(row))
            continue
        for name, text in shown(row):
            echo(f": {text}", bold=name)
        echo()
    if not as_json:
        echo(say("{} of {} rows", frame.height, total))
    if hidden := every.height - rows.height:
        echo(say("not looked at: {} rows of the reserve (--reserve)", hidden), err=as_json)
