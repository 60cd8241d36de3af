"""The table of a run: the share noticed by file, and every fault that was not."""

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

NOTICED = ("killed", "hung")
Key = tuple[str, str, str]
Result = dict[str, Any]


def share(results: list[Result], excused: dict[Key, str]) -> tuple[int, int, int]:
    """Noticed, counted (all less the equivalent ones), equivalent."""
    noticed = sum(result["outcome"] in NOTICED for result in results)
    equivalent = sum(
        result["outcome"] not in NOTICED and _key(result) in excused for result in results
    )
    return noticed, len(results) - equivalent, equivalent


def show(console: Console, record: Result, excused: dict[Key, str]) -> None:
    """Print the table and the list."""
    by_file: defaultdict[str, list[Result]] = defaultdict(list)
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
    first = dict(Counter(result["first"] for result in record["results"]))
    seconds = sum(result["seconds"] for result in record["results"]) / len(record["results"])
    told = f"first run: {first}, {record['of']} mutants in all, {seconds:.1f} s of processor each"
    console.print(told, highlight=False)


def summary(folder: Path, excused: dict[Key, str]) -> dict[str, Result]:
    """Package -> mutants there are, drawn, noticed at first and now, equivalent, seconds each."""
    told = {}
    for path in sorted(folder.glob("mutants-*.json")):
        record = json.loads(path.read_text("utf-8"))
        results = record.get("results", [])
        if not results or "package" not in record:
            continue
        noticed, counted, equivalent = share(results, excused)
        told[record["package"]] = {
            "of": record["of"],
            "drawn": len(results),
            "first": sum(result["first"] in NOTICED for result in results),
            "noticed": noticed,
            "counted": counted,
            "equivalent": equivalent,
            "seconds": round(sum(result["seconds"] for result in results) / len(results), 1),
            "commit": record["commit"],
        }
    return told


def _key(result: Result) -> Key:
    return result["file"], result["was"], result["now"]
