"""`cpsyexam judge MODEL`: have a model grade the open answers of all runs."""

from functools import partial
from pathlib import Path
from typing import Any

import click

from pipeline.endpoint import endpoint_options, engine_of, sampling_options
from pipeline.paths import InputPath, Paths, out_option, release_option
from pipeline.terminal import SafeConsole


@click.command(
    epilog="Example: cpsyexam judge qwen3-32b --base-url http://localhost:8000/v1",
    short_help="Have a model grade the open answers.",
)
@click.argument("model")
@release_option
@click.option("--keys", type=InputPath(), help="Reserve folder, for withheld keys.")
@click.option("--rubric", type=InputPath(), help="TOML in place of the built-in.")
@endpoint_options
@sampling_options(max_tokens=512, temperature=0.7)  # three draws differ
@out_option
def command(
    model: str,
    release: Path | None,
    keys: Path | None,
    rubric: Path | None,
    root: Path,
    **given: Any,
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
    from pipeline.results import publish

    paths = Paths(root)
    opened = releases.open_release(release or newest(paths.root / "releases"))
    held = keys or paths.reserve(opened.label)
    known = held if held.is_dir() else None
    engine = engine_of(model, given)
    grader = judging.Grader(model, engine.sampling, judging.rubric(rubric, opened.field))
    stored = runs.stored(paths.root / "evaluations")
    engine.check()
    with Progress(console=SafeConsole(stderr=True), transient=True) as progress:
        for run, split in stored.select("run", "split").unique(maintain_order=True).iter_rows():
            folder = paths.root / "evaluations" / run
            task = progress.add_task(run)
            asked = releases.questions(opened, split, known)
            judge_run(folder, asked, engine, grader, partial(progress.advance, task))
    publish(paths, opened.folder, known)
