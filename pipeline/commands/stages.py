"""`cpsyexam stages`: what the last build did, a line per stage."""

from pathlib import Path
from typing import Any

import click
from rich.table import Table

from cpsyexam.terminal import json_text, say
from pipeline.paths import Paths, out_option
from pipeline.terminal import SafeConsole, echo

WIDE = 70  # columns of a terminal that holds all of the table


@click.command(epilog="Example: cpsyexam stages", short_help="Show the stages of the last build.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a stage.")
@out_option
def command(root: Path, *, as_json: bool) -> None:
    """Show each stage of the last build: rows kept, rejected, seconds, memory."""
    from cpsyexam import chain
    from cpsyexam.stage import read_receipt

    build = Paths(root).build
    console = SafeConsole()
    columns = ["stage", "kept", "rejected", "seconds", "peak MB", "further tables"]
    columns = columns if console.width >= WIDE else columns[:4]
    table = Table(*map(say, columns))
    for name in (*chain.CHAIN.names, chain.CHAIN.release.name):
        receipt = read_receipt(build, name)
        if as_json:
            told = {"stage": name, "built": receipt is not None, **_figures(receipt or {})}
            echo(json_text(told))
            continue
        if receipt is None:
            table.add_row(name, say("[dim]not built[/]"))
            continue
        outputs, spent = receipt["outputs"], receipt["spent"]
        more = [f"{t} {o['rows']}" for t, o in outputs.items() if t not in ("kept", "rejected")]
        cells = [
            name,
            str(outputs["kept"]["rows"]),
            str(outputs["rejected"]["rows"]),
            f"{spent['seconds']:.1f}",
            str(spent["peak_mb"]),
            ", ".join(more),
        ]
        table.add_row(*cells[: len(columns)])
    if not as_json:
        console.print(table)


def _figures(receipt: dict[str, Any]) -> dict[str, Any]:
    rows = {name: output["rows"] for name, output in receipt.get("outputs", {}).items()}
    return {"rows": rows, "rules": receipt.get("rules", {}), **receipt.get("spent", {})}
