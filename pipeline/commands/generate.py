"""`cpsyexam generate SOURCE`: ask a model for questions on the concepts of a catalogue."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cpsyexam.terminal import say
from pipeline.paths import InputFile
from pipeline.terminal import echo

if TYPE_CHECKING:
    from asking.asker import Asker, Request
    from asking.journal import Journal
    from generation.asking import Outcome, Task
    from generation.gates import Item
    from generation.prompts import Prompts
    from generation.settings import GeneratedSource


@click.command(
    epilog="Example: cpsyexam generate recipes/mine.toml --dry-run",
    short_help="Ask a model for questions on concepts.",
)
@click.argument("source", type=InputFile())
@click.option("--dry-run", is_flag=True, help="Only show calls, tokens and money.")
@click.option("--budget", type=float, help="Most money the whole journal may come to.")
@click.option(
    "--limit", type=click.IntRange(0, 10**9), help="Ask for so many concepts and prompts only."
)
@click.option("--answers", default=0, help="Then have each question answered so often.")
@click.option("--blind", default=0, help="And so often by its options alone.")
@click.option("--proofread", default=0, help="And read so often with its explanation.")
@click.option("--place", is_flag=True, help="And have its concept told among the nearest.")
@click.option(
    "--against",
    multiple=True,
    metavar="PATH|REPO",
    help="Then refuse questions that are already in this release, bank or index.",
)
def command(
    source: Path,
    *,
    dry_run: bool,
    budget: float | None,
    limit: int | None,
    against: tuple[str, ...],
    **checks: int,
) -> None:
    """Ask a model for four questions on each concept and prompt type of the TOML SOURCE names.

    What is in its journal is not asked again; a stopped run carries on. Exit code 1 where a task is
    left without an answer. docs/generation.md tells more.
    """
    from asking.journal import Journal
    from concepts.reading import read_catalogue
    from generation.asking import tasks
    from generation.prompts import read_prompts
    from generation.settings import read_source

    chosen = read_source(source)
    prompts = read_prompts(chosen.prompts)
    wanted = tasks(read_catalogue(chosen.catalogue), chosen.only)[: limit or None]
    if dry_run:
        _show_estimate(source, chosen, prompts, wanted, checks)
        return
    with Journal(chosen.journal) as journal:
        left = _write(chosen, prompts, wanted, journal, budget)
        left += _check(source, chosen, prompts, journal, budget, checks)
        if against:
            _compare(source, journal, against)
        currency = chosen.model.currency
        echo(say("journal: {}, {:.4f} {} in all", chosen.journal, journal.spent, currency))
    _show_written(source)
    if left:
        raise click.exceptions.Exit(1)


def _asker(
    chosen: "GeneratedSource", journal: "Journal", budget: float | None, which: int | None = None
) -> "Asker":
    from asking.asker import Asker, Budget
    from asking.client import Client

    model = chosen.model if which is None else chosen.answering[which]
    return Asker(Client(model), journal, Budget(budget, journal.spent))


def _show_estimate(
    source: Path, chosen: "GeneratedSource", prompts: "Prompts", wanted: "list[Task]",
    checks: dict[str, int],
) -> None:  # fmt: skip
    from asking.journal import read_journal
    from generation.estimate import estimate, expected, of_checks
    from generation.stage import read_written

    known = [e for _, e in read_journal(chosen.journal)] if chosen.journal.exists() else []
    before = [e for e in known if e.purpose == "write"]
    found = estimate(wanted, prompts, chosen.model, before)
    echo(say("{} concepts and prompts, {} in the journal", found.tasks, found.tasks - found.calls))
    echo(say("calls: {}, and about {} corrections", found.calls, found.corrections))
    echo(say("tokens: about {:,} in, {:,} out", found.tokens_in, found.tokens_out))
    echo(say("price: about {:.2f} {}", found.price, chosen.model.currency))
    if any(checks.values()):
        items = read_written(source).items if known else []
        items += expected(wanted, prompts, chosen.model, before)
        asked = [r for some, _ in _checks(items, chosen, prompts, checks) for r in some]
        told = of_checks(asked, chosen.answering or (chosen.model,), known)
        echo(
            say(
                "checks: {} calls, about {:,} in, {:,} out",
                told.calls,
                told.tokens_in,
                told.tokens_out,
            )
        )
        whole = found.price + told.price
        echo(say("price with checks: about {:.2f} {}", whole, chosen.model.currency))


def _write(
    chosen: "GeneratedSource",
    prompts: "Prompts",
    wanted: "list[Task]",
    journal: "Journal",
    budget: float | None,
) -> int:
    from generation.asking import write_questions

    asker = _asker(chosen, journal, budget)
    with click.progressbar(length=len(wanted), label="asking") as bar:
        outcome = write_questions(wanted, prompts, asker, lambda done: bar.update(done - bar.pos))
    return _told(outcome, len(wanted))


def _told(outcome: "Outcome", wanted: int) -> int:
    echo(say("{} concepts and prompts: {} calls answered now", wanted, outcome.calls))
    echo(
        say(
            "{} were in the journal, {} hold less than four questions", outcome.kept, outcome.faulty
        )
    )
    for line in outcome.failed[:10]:
        echo(f"no answer: {line}", err=True)
    if outcome.over_budget:
        echo(f"{outcome.over_budget} not asked: over budget", err=True)
    return len(outcome.failed) + outcome.over_budget


def _check(
    source: Path,
    chosen: "GeneratedSource",
    prompts: "Prompts",
    journal: "Journal",
    budget: float | None,
    checks: dict[str, int],
) -> int:
    """Have the questions answered, proofread and placed, as far as asked; how many answers fail."""
    from generation.selfcheck import ask_all
    from generation.stage import read_written

    if not any(checks.values()):
        return 0
    asked = _checks(read_written(source).items, chosen, prompts, checks)
    askers = _checkers(chosen, journal, budget)
    return sum(_failed(ask_all(wanted, askers, schema=schema)) for wanted, schema in asked)


def _checks(
    items: "list[Item]", chosen: "GeneratedSource", prompts: "Prompts", checks: dict[str, int]
) -> "list[tuple[list[Request], dict[str, object]]]":
    """What the checks ask of questions, each with the schema of its answers."""
    from concepts.assignment import index_of
    from concepts.reading import read_catalogue
    from generation import labelling, placing, proofreading, selfcheck

    asked = [
        (selfcheck.requests(items, prompts, checks["answers"], checks["blind"]), selfcheck.SCHEMA),
        (proofreading.requests(items, prompts, checks["proofread"]), proofreading.SCHEMA),
    ]
    if checks["place"]:
        index = index_of(read_catalogue(chosen.catalogue))
        asked.append((placing.requests(items, index, prompts), labelling.ANSWER))
    return asked


def _checkers(chosen: "GeneratedSource", journal: "Journal", budget: float | None) -> "list[Asker]":
    which = range(len(chosen.answering)) if chosen.answering else (None,)
    return [_asker(chosen, journal, budget, one) for one in which]


def _failed(lines: list[str]) -> int:
    for line in lines[:10]:
        echo(f"no answer: {line}", err=True)
    return len(lines)


def _compare(source: Path, journal: "Journal", against: tuple[str, ...]) -> None:
    from cpsyexam.records import RawQuestion, conform
    from generation.known import found
    from generation.stage import read_written
    from pipeline.bank_frames import comparable
    from pipeline.commands.known import known_edges, known_index

    raw = conform(read_written(source).kept, RawQuestion)
    rows = comparable(raw.with_columns(bank_id="raw_id"))
    edges = known_edges(rows, known_index(against), against)
    for entry in found(edges):
        if not journal.find(entry.key):
            journal.append(entry)
    echo(say("already known: {} of {}", edges.height, rows.height))


def _show_written(source: Path) -> None:
    from collections import Counter

    from generation.stage import read_written

    written = read_written(source)
    echo(say("questions: {} kept, {} refused", len(written.kept), len(written.rejected)))
    for rule, count in Counter(row["rule"] for row in written.rejected).most_common():
        echo(f"  {rule}: {count}")
