"""`cpsyexam errata add QUESTION …`: a reader's report, for the review queue."""

import getpass
import time
from pathlib import Path

import click

from cpsyexam.terminal import say
from pipeline.ids import present_id
from pipeline.paths import Paths, out_option
from pipeline.terminal import echo

_REVIEWS = click.option(
    "--reviews",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("reviews"),
    show_default=True,
    help="Folder of reviewers, opinions and reports.",
)


@click.group(
    epilog='Example: cpsyexam errata add q1f3a --problem "答案应为 B" --link https://…',
    short_help="Take reports of readers into the review queue.",
)
def command() -> None:
    """Reports of readers: they change nothing, they put a question into the review queue."""


@command.command(epilog='Example: cpsyexam errata add q1f3a --problem "答案应为 B"')
@click.argument("question")
@click.option("--problem", required=True, help="What is wrong, in the reader's words.")
@click.option("--proposal", default="", help="What it should be.")
@click.option("--link", default="", help="Where it was reported.")
@click.option("--by", default=getpass.getuser, show_default="your login", help="Who reported it.")
@_REVIEWS
@out_option
def add(
    question: str, problem: str, proposal: str, link: str, by: str, reviews: Path, root: Path
) -> None:
    """Add a report about QUESTION (its id, or words of its stem) to the queue."""
    from cpsyexam import chain, stage
    from cpsyexam.showing import secret
    from reviewing import errata
    from reviewing.decisions import person

    build = Paths(root).build
    named = present_id(build, question) if question.startswith("q") else question
    found = errata.find(named, stage.read(build, "parsed"), stage.read(build, chain.CHAIN.last))
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    errata.add(
        reviews,
        errata.Report(
            question=found.raw_id,
            problem=problem,
            proposal=proposal,
            link=link,
            by=person(by),
            when=when,
        ),
    )
    hidden = secret(build).hides(found.raw_id)
    echo(found.raw_id if hidden else f"{found.raw_id}  {found.stem[:60]}")
    how = "cpsyexam review --reserve" if hidden else "cpsyexam review"
    echo(say("reported: {}; {} shows it", reviews / errata.FILE, how))
