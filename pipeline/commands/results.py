"""`cpsyexam results`: the papers' tables from all answers."""

from pathlib import Path

import click

from pipeline.paths import InputPath, Paths, out_option, release_option


@click.command(
    epilog="Example: cpsyexam results --with-published",
    short_help="Show the tables of all evaluations of a release.",
)
@release_option
@click.option("--keys", type=InputPath(), help="Reserve folder, for withheld keys.")
@click.option("--all", "every", is_flag=True, help="Print the tables by exam and subject, too.")
@click.option("--with-published", is_flag=True, help="Add the figures that the papers print.")
@click.option("--base", default="", help="Model to compare others with (default: the best).")
@click.option("--hub", default="", metavar="REPO", help="Write results for the Hub, too.")
@click.option("--people", type=InputPath(), help="CSV of people's marks.")
@click.option("--compared", type=InputPath(), help="CSV of people's comparisons.")
@click.option(
    "--chapters",
    is_flag=False,
    flag_value="auto",
    default="",
    metavar="[FILE]",
    help="Spread over chapters, by text or a CSV (id, chapter).",
)
@click.option(
    "--scoring",
    type=click.Choice(["ours", "published"]),
    default="ours",
    help="published: also as the reference code scores.",
)
@out_option
def command(
    release: Path | None, keys: Path | None, root: Path, **given: bool | str | Path | None
) -> None:
    """Score all answers below evaluations/ with the release's keys of today.

    Prints the tables and writes results.html, CSV and LaTeX beside the answers. After an erratum
    run it again: no model is asked. --people compares the judge with people: columns model, id, and
    score (0 to 100) or agreement, language, reasonableness. --compared counts what people preferred
    of a generated and a printed question: columns subject, verdict (win, tie, loss).
    """
    from manifests.locate import newest
    from pipeline.results import Wanted, publish

    paths = Paths(root)
    folder = release or newest(paths.root / "releases")
    held = keys or paths.reserve(folder.name)
    publish(paths, folder, held if held.is_dir() else None, Wanted(**given))  # type: ignore[arg-type]
