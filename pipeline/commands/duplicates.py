"""`cpsyexam duplicates`: what the build found to be one question, the doubtful cases first."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cpsyexam.terminal import json_text, language, say
from pipeline.paths import Paths, out_option, reserve_option, to_option
from pipeline.terminal import SafeConsole, echo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console
    from rich.text import Text

    from cleaning.duplicates.report import Finding, Piece


@click.command(
    epilog="Example: cpsyexam duplicates --limit 20 --kind review",
    short_help="Report copies, contradictions and look-alikes of the build.",
)
@click.option(
    "--limit",
    type=click.IntRange(0, 10**9),
    default=10,
    show_default=True,
    help="Show so many; 0 for all.",
)
@click.option(
    "--kind",
    type=click.Choice(["near", "conflict", "review", "orphan", "flip", "variant"]),
    help="Only these; the page is then written with --to alone.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a finding.")
@to_option(
    "html", "Page with all of it (default: build/duplicates.html).", "--html", endings=(".html",)
)
@reserve_option
@out_option
def command(
    limit: int, kind: str | None, html: Path | None, root: Path, *, as_json: bool, reserve: bool
) -> None:
    """Report clusters of copies, contradictory keys and pairs that only look alike.

    The most doubtful come first, with their differences marked; the page holds them all.
    """
    from rich.table import Table

    from cleaning.duplicates.report import findings, page
    from cpsyexam import stage
    from cpsyexam.files import write_text
    from cpsyexam.pages.tongues import Tongue
    from cpsyexam.showing import secret

    build = Paths(root).build
    cleaned, edges, gone = (
        secret(build, reserve=reserve).without(stage.read(build, name))
        for name in ("cleaned", "unique/edges", "unique/rejected")
    )
    found = findings(cleaned, edges, gone)
    found = [finding for finding in found if kind in (None, finding.kind)]
    counts = dict(sorted(edges["kind"].value_counts().rows()))
    if as_json:
        for finding in found[: limit or None]:
            echo(json_text(asdict(finding)))
        return
    console, spoken = SafeConsole(), Tongue(language())
    table = Table(say("pair"), say("pairs"), title=say("Duplicates"), title_justify="left")
    for name, count in counts.items():
        table.add_row(spoken.name(name), str(count))
    console.print(table)
    for finding in found[: limit or None]:
        _print(console, finding)
    target = html or (None if kind else build / "duplicates.html")
    if target is not None:
        write_text(target, page(found, counts))
    if target:
        echo(say("{} findings; all of them: {}", len(found), target))
    else:
        echo(say("{} findings", len(found)))


def _print(console: "Console", finding: "Finding") -> None:
    console.print(say("\n[bold]{}[/] doubt {:.2f}", finding.kind, finding.doubt))
    for shown in finding.shown:
        head = " · ".join(filter(None, (shown.raw_id, shown.source, shown.fate, shown.reason)))
        console.print(f"  {head}", style="dim", markup=False, highlight=False)
        console.print(_marked("    ", [shown.stem]))
        console.print(_marked("    ", shown.options, f" [{shown.key}]" if shown.key else ""))


def _marked(indent: str, texts: "Sequence[Sequence[Piece]]", tail: str = "") -> "Text":
    from rich.text import Text

    line = Text(indent)
    for number, pieces in enumerate(texts):
        if number:
            line.append(" / ")
        for piece, differs in pieces:
            line.append(piece, style="reverse" if differs else "")
    return line.append(tail)
