"""Build a release: run every stage, then write, seal and check the release folder."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from cpsyexam.executor import Executor, Processes, available_cores
from cpsyexam.runner import run
from cpsyexam.stage import Report, Stage, build_lock, read_receipt
from pipeline.estimate import estimate
from pipeline.paths import Paths
from pipeline.progress import Display, display
from pipeline.recipe import Recipe, read_recipe
from pipeline.stages import Run, stages


@dataclass(frozen=True)
class Built:
    """What a build did: a report per stage, the folder of the release, what changed suddenly."""

    recipe: Recipe
    reports: tuple[Report, ...]
    release: Path
    jumps: tuple[str, ...]  # rules that reject far more or less of a source than before


def build(
    recipe_file: Path,
    paths: Paths,
    console: Console,
    *,
    force: bool = False,
    executor: Executor | None = None,
) -> Built:
    """Build the release of a recipe. Unchanged stages are skipped.

    `executor` runs what is per item; None means a process a core. It changes no result.

    Raises CpsyexamError children; what was finished before stays.
    """
    recipe = read_recipe(recipe_file)
    with recipe.in_force(), build_lock(paths.build), display(console) as shown:
        shown.say(estimate(recipe, paths.build))
        context = Run(
            recipe, recipe_file, paths, shown.tell, executor or Processes(available_cores())
        )
        before = read_receipt(paths.build, "cleaned")
        reports = [_step(step, paths.build, shown, force=force) for step in stages(context)]
        found = _jumps(before, read_receipt(paths.build, "cleaned"))
    return Built(recipe, tuple(reports), paths.release(recipe.label_name), found)


def _jumps(before: dict[str, Any] | None, now: dict[str, Any] | None) -> tuple[str, ...]:
    if not before or not now or before["key"] == now["key"]:
        return ()
    from cleaning.rate_changes import jumps

    return tuple(jump.line() for jump in jumps(now["metrics"], before["metrics"]))


def _step(step: Stage, folder: Path, shown: Display, *, force: bool) -> Report:
    shown.begin(step.name)
    report = run(step, folder, force=force)
    shown.end(report)
    return report
