"""Build a release: run every stage, then write, seal and check the release folder."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import polars as pl
from rich.console import Console

from cpsyexam import chain
from cpsyexam.config import parse
from cpsyexam.errors import ConfigError, StageError
from cpsyexam.executor import Executor
from cpsyexam.runner import run
from cpsyexam.stage import Report, Stage, build_lock, read_receipt, scan
from pipeline import apart
from pipeline.estimate import estimate
from pipeline.executors import ExecutorSettings, opened
from pipeline.guard import Guard
from pipeline.memory import Plan, plan, size
from pipeline.paths import Paths, own_cache
from pipeline.progress import Display, display
from pipeline.recipe import Recipe, read_recipe
from pipeline.stages import stages
from pipeline.supplies import Run
from pipeline.versions import foretold


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
    replace: bool = False,
    executor: Executor | Mapping[str, object] = MappingProxyType({}),
) -> Built:
    """Build the release of a recipe. Unchanged stages are skipped.

    `replace` lets a release of the same version with other records be replaced.
    `executor` runs what is per item, or says what is other than in the recipe's [executor]. It
    changes no result.

    Raises CpsyexamError children; what was finished before stays.
    """
    recipe = read_recipe(recipe_file)
    settings = _settings(executor, recipe)
    with recipe.in_force():
        told = foretold(recipe, paths)
    with (
        recipe.in_force(),
        build_lock(paths.build),
        _bounded(settings, recipe, own=not isinstance(executor, Mapping)) as (bounded, guard),
        _executor(executor, settings, paths) as chosen,
        display(console) as shown,
    ):
        own_cache(paths.build)
        apart.take(paths.build, recipe.name)
        shown.say(estimate(recipe, paths.build))
        if told:
            shown.say(told)
        if bounded.bound:
            shown.say(bounded.said())
        context = Run(
            recipe, recipe_file, paths, shown.tell, chosen, settings.store, replace, bounded.chosen
        )
        before = read_receipt(paths.build, "cleaned")
        reports = []
        for step in stages(context):
            if step.name == chain.CHAIN.release.name:
                _some_left(paths.build)
            guard.stage = step.name
            reports.append(_step(step, paths.build, shown, force=force))
            guard.look()
            if bounded.bound and step.name == chain.CHAIN.stage_names[0]:
                bounded.read(paths.build)
        found = _jumps(before, read_receipt(paths.build, "cleaned"))
    return Built(recipe, tuple(reports), paths.release(recipe.label_name), found)


def _settings(said: Executor | Mapping[str, object], recipe: Recipe) -> ExecutorSettings:
    """What the recipe says of the executor, and what the caller says otherwise."""
    other = said if isinstance(said, Mapping) else {}
    return parse({**recipe.executor.model_dump(), **other}, ExecutorSettings, where="[executor]")


def _executor(
    said: Executor | Mapping[str, object], settings: ExecutorSettings, paths: Paths
) -> AbstractContextManager[Executor]:
    return opened(settings, paths.build) if isinstance(said, Mapping) else nullcontext(said)


@contextmanager
def _bounded(
    settings: ExecutorSettings, recipe: Recipe, *, own: bool
) -> Iterator[tuple[Plan, Guard]]:
    """What the build takes, and what ends it where that is more than it may.

    Raises ConfigError in both cases.
    """
    bound, fixed = settings.memory, own or settings.workers > 0
    if not bound:
        yield Plan(recipe.label_name, {}), Guard(0)
        return
    bounded = plan(recipe, bound=bound, workers=settings.here, fixed=fixed).fitted()
    guard = Guard(bound)
    try:
        with guard.watching():
            yield bounded, guard
    except KeyboardInterrupt:
        if not guard.over:
            raise
        raise ConfigError(
            f"stage {guard.stage} took {size(guard.over)} of memory, more than {size(bound)}; "
            "finished stages are kept",
            where=recipe.label_name,
            remedy="allow more, or build parts of the sources as recipes of their own",
        ) from None


def _some_left(build: Path) -> None:
    """Raises StageError where no question is left to release, with what rejected them."""
    if scan(build, chain.CHAIN.last).select("raw_id").head(1).collect().height:
        return
    rules: Counter[tuple[str, str]] = Counter()
    printed = scan(build, chain.CHAIN.stage_names[0]).select(pl.len()).collect().item()
    for name in chain.CHAIN.rejecting if printed else chain.CHAIN.kind_names:
        receipt = read_receipt(build, name) or {}
        rules.update({(name, rule): n for rule, n in receipt.get("rules", {}).items()})
    held = scan(build, f"{chain.CHAIN.gate}/{chain.HELD}").select(pl.len()).collect().item()
    if held > max(rules.values(), default=0):
        raise StageError(
            f"no question is left to release: {held} of {printed} are held for a look",
            where=str(build),
            remedy="cpsyexam review, or [gate] release in the recipe (docs/decisions.md)",
        )
    (stage, rule), number = rules.most_common(1)[0] if rules else (("", ""), 0)
    why = f"{number} {'of ' + str(printed) + ' ' if printed else ''}rejected by {rule}"
    raise StageError(
        f"no question is left to release: {why}" if rule else "the sources hold no question",
        where=str(build),
        remedy=f"see cpsyexam show {stage}/rejected" if rule else "see cpsyexam stages",
    )


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
