"""Results of all runs on a release: printed, and written below evaluations/."""

from pathlib import Path

from cpsyexam import taxonomy
from pipeline.paths import Paths
from pipeline.terminal import SafeConsole, echo

_SHOWN = (
    "table2",
    "table3",
    "table4",
    "models",
    "shots",
    "judges",
    "agreement",
    "published-scoring",
)


def publish(
    paths: Paths,
    folder: Path,
    keys: Path | None,
    *,
    every: bool = False,
    published: bool = False,
    people: Path | None = None,
    scoring: str = "ours",
) -> None:
    """Score all answers below evaluations/ on a release; print the tables, write page and files."""
    from evaluation.formats import show
    from evaluation.published import tables as printed
    from evaluation.releases import open_release
    from evaluation.results import results, write
    from evaluation.runs import stored

    runs = paths.root / "evaluations"
    with taxonomy.using(taxonomy.of_release(folder)):
        found = results(stored(runs), open_release(folder), keys, people,
                        published=scoring == "published")  # fmt: skip
    extra = printed() if published else []
    console = SafeConsole(markup=False, width=None if SafeConsole().is_terminal else 200)
    show([t for t in found.tables if every or t.name in _SHOWN] + extra, console)
    for alarm in found.alarms:
        echo(f"warning: {alarm}", err=True)
    written = write(found, runs, extra)
    echo(f"{len(found.tables)} tables as page, CSV and LaTeX: {written[0]}")
