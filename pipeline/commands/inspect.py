"""`cpsyexam inspect`: the health of an existing question bank."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cpsyexam.terminal import json_text
from pipeline.fail_on import exit_where_found, fail_on_option
from pipeline.paths import InputPath, to_option
from pipeline.terminal import SafeConsole, echo

if TYPE_CHECKING:
    import polars as pl

    from banks.mapping import Mapping

FAMILIES = ("leak", "conflict", "duplicate", "defect", "leftover", "bias", "doubt")


@click.command(
    epilog="Example: cpsyexam inspect mybank/ --against other.csv --to health.html",
    short_help="Report what is wrong with a bank.",
)
@click.argument("banks", nargs=-1, required=True, metavar="PATH|REPO...")
@click.option(
    "--against", multiple=True, metavar="PATH|REPO", help="A bank to compare with, not to judge."
)
@click.option(
    "--map",
    "mapping",
    type=InputPath(),
    help="A TOML that names the columns (stem = ..., options = ...); they are guessed else.",
)
@to_option(
    "html", "Write a page, too: one file that needs nothing else.", "--html", endings=(".html",)
)
@click.option("--json", "as_json", is_flag=True, help="Print everything found as JSON.")
@fail_on_option(FAMILIES)
@click.option("--examples", default=2, show_default=True, help="Examples shown a rule.")
def command(
    banks: tuple[str, ...],
    against: tuple[str, ...],
    mapping: Path | None,
    html: Path | None,
    *,
    as_json: bool,
    fail_on: tuple[str, ...],
    examples: int,
) -> None:
    """Report what is wrong with a question bank: defects, copies, leaks, contradictions, cues.

    Takes files or folders (JSON, CSV, Parquet, xlsx; folders train/, dev/, test/ are splits), a
    paper (Word, PDF, page, text) or the name of a Hub dataset. Exit codes: 0, 1 with --fail-on,
    2 where a bank cannot be read.
    """
    from banks.read import read_mapping
    from cleaning.inspection import inspect
    from cleaning.inspection.console_report import as_json as plain
    from cleaning.inspection.console_report import print_report
    from cleaning.inspection.page import render
    from cpsyexam.files import write_text

    columns: dict[str, dict[str, str]] = {}
    given = read_mapping(mapping) if mapping else None
    names: set[str] = set()
    own = _read(banks, given, columns, names)
    others = _read(against, given, columns, names) if against else None
    health = inspect(own, others)
    if html:
        write_text(html, render(health, columns))
    if as_json:
        echo(json_text(plain(health, columns), indent=1))
    else:
        console = SafeConsole(highlight=False, markup=False, soft_wrap=True)
        print_report(health, columns, console, examples)
    exit_where_found(family for family in fail_on if health.count(family))


def _read(
    banks: tuple[str, ...],
    mapping: "Mapping | None",
    columns: dict[str, dict[str, str]],
    names: set[str],
) -> "pl.DataFrame":
    import polars as pl

    from banks.read import read
    from banks.settings import FORMATS
    from pipeline.bank_frames import locate, questions_at

    frames = []
    for bank in banks:
        path, name = locate(bank)
        unique = name
        for number in range(2, 100):
            if unique not in names:
                break
            unique = f"{name}-{number}"
        names.add(unique)
        if path.is_file() and path.suffix.lower() not in FORMATS:  # a paper
            frames.append(questions_at(path).with_columns(pl.lit(unique).alias("source")))
            continue
        for file in read(path, mapping, unique):
            if roles := file.mapping.columns():  # of a file that is no bank nothing is read
                columns[file.path.as_posix()] = roles
            frames.append(file.questions)
    return pl.concat(frames)
