"""The table of a run: the share noticed by file, and every fault that was not."""

from collections import defaultdict
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

NOTICED = ("killed", "hung")
Key = tuple[str, str, str]


def share(results: list[dict[str, Any]], excused: dict[Key, str]) -> tuple[int, int, int]:
    """Noticed, counted (all less the equivalent ones), equivalent."""
    noticed = sum(result["outcome"] in NOTICED for result in results)
    equivalent = sum(
        result["outcome"] not in NOTICED and _key(result) in excused for result in results
    )
    return noticed, len(results) - equivalent, equivalent


def show(console: Console, record: dict[str, Any], excused: dict[Key, str]) -> None:
    """Print the table and the list."""
    by_file: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for result in record["results"]:
        by_file[result["file"]].append(result)
    table = Table("file", "mutants", "noticed", "share", "equivalent", title=record["package"])
    rows = [*sorted(by_file.items()), ("all", record["results"])]
    for file, results in rows:
        noticed, counted, equivalent = share(results, excused)
        part = f"{100 * noticed / counted:.1f} %" if counted else "-"
        table.add_row(file, str(len(results)), str(noticed), part, str(equivalent))
    for result in sorted(record["results"], key=lambda r: (r["file"], r["start"])):
        if result["outcome"] in NOTICED or _key(result) in excused:
            continue
        console.print(f"\n{result['outcome']} {result['file']}:{result['line']} {result['kind']}")
        console.print(f"[red]- {escape(result['was'])}[/]\n[green]+ {escape(result['now'])}[/]")
    console.print(table)
    console.print(f"first run: {record['first']}, {record['of']} mutants in all")


def _key(result: dict[str, Any]) -> Key:
    return result["file"], result["was"], result["now"]
