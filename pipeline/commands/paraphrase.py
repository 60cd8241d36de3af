"""`cpsyexam paraphrase SOURCE`: the questions of a release in other words."""

from pathlib import Path
from typing import Any

import click

from cpsyexam.terminal import say
from pipeline.paths import InputFile, InputPath, Paths, out_option, release_option, to_option
from pipeline.terminal import echo


@click.command(
    epilog="Example: cpsyexam paraphrase mine.toml --split test --to paraphrased.jsonl",
    short_help="Have a model put questions in other words.",
)
@click.argument("source", type=InputFile())
@release_option
@click.option("--split", default="test", show_default=True, help="test, valid, dev or train.")
@click.option("--keys", type=InputPath(), help="Reserve folder, for withheld keys.")
@to_option("to", "JSONL of the wordings.", required=True, endings=(".jsonl",))
@click.option("--limit", default=0, help="So many questions, drawn by hash; 0 for all.")
@click.option("--answers", default=3, show_default=True, help="Answers a model that check the key.")
@click.option("--budget", type=float, help="Most money the whole journal may come to.")
@out_option
def command(
    source: Path, release: Path | None, split: str, keys: Path | None, root: Path, **given: Any
) -> None:
    """Have the model of the TOML SOURCE put the choice questions of a release in other words.

    Numbers, negation, number and order of options must stay; then the models of `[[answering]]`
    answer without the key, and half of their answers must be it. The JSONL holds what passes; what
    does not stands beside it, in .rejected.jsonl, with its rule. Exit code 1 where nothing passes.
    """
    from asking.asker import Asker, Budget
    from asking.client import Client
    from asking.journal import Journal
    from cpsyexam.config import load
    from evaluation import releases
    from generation.paraphrasing import reword
    from generation.prompts import read_prompts
    from generation.settings import ParaphrasingSource
    from manifests.locate import newest

    paths = Paths(root)
    opened = releases.open_release(release or newest(paths.root / "releases"))
    held = keys or paths.reserve(opened.label)
    asked = releases.questions(opened, split, held if held.is_dir() else None)
    rows = releases.sample(releases.known(asked, ("SCQ", "MAQ")), given["limit"]).to_dicts()
    chosen = load(source, ParaphrasingSource)
    with Journal(chosen.journal) as journal, click.progressbar(length=len(rows)) as bar:
        budget = Budget(given["budget"], journal.spent)
        asker = Asker(Client(chosen.model), journal, budget)
        checkers = [Asker(Client(m), journal, budget) for m in chosen.answering] or [asker]
        made = reword(
            rows, read_prompts(chosen.prompts), asker, checkers, given["answers"],
            lambda done: bar.update(done - bar.pos),
        )  # fmt: skip
        spent = journal.spent
    good = [found.row(chosen.model, key) for found, key in made if found.wording]
    bad = [
        {"id": found.id, "rule": found.rule, "detail": found.detail, "journal_key": key}
        for found, key in made
        if not found.wording
    ]
    _write(given["to"], good)
    _write(given["to"].with_suffix(".rejected.jsonl"), bad)
    _tell(good, bad, f"{spent:.4f} {chosen.model.currency}")
    if not good:
        raise click.exceptions.Exit(1)


def _write(path: Path, rows: list[dict[str, Any]]) -> None:
    import json

    from cpsyexam.files import write_text

    write_text(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def _tell(good: list[dict[str, Any]], bad: list[dict[str, Any]], spent: str) -> None:
    from collections import Counter

    echo(say("in other words: {} of {}; journal: {}", len(good), len(good) + len(bad), spent))
    for rule, count in Counter(row["rule"] for row in bad).most_common():
        echo(f"  {rule}: {count}")
