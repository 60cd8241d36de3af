"""What a stage is given besides frames and settings: caches, keys, an earlier version, models."""

import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cpsyexam import chain, taxonomy
from cpsyexam.chain import SourceKind, StageEntry
from cpsyexam.config import Settings
from cpsyexam.executor import INLINE, Executor, Processes, Progress
from cpsyexam.files import canonical, digest, digest_file
from cpsyexam.lineage import KeptBack, Lineages
from cpsyexam.memo import Memo
from cpsyexam.release import ReleaseSettings, ReleaseSpec
from cpsyexam.runner import code_digest
from cpsyexam.store import Remote
from cpsyexam.taxonomy import SPLITS
from pipeline.keys import key_digest, read_keys, with_signing_key
from pipeline.paths import Paths
from pipeline.previous import earlier_lineages, refuse_renamed
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
    uses = {name for entry in entries if package_of(entry) == package for name in entry.uses}
    state = [code_digest((package, *sorted(uses))), *field_digest()]
    folder = run.paths.build / "cache" / package
    alone = isinstance(run.executor, Processes) and run.executor.workers == 1
    # one worker would do what this process can do, with its memory besides
    executor = INLINE if alone else run.executor
    return Supply(Memo(folder, digest(canonical(state)), executor=executor))


def _normals(run: Run, package: str, settings: Settings) -> Supply:
    del package, settings
    return Supply(_kept_normals(run.paths))


def _kept_normals(paths: Paths) -> Memo:
    """Where normal forms of questions are kept, and which of them are alike."""
    return Memo(paths.build / "cache" / "cpsyexam", code_digest(("wording",)))


def _proofs(paths: Paths) -> Path:
    """Where the builder's audit keeps what it found, by the state of what it checks with."""
    state = [code_digest(chain.CHAIN.release.uses), *field_digest()]
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
    if earlier is None and not asked and Path(recipe.keys.split).is_file():
        key, _ = read_keys(recipe.keys.split, recipe.keys.salt)
        refuse_renamed(recipe.name, key, run.paths)
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
        # the audit asks of changed shards alone what the draw asked of all questions
        normals=replace(_kept_normals(run.paths), tidies=False),
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


def field_digest() -> tuple[str, ...]:
    """The digest of the taxonomy in force; psychology's is part of the kernel's code."""
    known = taxonomy.current()
    return () if known == taxonomy.psychology() else (digest(str(known.dump())),)


def package_of(entry: SourceKind | StageEntry) -> str:
    """The package whose function a chain's entry names."""
    return entry.function.partition(":")[0].partition(".")[0]
