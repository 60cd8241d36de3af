"""`cpsyexam judge MODEL`: have a model grade the open answers of all runs."""

from functools import partial
from pathlib import Path

import click

from pipeline.paths import Paths, out_option, release_option
from pipeline.terminal import SafeConsole


@click.command(
    epilog="Example: cpsyexam judge qwen3-32b --base-url http://localhost:8000/v1",
    short_help="Have a model grade the open answers.",
)
@click.argument("model")
@release_option
@click.option("--keys", type=click.Path(path_type=Path), help="Reserve folder, for withheld keys.")
@click.option("--rubric", type=click.Path(path_type=Path), help="TOML in place of the built-in.")
@click.option("--base-url", default=None, help="Of an endpoint (default: OPENAI_BASE_URL).")
@click.option("--connections", default=8, show_default=True, help="Calls at a time.")
@click.option("--timeout", default=120.0, show_default=True, help="Seconds a call may take.")
@click.option("--max-tokens", default=512, show_default=True, help="Longest reply, in tokens.")
@click.option("--temperature", default=0.7, show_default=True, help="Of sampling; three draws.")
@click.option("--prices", type=click.Path(path_type=Path), help="JSON: dollars a million tokens.")
@out_option
def command(
    model: str,
    release: Path | None,
    keys: Path | None,
    rubric: Path | None,
    root: Path,
    **given: str | float | Path | None,
) -> None:
    """Have MODEL mark every open answer below evaluations/, three times, of 100 marks.

    The models that answered are not asked again. Replies are kept beside those of the run: run
    again to go on after a stop. The reference as answer and that of another question are marked as
    well (baselines of `cpsyexam evaluate`): a judge that does not tell them apart is no judge.
    """
    from rich.progress import Progress

    from evaluation import judging, releases, runs
    from evaluation.evaluate import judge_run
    from manifests.locate import newest
    from pipeline.commands.evaluate import engine_of
    from pipeline.results import publish

    paths = Paths(root)
    opened = releases.open_release(release or newest(paths.root / "releases"))
    held = keys or paths.reserve(opened.label)
    known = held if held.is_dir() else None
    engine = engine_of(model, given)
    grader = judging.Grader(model, engine.sampling, judging.rubric(rubric))
    stored = runs.stored(paths.root / "evaluations")
    engine.check()
    with Progress(console=SafeConsole(stderr=True), transient=True) as progress:
        for run, split in stored.select("run", "split").unique(maintain_order=True).iter_rows():
            folder = paths.root / "evaluations" / run
            task = progress.add_task(run)
            asked = releases.questions(opened, split, known)
            judge_run(folder, asked, engine, grader, partial(progress.advance, task))
    publish(paths, opened.folder, known)
