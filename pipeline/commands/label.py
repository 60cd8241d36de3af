"""`cpsyexam label PATH`: the labellers alone, on any bank."""

from collections.abc import Iterator
from pathlib import Path

import click

from cpsyexam.terminal import json_text, say
from pipeline.paths import InputPath
from pipeline.terminal import SafeConsole, echo


@click.command(
    epilog="Example: cpsyexam label questions.json --json",
    short_help="Label the questions of a bank.",
)
@click.argument("path", type=InputPath())
@click.option(
    "--learn",
    type=InputPath(),
    help="Labelled bank to learn categories and subjects from (needs scikit-learn).",
)
@click.option(
    "--map",
    "mapping",
    type=InputPath(),
    help="A TOML that names the columns; they are guessed else.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def command(path: Path, learn: Path | None, mapping: Path | None, *, as_json: bool) -> None:
    """Label the questions of PATH, a bank or papers, file or folder: task, category and format.

    With --json one object a line: source_id (the bank's own id), task, category, format,
    confidence, keywords, and the rules and flags behind them.
    """
    labelled = list(_records(path, learn, mapping))
    if as_json:
        for record in labelled:
            record.pop("stem")
            echo(json_text(record))
        return
    _print(labelled)


def _records(path: Path, learn: Path | None, mapping: Path | None) -> Iterator[dict[str, object]]:
    import polars as pl

    from banks.read import read_mapping
    from labeling.labels import judge
    from labeling.settings import LabelSettings
    from pipeline.bank_frames import comparable, learn_models, questions_at

    raw = questions_at(path, read_mapping(mapping) if mapping else None)
    models = learn_models(learn) if learn else None
    labels = judge(comparable(raw), LabelSettings(), models)
    ids = pl.when(pl.col("bank_id") != "").then("bank_id").otherwise("raw_id")
    wide = pl.concat([raw.select(ids.alias("source_id"), "stem"), labels], how="horizontal")
    for row in wide.iter_rows(named=True):
        yield {
            "source_id": row["source_id"],
            "task": row["task"],
            "category": row["category"],
            "format": row["format"],
            "confidence": round(row["task_confidence"], 4),
            "unsure": row["task_rule"] == "keywords_unsure",
            "keywords": row["keywords"],
            "category_confidence": round(row["category_confidence"], 4),
            "rules": [row["format_rule"], row["task_rule"], row["category_rule"]],
            "flags": row["new_flags"],
            "stem": row["stem"],
        }


def _print(labelled: list[dict[str, object]]) -> None:
    from collections import Counter

    from rich.table import Table

    table = Table(*map(say, ("id", "task", "category", "format", "confidence", "keywords", "stem")))
    for r in labelled:
        words = ", ".join(str(w) for w in r["keywords"]) if isinstance(r["keywords"], list) else ""
        cells = [str(r[k]) for k in ("source_id", "task", "category", "format", "confidence")]
        table.add_row(*cells, words, str(r["stem"])[:40])
    console = SafeConsole(markup=False)
    console.print(table)
    counts = Counter(f"{r['task']} {r['format']}" for r in labelled)
    console.print(", ".join(f"{n} {name}" for name, n in sorted(counts.items())), highlight=False)
