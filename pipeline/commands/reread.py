"""`cpsyexam reread RECIPE`: a model reads again what is held."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cpsyexam.terminal import say
from pipeline.paths import InputPath, Paths, out_option, reserve_option
from pipeline.terminal import echo

if TYPE_CHECKING:
    from asking.journal import Journal
    from asking.model import Model
    from gating.second.run import Call, Outcome
    from gating.second.settings import ReaderSettings
    from pipeline.recipe import Recipe


@click.command(
    epilog="Example: cpsyexam reread dataset.toml --dry-run",
    short_help="Have a model read again what is held.",
)
@click.argument("recipe", type=InputPath(), default=Path("dataset.toml"))
@click.option("--dry-run", is_flag=True, help="Only show pages, tokens and money.")
@click.option("--budget", type=float, help="Most money the whole journal may come to.")
@click.option("--limit", type=click.IntRange(0, 10**9), help="Ask for so many calls only.")
@reserve_option
@out_option
def command(
    recipe: Path, root: Path, *, dry_run: bool, budget: float | None, limit: int | None,
    reserve: bool,
) -> None:  # fmt: skip
    """Show the pages of held questions to the model of the RECIPE's [reader], which quotes their
    fields; what does not stand so on the page is refused.

    Pages that print reserved questions are not sent, unless --reserve says so.

    Where it reads the same, the next build releases the question; else both readings stand side by
    side in the review station. What is in the journal is not asked again; a stopped run carries on.
    Exit code 1 where a call is left without an answer. docs/decisions.md tells more.
    """
    from asking.journal import Journal, read_journal
    from cpsyexam.errors import ConfigError
    from gating.second.run import calls, estimate
    from pipeline.recipe import read_recipe
    from pipeline.sheets import sheets

    chosen = read_recipe(recipe)
    reader = chosen.reader
    if reader.model is None:
        raise ConfigError(
            "names no second reader",
            where=str(recipe),
            remedy="add [reader.model] with name and base_url (docs/decisions.md)",
        )
    found = sheets(_built(chosen, recipe, root), pictures=reader.pictures, reserve=reserve)
    wanted = [call for sheet in found.pages for call in calls(sheet, reader.longest)]
    placed = sum(len(call.asked) for call in wanted)
    lost = sum(len(sheet.held) for sheet in found.pages) - placed
    if lost:
        found.left["not found in the text of their page"] = lost
    wanted = wanted[: limit if limit is not None else None]
    asked = sum(len(call.asked) for call in wanted)
    echo(
        say(
            "held questions to read again: {} on {} pages",
            asked,
            len({c.sheet.name for c in wanted}),
        )
    )
    for why, number in found.left.most_common():
        echo(say("  {} not: {}", number, why))
    if dry_run:
        known = (
            {e.key for _, e in read_journal(reader.journal)} if reader.journal.exists() else set()
        )
        told = estimate(wanted, reader.model, known)
        echo(say("calls: {}, {} are in the journal", told.calls, len(wanted) - told.calls))
        echo(say("tokens: about {:,} in, {:,} out", told.tokens_in, told.tokens_out))
        echo(say("price: about {:.2f} {}", told.price, reader.model.currency))
        return
    with Journal(reader.journal) as journal:
        outcome = _ask(wanted, reader, reader.model, journal, budget)
        spent = journal.spent
    echo(say("journal: {}, {:.4f} {} in all", reader.journal, spent, reader.model.currency))
    if _told(outcome):
        raise click.exceptions.Exit(1)


def _built(chosen: "Recipe", recipe: Path, root: Path) -> Path:
    from cpsyexam import chain
    from cpsyexam.errors import StageError
    from cpsyexam.stage import read_receipt
    from pipeline import apart

    build = apart.of_recipe(Paths(root).build, chosen.name)
    if read_receipt(build, chain.CHAIN.gate) is None:
        raise StageError("not built yet", where=str(build), remedy=f"run cpsyexam build {recipe}")
    return build


def _ask(
    wanted: "list[Call]",
    reader: "ReaderSettings",
    model: "Model",
    journal: "Journal",
    budget: float | None,
) -> "Outcome":
    """Ask, and keep what came of it, of a run that was stopped too: its answers are there."""
    from asking.asker import Asker, Budget
    from asking.client import Client
    from gating.second.readings import load, save
    from gating.second.run import reread

    before = load(reader.readings)
    asker = Asker(Client(model), journal, Budget(budget, journal.spent))
    with click.progressbar(length=len(wanted), label="reading") as bar:
        outcome = reread(wanted, asker, lambda done: bar.update(done - bar.pos))
    save(reader.readings, (before | outcome.rows).values())
    return outcome


def _told(outcome: "Outcome") -> int:
    """Say what came of it; how many calls have no answer."""
    counts = Counter(row.outcome for row in outcome.rows.values())
    echo(
        say(
            "{} calls answered now; the same was read of {} questions,",
            outcome.calls,
            counts["agreed"],
        )
    )
    echo(say("other things of {}; {} readings refused", counts["differs"], counts["refused"]))
    for rule, number in Counter(r.rule for r in outcome.rows.values() if r.rule).most_common():
        echo(f"  {rule}: {number}")
    if counts["agreed"]:
        echo(
            say("The next build releases what was read twice the same: raise `version` and build.")
        )
    for line in outcome.failed[:10]:
        echo(f"no answer: {line}", err=True)
    if outcome.over_budget:
        echo(f"{outcome.over_budget} calls not made: over budget", err=True)
    return len(outcome.failed) + outcome.over_budget
