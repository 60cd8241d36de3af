"""`cpsyexam people`: question papers for people, their answers, and blind comparisons."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cpsyexam.terminal import say
from pipeline.paths import InputFile, InputPath, Paths, out_option, release_option, to_option
from pipeline.terminal import SafeConsole, echo

if TYPE_CHECKING:
    import polars as pl

_FILE = InputFile()


@click.group(
    epilog="Example: cpsyexam people paper --split test --each 50 --to paper.csv",
    short_help="Papers for people, their answers, blind comparisons.",
)
def command() -> None:
    """What people answer and prefer, beside what models do (docs/generation.md)."""


@command.command(epilog="Example: cpsyexam people paper --each 50 --to paper.csv")
@release_option
@click.option("--split", default="test", show_default=True, help="test, valid, dev or train.")
@click.option("--each", default=50, show_default=True, help="Questions a subject.")
@to_option("to", "CSV for people.", required=True)
@out_option
def paper(release: Path | None, split: str, each: int, to: Path, root: Path) -> None:
    """Draw a paper without keys; people fill in group, person and answer."""
    from cpsyexam.files import write_text
    from evaluation import releases
    from manifests.locate import newest
    from pipeline.people import paper as draw

    opened = releases.open_release(release or newest(Paths(root).root / "releases"))
    drawn = draw(releases.questions(opened, split), each)
    write_text(to, "\ufeff" + drawn.write_csv())  # the mark tells spreadsheets that it is UTF-8
    echo(say("{} questions of {} subjects: {}", drawn.height, drawn["subject"].n_unique(), to))


@command.command(epilog="Example: cpsyexam people answers filled.csv")
@click.argument("sheets", nargs=-1, required=True, type=_FILE)
@release_option
@click.option("--split", default="test", show_default=True, help="That the paper was drawn from.")
@click.option("--keys", type=InputPath(), help="Reserve folder, for withheld keys.")
@out_option
def answers(
    sheets: tuple[Path, ...], release: Path | None, split: str, keys: Path | None, root: Path
) -> None:
    """Read filled papers (group, person, id, answer) as runs `human:GROUP/PERSON`, and score all.

    A question that is not in a person's rows was not asked; a row left blank is wrong.
    """
    from evaluation import releases, runs
    from manifests.locate import newest
    from pipeline.people import answers_of, read_sheets
    from pipeline.results import publish

    paths = Paths(root)
    opened = releases.open_release(release or newest(paths.root / "releases"))
    held = keys or paths.reserve(opened.label)
    asked = releases.questions(opened, split, held if held.is_dir() else None)
    made = [answers_of(one, asked, opened, split) for path in sheets for one in read_sheets(path)]
    for setting, table in made:
        runs.save(paths.root / "evaluations" / setting.run(opened), table, setting, opened)
        echo(say("{}: {} answers", setting.model, table.filter(table["error"] == "").height))
    publish(paths, opened.folder, held if held.is_dir() else None)


@command.command(epilog="Example: cpsyexam people pairs releases/mine-1.0.0 old-exams/ --to pairs/")
@click.argument("generated", metavar="RELEASE", type=InputPath(exists=True))
@click.argument("printed", metavar="PATH|REPO")
@click.option("--each", default=20, show_default=True, help="Pairs a subject.")
@click.option("--seed", default="pairs", show_default=True, help="Of the draw and of the sides.")
@to_option("to", "Folder for both tables.", folder=True, required=True)
def pairs(generated: Path, printed: str, each: int, seed: str, to: Path) -> None:
    """Set generated questions of RELEASE beside printed ones of a release or bank, blindly.

    pairs.csv is for people, who write 甲, 乙, 平 or 都不合格; pairs-key.csv tells the sides.
    """
    from pipeline.bank_frames import locate
    from pipeline.pairs import pairs as draw
    from pipeline.pairs import write

    path, _ = locate(printed)
    found = draw(_questions(generated, written=True), _questions(path, written=False), each, seed)
    if not found:
        raise click.ClickException("no subject has both generated and printed choice questions")
    shown, key = write(found, to)
    subjects = len({pair.subject for pair in found})
    echo(say("{} pairs of {} subjects: {}, {}", len(found), subjects, shown, key))


def _questions(path: Path, *, written: bool) -> "pl.DataFrame":
    """The generated, or the printed questions of a release or bank."""
    from banks.read import questions
    from pipeline.bank_frames import comparable
    from pipeline.commands.coverage import written_for

    rows = comparable(questions(path))
    ours = rows["raw_id"].is_in(list(written_for(path)))
    return rows.filter(ours if written else ~ours)


@command.command(epilog="Example: cpsyexam people verdicts pairs/pairs.csv --key pairs-key.csv")
@click.argument("sheets", nargs=-1, required=True, type=_FILE)
@click.option("--key", type=_FILE, required=True, help="The pairs-key.csv of these pairs.")
@to_option("to", "CSV: subject, verdict, person.")
def verdicts(sheets: tuple[Path, ...], key: Path, to: Path | None) -> None:
    """Print how often the generated question wins, and ties, with 95 % intervals."""
    import csv
    import io

    from rich.table import Table

    from cpsyexam.files import write_text
    from pipeline.pairs import rates
    from pipeline.pairs import verdicts as read

    found = read(list(sheets), key)
    table = Table(*map(say, ("subject", "win", "interval", "tie", "n")))
    for subject, win, low, high, tie, n in rates(found):
        table.add_row(subject, f"{win:.2f}", f"{low:.2f}–{high:.2f}", f"{tie:.2f}", str(n))
    SafeConsole().print(table)
    if to:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([("subject", "verdict", "person"), *found])
        write_text(to, text.getvalue())
