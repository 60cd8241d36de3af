"""The stages of a build: the chain's entries, bound to a recipe's settings and secrets."""

import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import dataframely as dy

from cpsyexam import chain, taxonomy
from cpsyexam.chain import SourceKind, StageEntry, resolve
from cpsyexam.config import Settings
from cpsyexam.executor import INLINE, Executor, Processes, Progress
from cpsyexam.files import canonical, digest, digest_file
from cpsyexam.lineage import KeptBack, Lineages
from cpsyexam.memo import Memo
from cpsyexam.records import Capture, Line, RawQuestion, Rejected, Source
from cpsyexam.release import ReleaseSettings, ReleaseSpec
from cpsyexam.runner import code_digest
from cpsyexam.stage import Frames, Stage, StageResult
from cpsyexam.store import Remote
from cpsyexam.taxonomy import SPLITS
from pipeline.keys import key_digest, read_keys, with_signing_key
from pipeline.paths import Paths
from pipeline.previous import earlier_lineages
from pipeline.recipe import Recipe
from pipeline.release import facts

if TYPE_CHECKING:
    from labeling.classify import TextModels


@dataclass(frozen=True)
class Run:
    """What a build was called with. `progress` is told by the stages that take long.

    `executor` runs what is per item or row; it changes no result, so no stage's key has it.
    """

    recipe: Recipe
    recipe_file: Path
    paths: Paths
    progress: Progress = lambda *_: None
    executor: Executor = INLINE
    store: str = ""  # URL below which readings of pages are kept; "": below the build folder
    replace: bool = False  # whether a release of this version with other records may be replaced
    workers: Mapping[str, int] = field(default_factory=dict)  # stages that have fewer processes

    def staffed(self, stage: str) -> "Run":
        """The run as a stage sees it, with no more processes than it may have."""
        if stage not in self.workers or not isinstance(self.executor, Processes):
            return self
        return replace(self, executor=Processes(self.workers[stage]))


@dataclass(frozen=True)
class Supply:
    """A keyword argument for a stage, and the digest of what of it changes the result."""

    value: object
    digest: str = ""


def _cache(run: Run, package: str, settings: Settings) -> Supply:
    del settings
    kept = Remote(run.store) / package if run.store else run.paths.build / "cache" / package
    return Supply(kept)


def _memo(run: Run, package: str, settings: Settings) -> Supply:
    """What is kept by content, in this state of code and taxonomy; settings the stage adds."""
    del settings
    entries: tuple[SourceKind | StageEntry, ...] = (*chain.CHAIN.kinds, *chain.CHAIN.stages)
    uses = {name for entry in entries if _package(entry) == package for name in entry.uses}
    state = [code_digest((package, *sorted(uses))), *_field()]
    folder = run.paths.build / "cache" / package
    alone = isinstance(run.executor, Processes) and run.executor.workers == 1
    # one worker would do what this process can do, with its memory besides
    executor = INLINE if alone else run.executor
    return Supply(Memo(folder, digest(canonical(state)), executor=executor))


def _normals(run: Run, package: str, settings: Settings) -> Supply:
    del package, settings
    return Supply(_kept_normals(run.paths))


def _kept_normals(paths: Paths) -> Memo:
    """Where normal forms of questions are kept; the kernel's code alone decides them."""
    return Memo(paths.build / "cache" / "cpsyexam", code_digest(()))


def _proofs(paths: Paths) -> Path:
    """Where the builder's audit keeps what it found, by the state of what it checks with."""
    state = [code_digest(chain.CHAIN.release.uses), *_field()]
    return paths.build / "cache" / "manifests" / "proofs" / f"{digest(canonical(state))[:32]}.txt"


def _key(run: Run, package: str, settings: Settings) -> Supply:
    """The secret that draws are made with."""
    del package, settings
    key, _ = read_keys(run.recipe.keys.split, run.recipe.keys.salt)
    return Supply(key, digest(key))


def _models(run: Run, package: str, settings: Settings) -> Supply:
    """How to learn label models; the stage's files and settings decide what comes of it."""
    del run, package
    path = getattr(settings, "learn_from", None)

    def learned() -> "TextModels | None":
        from pipeline.bank_frames import learn_models

        return learn_models(path) if path else None

    return Supply(learned)


def _previous(run: Run, package: str, settings: Settings) -> Supply:
    """What the earlier version had: the one that the settings name, else the newest lower."""
    del package
    asked, recipe = str(getattr(settings, "previous", "")), run.recipe
    earlier = earlier_lineages(asked, recipe.name, recipe.version, run.paths)
    return Supply(earlier, earlier.digest if earlier else "")


def _kept_back(run: Run, package: str, settings: Settings) -> Supply:
    """What that version kept from its readers: the reserve, and test where answers are withheld."""
    del package, settings
    earlier = _previous(run, "", run.recipe.table("split")).value
    if not isinstance(earlier, Lineages):
        return Supply(None)
    release = run.recipe.table("release")
    assert isinstance(release, ReleaseSettings)
    test = ("test",) if release.test_answers == "withheld" else ()
    kept = KeptBack(earlier, (*test, SPLITS[-1]))
    return Supply(kept, digest(canonical([earlier.digest, kept.splits])))


def _spec(run: Run, package: str, settings: Settings) -> Supply:
    """What the release is made of besides tables; the time counts only where it was chosen."""
    del package
    from gating.reasons import REASONS
    from pipeline import reference
    from publishing.changes import find_previous
    from publishing.revealed import others
    from reviewing.station.words import doubts

    recipe = run.recipe
    assert isinstance(settings, ReleaseSettings)
    settings = with_signing_key(settings, run.paths)
    split_key, salt_key = read_keys(recipe.keys.split, recipe.keys.salt)
    spec = ReleaseSpec(
        name=recipe.name,
        version=recipe.version,
        settings=settings,
        facts=facts(run.recipe_file, settings.created),
        split_key=split_key,
        salt_key=salt_key,
        build=run.paths.build,
        folder=run.paths.release(recipe.label_name),
        reserve=run.paths.reserve(recipe.label_name),
        replace=run.replace,
        doubt_words=doubts() | {reason.name: (reason.doc, reason.chinese) for reason in REASONS},
        rule_words={rule: words for _, rule, words in reference.rules()},
        normals=_kept_normals(run.paths),
        proofs=_proofs(run.paths),
    )
    before = find_previous(spec)
    decisive = [
        spec.label,
        *(digest(key) for key in (spec.split_key, spec.salt_key)),
        os.environ.get("SOURCE_DATE_EPOCH", ""),
        key_digest(settings),
        digest_file(before / "RELEASE.json") if before else "",
        *(digest_file(folder / "RELEASE.json") for folder in others(spec)),
        *(value for name, value in asdict(spec.facts).items() if name != "created"),
    ]
    return Supply(spec, digest(canonical(decisive)))


def _readings(run: Run, package: str, settings: Settings) -> Supply:
    """What a second reader found of doubtful questions."""
    del package, settings
    from gating.second.readings import load

    file = run.recipe.reader.readings
    return Supply(load(file), digest_file(file) if file.is_file() else "")


def _layer(run: Run, package: str, settings: Settings) -> Supply:
    """What reads the text layer of a PDF; its code is among what the stage depends on."""
    del run, package, settings
    from ocr.reading import layer_apart

    # one worker for all files; it ends with us
    return Supply(layer_apart(ExitStack().enter_context(Processes(1))))


_EMPTY: Mapping[str, type[dy.Schema]] = {"captures": Capture, "sources": Source, "lines": Line}
# by the names in `needs` of an entry
SUPPLIES: Mapping[str, Callable[[Run, str, Settings], Supply]] = {
    "cache": _cache,
    "memo": _memo,
    "normals": _normals,
    "executor": lambda run, *_: Supply(run.executor),
    "progress": lambda run, *_: Supply(run.progress),
    "key": _key,
    "models": _models,
    "previous": _previous,
    "kept_back": _kept_back,
    "spec": _spec,
    "layer": _layer,
    "readings": _readings,
}


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
    supplies = _supplies(kind, run, settings)
    sources = getattr(settings, "sources", True) or not _EMPTY.keys() >= set(kind.tables)
    return Stage(
        name=kind.name,
        run=_late(kind.function, supplies, run.executor)
        if sources
        else partial(_nothing, kind.tables),
        settings=settings,
        schema=resolve("RawQuestion", "cpsyexam.records"),
        code=(_package(kind), *kind.uses),
        files=settings.outside_files(),
        parent="capture",
        one_to_one=False,
        tables=("captures", "sources", *kind.tables),
        extra_inputs=(*_field(), *(s.digest for s in supplies.values() if s.digest)),
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
        code=(_package(entry), *entry.uses),
        reads=chain.CHAIN.reads(entry.name),
        counted=(before,) if before else chain.CHAIN.kind_names,
        files=settings.outside_files(),
        rejects=entry.rejects,
        holds=entry.holds,
        receipts=chain.CHAIN.names if entry.receipts else (),
        tables=entry.tables,
        extra_inputs=(*_field(), *(s.digest for s in supplies.values() if s.digest)),
    )


def _nothing(more: tuple[str, ...], frames: Frames, settings: Any) -> StageResult:
    """What a kind without a source gives; its package, which may load for long, stays unloaded."""
    del frames, settings
    tables = {name: _EMPTY[name].create_empty() for name in ("captures", "sources", *more)}
    return StageResult(RawQuestion.create_empty(), Rejected.create_empty(), tables)


def _field() -> tuple[str, ...]:
    """The digest of the taxonomy in force; psychology's is part of the kernel's code."""
    known = taxonomy.current()
    return () if known == taxonomy.psychology() else (digest(str(known.dump())),)


def _package(entry: SourceKind | StageEntry) -> str:
    return entry.function.partition(":")[0].partition(".")[0]


def _supplies(entry: SourceKind | StageEntry, run: Run, settings: Settings) -> Mapping[str, Supply]:
    return {name: SUPPLIES[name](run, _package(entry), settings) for name in entry.needs}


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
