"""Build a release: run every stage, then write, seal and check the release folder."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from cpsyexam.executor import Executor, Processes, available_cores
from cpsyexam.runner import run
from cpsyexam.stage import Report, Stage, build_lock, read_receipt
from pipeline.paths import Paths
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
    with build_lock(paths.build), _bar(console) as bar:
        shown = _Shown(bar)
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


def _step(step: Stage, folder: Path, shown: "_Shown", *, force: bool) -> Report:
    shown.begin(step.name)
    report = run(step, folder, force=force)
    shown.end(report)
    return report


def _bar(console: Console) -> Progress:
    return Progress(
        SpinnerColumn(finished_text="✓"),
        TextColumn("{task.description:<9}"),
        BarColumn(bar_width=16),
        MofNCompleteColumn(),
        TextColumn("{task.fields[what]}", markup=False),
        TimeElapsedColumn(),
        console=console,
        transient=not console.is_terminal,
    )


class _Shown:
    """The progress display: a line per stage."""

    def __init__(self, bar: Progress) -> None:
        self.bar = bar
        self.task: TaskID | None = None

    def begin(self, name: str) -> None:
        self.task = self.bar.add_task(name, total=None, what="")

    def tell(self, done: int, total: int, what: str) -> None:
        if self.task is not None:
            self.bar.update(self.task, completed=done, total=total or None, what=what[-28:])

    def end(self, report: Report) -> None:
        if self.task is None:
            return
        outputs = report.receipt["outputs"]
        kept, rejected = outputs["kept"]["rows"], outputs["rejected"]["rows"]
        what = "unchanged" if report.skipped else f"{rejected} rejected"
        self.bar.update(self.task, completed=kept, total=kept, what=what)
