"""Results of all runs on a release: printed, and written below evaluations/."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cpsyexam import taxonomy
from cpsyexam.errors import ConfigError
from cpsyexam.terminal import say
from pipeline.paths import Paths
from pipeline.terminal import SafeConsole, echo

if TYPE_CHECKING:
    import polars as pl

    from evaluation.releases import Release

_SHOWN = (
    "table2", "table3", "table4", "models", "shots", "judges", "agreement", "published-scoring",
    "chapter-spread", "people", "paraphrased", "comparisons", "splits",
)  # fmt: skip


@dataclass(frozen=True)
class Wanted:
    """What `cpsyexam results` shows besides the answers' own tables; see its options."""

    every: bool = False
    with_published: bool = False
    scoring: str = "ours"
    people: Path | None = None
    compared: Path | None = None
    chapters: str = ""  # a CSV, or "auto"
    base: str = ""
    hub: str = ""  # repository of the release


def publish(paths: Paths, folder: Path, keys: Path | None, wanted: Wanted | None = None) -> None:
    """Score all answers below evaluations/ on a release; print the tables, write page and files."""
    from evaluation import hub_results, published
    from evaluation.formats import show
    from evaluation.releases import open_release
    from evaluation.results import Further, results, write
    from evaluation.runs import stored

    wanted = wanted or Wanted()
    runs = paths.root / "evaluations"
    opened = open_release(folder)
    answers = stored(runs, texts=wanted.scoring == "published")
    splits = answers["split"].unique().sort().to_list()
    more = Further(
        wanted.people,
        wanted.compared,
        _chapters(opened, splits, keys, wanted.chapters) if wanted.chapters else None,
        wanted.scoring == "published",
        wanted.base,
    )
    with taxonomy.using(taxonomy.of_release(folder)):
        found = results(answers, opened, keys, more)
    extra = []
    if wanted.with_published:
        found = published.beside(found)
        extra = published.tables()
    told = SafeConsole().is_terminal or "COLUMNS" in os.environ
    console = SafeConsole(markup=False, width=None if told else 200)
    show([t for t in found.tables if wanted.every or t.name in _SHOWN] + extra, console)
    for alarm in found.alarms:
        echo(f"warning: {alarm}", err=True)
    written = write(found, runs, extra)
    if wanted.hub:
        for path in hub_results.write(found.scores, wanted.hub, opened.label, runs):
            echo(say("for the model's repository, as .eval_results/: {}", path))
    echo(say("{} tables as page, CSV and LaTeX: {}", len(found.tables), written[0]))


def _chapters(
    release: "Release", splits: list[str], keys: Path | None, source: str
) -> "pl.DataFrame":
    """Id and chapter (`subject/name`): of a CSV, or as `cpsyexam coverage` assigns them."""
    import polars as pl

    if source != "auto":
        try:
            return pl.read_csv(source).select("id", "chapter")
        except (OSError, pl.exceptions.PolarsError) as error:
            first = str(error).splitlines()[0]
            raise ConfigError(
                f"no chapters: {first}", where=source, remedy="columns: id, chapter"
            ) from error
    from concepts.assignment import assign, index_of, settle
    from concepts.reading import read_catalogue
    from evaluation.releases import questions
    from pipeline.commands.coverage import catalogue_of, written_for

    whole = read_catalogue(catalogue_of(release.folder))
    asked = pl.concat([questions(release, split, keys) for split in splits])
    rows = asked.select(
        "material", "options", pl.col("explanation").fill_null(""), raw_id="id", stem="question",
        answer=pl.col("key").fill_null([]),
    )  # fmt: skip
    found = settle(assign(rows, index_of(whole)), written_for(release.folder), whole)
    return found.select("chapter", id="raw_id")
