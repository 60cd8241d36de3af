"""`cpsyexam trace ID`: the life of one question."""

from pathlib import Path

import click

from cpsyexam.terminal import json_text
from pipeline.ids import QuestionId, present_id, whole_id
from pipeline.paths import Paths, out_option, recipe_option, reserve_option
from pipeline.terminal import SafeConsole, echo


@click.command(
    epilog="Example: cpsyexam trace q00369691",
    short_help="Show the life of one question.",
)
@click.argument("id_", metavar="ID", type=QuestionId())
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@reserve_option
@recipe_option
@out_option
def command(id_: str, recipe: Path | None, root: Path, *, as_json: bool, reserve: bool) -> None:
    """Show where question ID was printed and all that became of it: changes, copies dropped in
    its favour, labels with their rules, split.

    The beginning of an id or raw_id is enough; a rejected question is shown with its rule.
    """
    from rich.table import Table

    from cpsyexam.showing import refuse, secret
    from manifests.trace import trace

    build = Paths(root).of(recipe).build
    name = present_id(build, id_)
    refuse(secret(build, reserve=reserve), (whole_id(build, name),), id_)
    history = trace(build, name)
    if as_json:
        chapters = {heading: list(lines) for heading, lines in history.chapters}
        told = {"title": history.title, "chapters": chapters}
        echo(json_text(told))
        return
    console = SafeConsole(highlight=False, markup=False)
    console.print(history.title, style="bold")
    table = Table.grid(padding=(0, 1))
    table.add_column(style="dim", width=9)
    table.add_column(overflow="fold")
    for heading, lines in history.chapters:
        for i, line in enumerate(lines):
            table.add_row("" if i else heading, line)
    console.print(table)
