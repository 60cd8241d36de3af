"""`cpsyexam contamination MODEL`: does a model remember the questions of a release?"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cpsyexam.terminal import say
from pipeline.endpoint import endpoint_options, engine_of
from pipeline.paths import InputPath, Paths, out_option, release_option, reserve_option
from pipeline.terminal import SafeConsole, echo

if TYPE_CHECKING:
    from psychometrics.contamination import Report


@click.command(
    epilog="Example: cpsyexam contamination qwen3-8b --base-url http://localhost:8000/v1",
    short_help="Probe a model for memory of a release.",
)
@click.argument("model")
@release_option
@click.option("--split", default="test", show_default=True, help="Public split to ask.")
@click.option("--keys", type=InputPath(), help="Reserve folder (default: its own).")
@click.option("--cutoff", default="", help="Date of the model's training data, e.g. 2024-10-01.")
@click.option(
    "--limit",
    default=0,
    type=click.IntRange(0, 10**9),
    help="Ask so many, drawn by hash; 0 for all.",
)
@click.option(
    "--logprobs", type=InputPath(dir_okay=False), metavar="FILE",
    help='Min-k% from JSON lines {"id", "logprobs"} of your own server; asks nothing.',
)  # fmt: skip
@reserve_option
@endpoint_options
@out_option
def command(  # noqa: PLR0913, PLR0917  the options of a verb
    model: str,
    release: Path | None,
    split: str,
    keys: Path | None,
    cutoff: str,
    limit: int,
    logprobs: Path | None,
    root: Path,
    *,
    reserve: bool,
    **given: Any,
) -> None:
    """Ask MODEL in the printed order and with parts hidden; print a row a probe.

    With --reserve reserved questions are sent to the model, too: ask one that runs at home, or one
    whose provider does not train on calls. The report holds no text. "not shown" is not "clean":
    see the power.
    """
    from cpsyexam.files import digest
    from evaluation.releases import open_release
    from manifests.locate import newest
    from pipeline import contamination
    from psychometrics.contamination import likelihood

    _dated(cutoff)
    paths = Paths(root)
    opened = open_release(release or newest(paths.root / "releases"))
    held = keys or paths.reserve(opened.label)
    place = held if held.is_dir() else None
    found = contamination.material(
        paths, opened, split, place, limit, reserve=reserve or logprobs is not None
    )
    folder = paths.root / "contamination" / digest(f"{model} {opened.manifest}")[:12]
    if logprobs:
        report = likelihood(found, contamination.log_probabilities(logprobs))
        _told(report, model, folder / "logprobs")
        return
    engine = engine_of(model, {**given, "temperature": 0.0, "max_tokens": 512})
    engine.check()
    _told(contamination.run(engine, found, folder, cutoff), model, folder)


def _told(report: "Report", model: str, folder: Path) -> None:
    """Print a report and write it into a folder."""
    from pipeline import contamination

    contamination.show(report, model, SafeConsole(width=None if SafeConsole().is_terminal else 200))
    contamination.save(report, folder)
    echo(say("{} questions given back verbatim; written to {}", report.recited.height, folder))


def _dated(text: str) -> None:
    from datetime import date

    try:
        date.fromisoformat(text or "2000-01-01")
    except ValueError as error:
        wrong = f"{text!r} is no date like 2024-10-01"
        raise click.BadParameter(wrong, param_hint="--cutoff") from error
