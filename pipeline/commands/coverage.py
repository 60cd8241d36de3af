"""`cpsyexam coverage BANK`: which concepts of a catalogue a set of questions touches."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cpsyexam.errors import ConfigError
from cpsyexam.terminal import json_text, say
from pipeline.paths import InputFile, InputPath, to_option
from pipeline.terminal import SafeConsole, echo

if TYPE_CHECKING:
    import polars as pl

    from concepts.report import Report
    from concepts.schema import Catalogue

SAMPLE = "samples/banks/structured.json"


@click.command(
    epilog="Example: cpsyexam coverage releases/mine-1.0.0 --concepts my-catalogue/ --chapters",
    short_help="Show which concepts a set of questions touches.",
)
@click.argument("bank", metavar="PATH|REPO", default=SAMPLE)
@click.option(
    "--concepts",
    "catalogue",
    type=InputPath(exists=True),
    help="A catalogue. Default: the project's own, of psychology.",
)
@click.option(
    "--model",
    type=InputFile(),
    metavar="TOML",
    help="Let a model assign the questions, through a journal (docs/concepts.md).",
)
@click.option("--chapters", is_flag=True, help="A row for each chapter.")
@click.option("--least", default=1, show_default=True, help="Questions that make a unit touched.")
@click.option("--json", "as_json", is_flag=True, help="All figures as one JSON object.")
@to_option("html", "Write a page, too.", "--html", endings=(".html",))
def command(
    bank: str,
    catalogue: Path | None,
    model: Path | None,
    *,
    chapters: bool,
    least: int,
    as_json: bool,
    html: Path | None,
) -> None:
    """Show which concepts of a catalogue the questions of BANK touch, by subject and chapter,
    beside what as many questions would reach by chance.

    A release knows which questions were written for a concept; others are assigned by their text,
    offline (docs/concepts.md tells how well). Without BANK: the sample.
    """
    from concepts.reading import read_catalogue
    from concepts.report import Report, page
    from pipeline.bank_frames import locate

    whole = read_catalogue(catalogue or catalogue_of(locate(bank)[0]))
    report = Report(bank, whole, _assigned(bank, whole, model), least)
    if html:
        from cpsyexam.files import write_text

        write_text(html, page(report))
    if as_json:
        echo(json_text(report.figures()))
    else:
        _print(report, chapters=chapters)
    if html:
        echo(say("page: {}", html), err=as_json)


def catalogue_of(bank: Path) -> Path:
    """The catalogue of a bank's field: the project's own for psychology, and where a bank names no
    field. Raises ConfigError for a release of another one.
    """
    from concepts import PSYCHOLOGY
    from cpsyexam import taxonomy

    known = taxonomy.of_release(bank)
    if known.words.chinese != taxonomy.psychology().words.chinese:
        raise ConfigError(
            f"there is no catalogue of concepts for the field {known.words.field or known.name}",
            where=str(bank),
            remedy="name one with --concepts; docs/concepts.md says how it is written",
        )
    return PSYCHOLOGY


def _assigned(bank: str, whole: "Catalogue", model: Path | None) -> "pl.DataFrame":
    from banks.read import questions
    from concepts.assignment import assign, index_of, settle
    from pipeline.bank_frames import comparable, locate

    path, _ = locate(bank)
    raw = questions(path)
    rows = comparable(raw).with_columns(raw["explanation"])
    found = by_model(rows, whole, model) if model else assign(rows, index_of(whole))
    return settle(found, written_for(path), whole)


def by_model(rows: "pl.DataFrame", whole: "Catalogue", model: Path) -> "pl.DataFrame":
    """The concepts and chapters that the model of a TOML names, through its journal."""
    from asking.asker import Asker, Budget
    from asking.client import Client
    from asking.journal import Journal
    from cpsyexam.config import load
    from generation.labelling import label
    from generation.prompts import read_prompts
    from generation.settings import LabellingSource

    source = load(model, LabellingSource)
    with Journal(source.journal) as journal:
        asker = Asker(Client(source.model), journal, Budget(None))
        return label(rows, whole, read_prompts(source.prompts), asker)


def written_for(path: Path) -> dict[str, str]:
    """The concepts of a release's questions that were written for one, by id."""
    import polars as pl

    from cpsyexam.concept_note import concept

    shards = sorted(path.glob("provenance/*/*.parquet"))
    parts = [pl.read_parquet(p, columns=["id", "notes"]) for p in shards]
    if not parts:
        return {}
    rows = pl.concat(parts).select("id", concept(pl.col("notes")).alias("concept"))
    return dict(rows.filter(pl.col("concept") != "").iter_rows())


def _print(report: "Report", *, chapters: bool) -> None:
    from rich.table import Table

    console = SafeConsole(markup=False)
    columns = ("required", "questions", "touched", "rate", "even", "proportional")
    for title, frame in report.tables(chapters=chapters):
        table = Table(title=say(title), title_justify="left")
        keys = [name for name in frame.columns if name not in columns]
        for name in frame.columns:
            table.add_column(say(name), justify="left" if name in keys else "right")
        for row in frame.iter_rows():
            table.add_row(*(f"{v:.2f}" if isinstance(v, float) else say(str(v)) for v in row))
        console.print(table)
    for line in report.lines():
        console.print(line, highlight=False, soft_wrap=True)
