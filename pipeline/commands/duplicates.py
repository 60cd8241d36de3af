"""`cpsyexam duplicates`: what the build found to be one question, the doubtful cases first."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.paths import Paths, out_option
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
@click.option("--limit", default=10, show_default=True, help="Show so many; 0 for all.")
@click.option("--kind", default="", help="Only near, conflict, review, orphan, flip or variant.")
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="Write the whole report here (default: build/duplicates.html).",
)
@out_option
def command(limit: int, kind: str, html: Path | None, root: Path) -> None:
    """Report clusters of copies, contradictory keys and pairs that only look alike.

    The most doubtful come first, with their differences marked; the page holds them all.
    """
    from rich.table import Table

    from cleaning.duplicates.report import findings, page
    from cpsyexam import stage
    from cpsyexam.files import write_text

    build = Paths(root).build
    edges = stage.read(build, "unique/edges")
    found = findings(stage.read(build, "cleaned"), edges, stage.read(build, "unique/rejected"))
    found = [finding for finding in found if kind in ("", finding.kind)]
    counts = dict(sorted(edges["kind"].value_counts().rows()))
    console = SafeConsole()
    table = Table("edge", "pairs", title="Duplicates", title_justify="left")
    for name, count in counts.items():
        table.add_row(name, str(count))
    console.print(table)
    for finding in found[: limit or None]:
        _print(console, finding)
    target = html or build / "duplicates.html"
    write_text(target, page(found, counts))
    echo(f"{len(found)} findings; all of them: {target}")


def _print(console: "Console", finding: "Finding") -> None:
    console.print(f"\n[bold]{finding.kind}[/] doubt {finding.doubt:.2f}")
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
