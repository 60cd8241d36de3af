"""`cpsyexam decide ID …`: write what a person decided about a question."""

import getpass
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cpsyexam.terminal import language, say
from pipeline.ids import present_id
from pipeline.paths import Paths, out_option, recipe_option
from pipeline.terminal import echo

if TYPE_CHECKING:
    from typing import Literal

    from reviewing.decisions import Filed
    from reviewing.target import Tables, Target


@click.command(
    epilog='Example: cpsyexam decide q1f3a --key B --why "教材第3章：班杜拉提出"',
    short_help="Correct, accept, reject, restore or label a question.",
)
@click.argument("name", metavar="ID")
@click.option("--key", default="", metavar="LETTERS", help="The right options, as you see them.")
@click.option(
    "--key-text", multiple=True, metavar="TEXT", help="A right option, or a model answer."
)
@click.option("--set", "fields", multiple=True, metavar="FIELD=TEXT", help="Another field's text.")
@click.option("--task", help="A task of the taxonomy, such as KG or CA.")
@click.option("--category", help="A category of the taxonomy.")
@click.option("--accept", "verdict", flag_value="accept", help="It is right as it stands.")
@click.option("--reject", "verdict", flag_value="reject", help="It must go.")
@click.option("--restore", "verdict", flag_value="restore", help="It was rejected and is good.")
@click.option("--why", required=True, help="The reason, for everybody who asks later.")
@click.option("--evidence", default="", help="Book and page, address, law.")
@click.option("--by", default=getpass.getuser, show_default="your login", help="Who decides.")
@click.option(
    "--supersedes", multiple=True, metavar="DIGEST", help="An earlier decision that falls."
)
@click.option(
    "--decisions",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("decisions"),
    show_default=True,
    help="Folder of the decision files, as in the recipe's [review].",
)
@recipe_option
@out_option
def command(  # noqa: PLR0913  the options of one form
    *,
    name: str,
    key: str,
    key_text: tuple[str, ...],
    fields: tuple[str, ...],
    task: str | None,
    category: str | None,
    verdict: "Literal['accept', 'reject', 'restore'] | None",
    why: str,
    evidence: str,
    by: str,
    supersedes: tuple[str, ...],
    decisions: Path,
    recipe: Path | None,
    root: Path,
) -> None:
    """Write a decision about question ID (or raw_id, or the beginning of one) to a file below
    decisions/, one file a person; keep it in git. The next build applies it.

    Letters are those of the release where the question is in it, else the printed ones; the
    decision keeps texts. --set takes stem, material, explanation, exam, subject, declared, or the
    letter of an option.
    """
    from cpsyexam.showing import secret
    from pipeline.versions import next_version
    from reviewing.contradictions import refuse_against
    from reviewing.decisions import append, own_file, read
    from reviewing.station.words import Words
    from reviewing.target import find
    from reviewing.writing import Said, decision, whole_digest

    file = own_file(decisions, by)
    paths = Paths(root).of(recipe)
    target = find(present_id(paths.build, name), _tables(paths.build))
    labels = {k: v for k, v in (("task", task), ("category", category)) if v is not None}
    said = Said(key, key_text, dict(map(_field, fields)), labels, verdict)
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    with paths.field():  # tasks and categories of decisions are its field's
        made = decision(target, said, by=by, when=when, why=why, evidence=evidence)
        filed = read(sorted(decisions.glob("*.jsonl")))
        fall = tuple(whole_digest(name, filed) for name in supersedes)
        made = made.model_copy(update={"supersedes": fall})
        refuse_against(made, filed)
        hidden = secret(paths.build).hides(target.id, target.row["raw_id"])
        _print(target, append(file, made), hidden=hidden)
    if told := next_version(Words(language()), paths, decisions):
        echo(told)


def _tables(build: Path) -> "Tables":
    import polars as pl

    from cpsyexam import chain, stage
    from reviewing.target import Tables

    names = chain.CHAIN.rejecting
    parts = [stage.read(build, f"{n}/rejected").select("parent", "rule") for n in names]
    return Tables(
        raw=stage.read(build, "parsed"),
        cleaned=stage.read(build, "cleaned"),
        ordered=stage.read(build, "shuffled").select("raw_id", "order"),
        rejected=pl.concat(parts),
    )


def _field(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise click.UsageError(f"--set takes FIELD=TEXT, not {text!r}")
    return name.strip(), value


def _print(target: "Target", filed: "Filed", *, hidden: bool) -> None:
    from pipeline.station.report import named, place

    made = filed.decision
    verdict = named("verdicts", made.verdict)
    told = say("{}: {}; the next build applies it", verdict, place(filed))
    if hidden:
        echo(
            say("{} is in the reserve: {} holds its text, keep it to yourself", made.id, filed.file)
        )
        echo(told)
        return
    echo(f"{made.id}  {made.saw.stem[:60]}")
    if made.patch.key is not None:
        before = " / ".join(made.saw.key) or say("none")
        echo(say("  key: {} → {}", before, " / ".join(made.patch.key)))
    for field, value in made.patch.fields().items():
        if field != "key":
            echo(f"  {field}: {value}")
    if len(target.copies) > 1:
        echo(say("  printed {} times with this text", len(target.copies)))
    echo(told)
