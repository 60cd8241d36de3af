"""The stages of a build: the chain's entries, bound to a recipe's settings and secrets."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import dataframely as dy

from cpsyexam import chain
from cpsyexam.chain import SourceKind, StageEntry, resolve
from cpsyexam.config import Settings
from cpsyexam.executor import Executor
from cpsyexam.records import Capture, Line, RawQuestion, Rejected, Source
from cpsyexam.stage import Frames, Stage, StageResult
from pipeline.supplies import SUPPLIES, Run, Supply, field_digest, package_of

_EMPTY: Mapping[str, type[dy.Schema]] = {"captures": Capture, "sources": Source, "lines": Line}


def stages(run: Run) -> list[Stage]:
    """All stages of a recipe, the release last; their functions are loaded when they run."""
    kinds = [_kind(kind, run) for kind in chain.CHAIN.kinds]
    entries = (*chain.CHAIN.stages, chain.CHAIN.release)
    return [*kinds, *(_stage(entry, run) for entry in entries)]


def stage_named(name: str, run: Run) -> Stage:
    """One stage after the sources, bound to a recipe."""
    return next(_stage(entry, run) for entry in chain.CHAIN.stages if entry.name == name)


def _kind(kind: SourceKind, run: Run) -> Stage:
    run, settings = run.staffed(kind.name), run.recipe.table(kind.name)
    sources = getattr(settings, "sources", True) or not _EMPTY.keys() >= set(kind.tables)
    supplies = _supplies(kind, run, settings) if sources else {}
    return Stage(
        name=kind.name,
        run=_late(kind.function, supplies, run.executor)
        if sources
        else partial(_nothing, kind.tables),
        settings=settings,
        schema=resolve("RawQuestion", "cpsyexam.records"),
        code=(package_of(kind), *kind.uses),
        files=settings.outside_files(),
        parent="capture",
        one_to_one=False,
        tables=("captures", "sources", *kind.tables),
        extra_inputs=(*field_digest(), *(s.digest for s in supplies.values() if s.digest)),
    )


def _stage(entry: StageEntry, run: Run) -> Stage:
    empty: type[Settings] = resolve(entry.settings)
    run = run.staffed(entry.name)
    settings = run.recipe.table(entry.table) if entry.table else empty()
    supplies = _supplies(entry, run, settings)
    before = chain.CHAIN.before(entry.name)
    return Stage(
        name=entry.name,
        run=_late(entry.function, supplies, run.executor),
        settings=settings,
        schema=resolve(entry.schema, "cpsyexam.records"),
        code=(package_of(entry), *entry.uses),
        reads=chain.CHAIN.reads(entry.name),
        counted=(before,) if before else chain.CHAIN.kind_names,
        files=settings.outside_files(),
        rejects=entry.rejects,
        holds=entry.holds,
        receipts=chain.CHAIN.names if entry.receipts else (),
        tables=entry.tables,
        extra_inputs=(*field_digest(), *(s.digest for s in supplies.values() if s.digest)),
    )


def _nothing(more: tuple[str, ...], frames: Frames, settings: Any) -> StageResult:
    """What a kind without a source gives; its package, which may load for long, stays unloaded."""
    del frames, settings
    tables = {name: _EMPTY[name].create_empty() for name in ("captures", "sources", *more)}
    return StageResult(RawQuestion.create_empty(), Rejected.create_empty(), tables)


def _supplies(entry: SourceKind | StageEntry, run: Run, settings: Settings) -> Mapping[str, Supply]:
    return {name: SUPPLIES[name](run, package_of(entry), settings) for name in entry.needs}


def _late(
    function: str, supplies: Mapping[str, Supply], executor: Executor
) -> Callable[[Frames, Any], StageResult]:
    """A stage's function, loaded when it is called: most builds skip most stages.

    Workers stay for as long as the stage runs.
    """
    given = {name: supply.value for name, supply in supplies.items()}

    def run(frames: Frames, settings: Settings) -> StageResult:
        with executor:
            found: StageResult = resolve(function)(frames, settings, **given)
        return found

    return run
