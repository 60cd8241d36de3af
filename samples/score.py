"""Scores a build of the sample against its truth (`make score`, `python -m samples.score`)."""

import sys
from pathlib import Path
from typing import Any

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from cpsyexam.errors import CpsyexamError, StageError
from cpsyexam.files import write_json
from pipeline import apart
from pipeline.recipe import read_recipe
from samples import truth
from samples.scoring.comparing import FIELDS
from samples.scoring.tables import Build, load
from samples.scoring.verdict import Score, figures, score

RECIPE = Path(__file__).parent.parent / "dataset.toml"
# what a build of the sample must reach: figure, least or most
LEAST = {
    "web.exact_share": 0.98,
    "book.exact_share": 0.97,
    "book.answers_right_share": 1.0,
    "defects_caught": 0.90,
}
MOST = {"good_rejected_share": 0.01, "good_held_share": 0.045}


@click.command()
@click.option("--out", "root", type=click.Path(path_type=Path), default=Path(), help="Its folder.")
@click.option("--misses", is_flag=True, help="Print every miss, expected and found.")
def main(root: Path, *, misses: bool) -> None:
    """Compare the sample build with its truth. Example: python -m samples.score --misses."""
    console = Console()
    try:
        label = read_recipe(RECIPE).label_name
        result = score(truth.read(), of_sample(load(apart.of_label(root / "build", label))))
        found = figures(result)
        failed = failures(found)
        write_json(root / "build" / "score.json", found | {"failed": failed})
    except CpsyexamError as error:
        click.echo(f"error: {error.line()}", err=True)
        sys.exit(error.exit_code)
    _print(console, found)
    if misses:
        _print_misses(result, found)
    for line in failed:
        console.print(f"[red]below the mark:[/red] {line}")
    sys.exit(1 if failed else 0)


def of_sample(build: Build) -> Build:
    """A build with at least one source of the sample. Raises StageError otherwise."""
    if not set(build.parsed) & {row["source"] for row in truth.read()}:
        raise StageError(
            "the last build is of other questions than the sample's",
            where=", ".join(build.parsed) or "no source",
            remedy="build the sample again: make dataset",
        )
    return build


def failures(found: dict[str, Any]) -> list[str]:
    """The marks that a score misses, in words."""
    low = [f"{n} {_at(found, n):.3f} < {m}" for n, m in LEAST.items() if _at(found, n) < m]
    high = [f"{n} {_at(found, n):.3f} > {m}" for n, m in MOST.items() if _at(found, n) > m]
    return low + high


def _at(found: dict[str, Any], name: str) -> float:
    value: Any = found
    for part in name.split("."):
        value = value[part]
    return float(value)


def _print(console: Console, found: dict[str, Any]) -> None:
    table = Table(title="Sample against its truth", box=SIMPLE_HEAD, padding=0)
    wrongs = ("stem", "opts", "key", "case", "why")
    table.add_column("source", no_wrap=True)
    for name in ("printed", "good", "exact", "%", "key %", "lost", *wrongs, "out"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, row in {**found["sources"], "all web": found["web"]}.items():
        shares = (f"{100 * row['exact_share']:.1f}", f"{100 * row['answers_right_share']:.1f}")
        counts = (str(row[key]) for key in ("printed", "usable", "exact"))
        wrong = (str(row["wrong"][field]) for field in FIELDS)
        lost, released = str(row["not_recovered"]), str(row["in_release"])
        table.add_row(name, *counts, *shares, lost, *wrong, released)
    console.print(table)
    console.print("[dim]stem, opts, key, case, why: wrong fields; out: in the release[/dim]")
    planted = Table(
        box=SIMPLE_HEAD, title=f"Planted defects: {100 * found['defects_caught']:.1f} % caught"
    )
    for name in ("defect", "caught", "planted"):
        planted.add_column(name, justify="left" if name == "defect" else "right")
    for kind, (caught, count) in found["defects"].items():
        planted.add_row(kind, str(caught), str(count))
    console.print(planted)
    console.print(
        f"good questions rejected: {found['good_rejected']} of {found['good']}; "
        f"held for a look: {found['good_held']}; "
        f"wrong answers in the release: {found['wrong_answers']}; "
        f"spoiled questions in it: {found['spoiled_in_release']}; "
        f"printed nowhere: {found['phantoms']}"
    )
    rights = (f"{name} {100 * row['right_share']:.1f} %" for name, row in found["labels"].items())
    console.print("labels right: " + ", ".join(rights))


def _print_misses(result: Score, found: dict[str, Any]) -> None:
    for fate in result.fates:
        place = f"{fate.truth['source']} {fate.truth['key']} {fate.truth['page']}"
        head = f"{place} no. {fate.truth['number']}"
        if fate.keep and fate.row is None:
            click.echo(f"\n{head}: {fate.rule or 'not parsed'}")
            if fate.rejected:
                click.echo(f"  {fate.rejected['stage']}: {fate.rejected['detail']}")
        for wrong in fate.wrong if fate.keep else ():
            click.echo(f"\n{head}: {wrong.field}\n  - {wrong.expected!r}\n  + {wrong.found!r}")
    lists = {"defect not caught": result.missed, "good, rejected": result.lost}
    lists["good, held"] = result.held
    wrong_keys = (f for f in result.fates if f.wrong_answer)
    lists["wrong answer"] = [f"{f.truth['source']} {f.truth['key']}" for f in wrong_keys]
    lists["printed nowhere"] = result.phantoms
    for name, row in found["labels"].items():
        lists[f"{name} wrong"] = row["wrong"]
    for name, lines in lists.items():
        for line in lines:
            click.echo(f"{name}: {line}")


if __name__ == "__main__":
    main()
