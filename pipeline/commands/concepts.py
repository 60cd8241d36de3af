"""`cpsyexam concepts`: check, count and import catalogues of concepts."""

from pathlib import Path

import click

from cpsyexam.terminal import say
from pipeline.paths import InputFile, InputPath, to_option
from pipeline.terminal import SafeConsole, echo

_CATALOGUE = click.argument("catalogue", type=InputPath(exists=True), required=False)


@click.group(
    epilog="Example: cpsyexam concepts check", short_help="Check, count and import concepts."
)
def command() -> None:
    """Catalogues of concepts: one TOML a subject (docs/concepts.md).

    Without CATALOGUE the verbs take the project's own, of psychology.
    """


@command.command(epilog="Example: cpsyexam concepts check my-catalogue/")
@_CATALOGUE
def check(catalogue: Path | None) -> None:
    """Print what is wrong with a catalogue: file, row, what to do; exit code 1 then."""
    from concepts import PSYCHOLOGY
    from concepts.checking import check as problems
    from concepts.reading import read_catalogue

    path = catalogue or PSYCHOLOGY
    found = problems(path)
    for problem in found:
        echo(problem.line())
    if found:
        raise click.exceptions.Exit(1)
    whole = read_catalogue(path)
    counts = len(whole.subjects), len(whole.chapters()), sum(1 for _ in whole.entries())
    echo(say("{} subjects, {} chapters, {} concepts: no problem found", *counts))


@command.command(epilog="Example: cpsyexam concepts status --chapters")
@_CATALOGUE
@click.option("--chapters", is_flag=True, help="A row for each chapter.")
def status(catalogue: Path | None, *, chapters: bool) -> None:
    """Show how many concepts are there, beside the numbers wanted."""
    import polars as pl
    from rich.table import Table

    from concepts import PSYCHOLOGY
    from concepts.reading import read_catalogue
    from concepts.schema import PROMPTS
    from concepts.status import status as counted

    frame = counted(read_catalogue(catalogue or PSYCHOLOGY))
    keys = ["subject", "chapter"] if chapters else ["subject"]
    numbers = ["concepts", "wanted", "questions_wanted", *PROMPTS]
    frame = frame.group_by(keys, maintain_order=True).agg(pl.col(numbers).sum())
    table = Table(title=say("Concepts"), title_justify="left")
    for name in (*keys, *numbers):
        table.add_column(say(name.replace("_", " ")), justify="left" if name in keys else "right")
    for row in frame.iter_rows():
        table.add_row(*(str(value) for value in row))
    table.add_section()
    totals = [str(frame[name].sum()) for name in numbers]
    table.add_row(say("all"), *([""] * (len(keys) - 1)), *totals)
    SafeConsole(markup=False).print(table)


@command.command("import", epilog="Example: cpsyexam concepts import plan.xlsx --to mine/")
@click.argument("file", type=InputFile())
@to_option("into", "New folder.", "--into", folder=True, required=True)
@click.option("--exam", default="", help="Exam where the file names none.")
@click.option("--listed-as", default="", help="Subject in releases where the file names none.")
@click.option("--source", default="", help="Who wrote the descriptions.")
@click.option("--licence", default="", help="Licence of the descriptions.")
def import_(
    file: Path, *, into: Path, exam: str, listed_as: str, source: str, licence: str
) -> None:
    """Make a catalogue from an xlsx, CSV or Markdown file (columns: docs/concepts.md)."""
    from concepts.checking import check as problems
    from concepts.importing.files import read_subjects, write_catalogue
    from concepts.importing.rows import Defaults

    found = read_subjects(file, Defaults(exam, listed_as, source, licence))
    paths = write_catalogue(found, into)
    echo(say("{} subjects: {}", len(paths), into))
    left = problems(into)
    for problem in left:
        echo(problem.line(), err=True)
    if left:
        echo("correct these in the TOML files", err=True)
        raise click.exceptions.Exit(1)
