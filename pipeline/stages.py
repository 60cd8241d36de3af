"""The stages of a build: the chain's entries, bound to a recipe's settings and secrets."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from cpsyexam import chain
from cpsyexam.chain import SourceKind, StageEntry, resolve
from cpsyexam.config import Settings
from cpsyexam.files import digest
from cpsyexam.stage import Frames, Stage, StageResult
from pipeline.paths import Paths
from pipeline.previous import previous_splits
from pipeline.recipe import Recipe, read_key

Progress = Callable[[int, int, str], None]  # done, total (0 unknown), what


@dataclass(frozen=True)
class Run:
    """What a build was called with. `progress` is told by the stages that take long.

    `workers` processes read the pages of books; 0 leaves it to the recipe.
    """

    recipe: Recipe
    paths: Paths
    progress: Progress
    workers: int = 0


@dataclass(frozen=True)
class Supply:
    """A keyword argument for a stage, and the digest of what of it changes the result."""

    value: object
    digest: str = ""


def _cache(run: Run, package: str, settings: Settings) -> Supply:
    del settings
    return Supply(run.paths.build / "cache" / package)


def _workers(run: Run, package: str, settings: Settings) -> Supply:
    del package, settings
    return Supply(run.workers)


def _progress(run: Run, package: str, settings: Settings) -> Supply:
    del package, settings
    return Supply(run.progress)


def _key(run: Run, package: str, settings: Settings) -> Supply:
    """The secret that draws are made with."""
    del package, settings
    key = read_key(run.recipe.keys.split)
    return Supply(key, digest(key))


def _previous(run: Run, package: str, settings: Settings) -> Supply:
    """Splits of the earlier release that the settings name."""
    del package
    earlier = previous_splits(str(getattr(settings, "previous", "")), run.paths)
    return Supply(earlier, "" if earlier is None else digest(earlier.write_csv()))


# by the names in `needs` of an entry
SUPPLIES: Mapping[str, Callable[[Run, str, Settings], Supply]] = {
    "cache": _cache,
    "workers": _workers,
    "progress": _progress,
    "key": _key,
    "previous": _previous,
}


def stages(recipe: Recipe, paths: Paths, progress: Progress, *, workers: int = 0) -> list[Stage]:
    """All stages of a recipe, in order; their functions are loaded when they run."""
    run = Run(recipe, paths, progress, workers)
    kinds = [_kind(kind, run) for kind in chain.CHAIN.kinds]
    return [*kinds, *(_stage(entry, run) for entry in chain.CHAIN.stages)]


def _kind(kind: SourceKind, run: Run) -> Stage:
    settings = run.recipe.table(kind.name)
    supplies = _supplies(kind, run, settings)
    return Stage(
        name=kind.name,
        run=_late(kind.function, supplies),
        settings=settings,
        schema=resolve("RawQuestion", "cpsyexam.records"),
        code=(_package(kind), *kind.uses),
        files=settings.outside_files(),
        parent="capture",
        one_to_one=False,
        tables=("captures", "sources", *kind.tables),
        extra_inputs=tuple(s.digest for s in supplies.values() if s.digest),
    )


def _stage(entry: StageEntry, run: Run) -> Stage:
    empty: type[Settings] = resolve(entry.settings)
    settings = run.recipe.table(entry.table) if entry.table else empty()
    supplies = _supplies(entry, run, settings)
    before = chain.CHAIN.before(entry.name)
    return Stage(
        name=entry.name,
        run=_late(entry.function, supplies),
        settings=settings,
        schema=resolve(entry.schema, "cpsyexam.records"),
        code=(_package(entry),),
        reads=chain.CHAIN.reads(entry.name),
        counted=(before,) if before else chain.CHAIN.kind_names,
        files=settings.outside_files(),
        rejects=entry.rejects,
        tables=entry.tables,
        extra_inputs=tuple(s.digest for s in supplies.values() if s.digest),
    )


def _package(entry: SourceKind | StageEntry) -> str:
    return entry.function.partition(":")[0].partition(".")[0]


def _supplies(entry: SourceKind | StageEntry, run: Run, settings: Settings) -> Mapping[str, Supply]:
    return {name: SUPPLIES[name](run, _package(entry), settings) for name in entry.needs}


def _late(function: str, supplies: Mapping[str, Supply]) -> Callable[[Frames, Any], StageResult]:
    """A stage's function, loaded when it is called: most builds skip most stages."""
    given = {name: supply.value for name, supply in supplies.items()}

    def run(frames: Frames, settings: Settings) -> StageResult:
        found: StageResult = resolve(function)(frames, settings, **given)
        return found

    return run
