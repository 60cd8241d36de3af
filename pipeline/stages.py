"""The stages of a build, in order, made from a recipe."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import banks.settings
import ocr.settings
import spiders.settings
from cpsyexam import records
from cpsyexam.config import Settings
from cpsyexam.executor import INLINE, Executor, Progress
from cpsyexam.files import digest
from cpsyexam.stage import Frames, Stage, StageResult
from pipeline.places import Places
from pipeline.previous import previous_splits
from pipeline.recipe import Recipe, read_key
from pipeline.sources import KINDS, GatherSettings, gather


def stages(
    recipe: Recipe, places: Places, progress: Progress, executor: Executor = INLINE
) -> list[Stage]:
    """All stages of a recipe. `progress` is told by those that take long.

    `executor` parses captures and reads pages; it changes no result, so no stage's key has it.
    """
    return [*_sources(recipe, places, progress, executor), *_rest(recipe, places)]


def _sources(recipe: Recipe, places: Places, progress: Progress, executor: Executor) -> list[Stage]:
    raw = records.RawQuestion

    def web(frames: Frames, settings: spiders.settings.WebSettings) -> StageResult:
        from spiders.stage import extract

        return extract(frames, settings, executor=executor, progress=progress)

    def books(frames: Frames, settings: ocr.settings.BooksSettings) -> StageResult:
        from ocr.stage import extract

        cache = places.build / "cache" / "ocr"
        return extract(frames, settings, cache=cache, executor=executor, progress=progress)

    def bank(frames: Frames, settings: banks.settings.BanksSettings) -> StageResult:
        from banks.stage import extract

        return extract(frames, settings)

    def source(
        name: str, run: Callable[..., StageResult], settings: Settings, files: tuple[Path, ...]
    ) -> Stage:
        return Stage(
            name=name,
            run=run,
            settings=settings,
            schema=raw,
            code=({"web": "spiders", "books": "ocr", "banks": "banks"}[name], "parsing"),
            files=files,
            parent="capture",
            one_to_one=False,
        )

    return [
        source("web", web, recipe.web, spiders.settings.outside_files(recipe.web)),
        source("books", books, recipe.books, ocr.settings.outside_files(recipe.books)),
        source("banks", bank, recipe.banks, banks.settings.outside_files(recipe.banks)),
        Stage(
            name="parsed",
            run=gather,
            settings=GatherSettings(),
            schema=raw,
            code=("pipeline",),
            reads=tuple(f"{k}{t}" for k in KINDS for t in ("", "/captures", "/sources")),
            counted=KINDS,
        ),
    ]


def _rest(recipe: Recipe, places: Places) -> list[Stage]:
    import cleaning.stage
    import cleaning.unique
    import labeling.stage
    import splitting.stage

    key = read_key(recipe.keys.split)
    earlier = previous_splits(recipe.split.previous, places)
    inherited = "" if earlier is None else digest(earlier.write_csv())
    return [
        Stage(
            name="cleaned",
            run=cleaning.stage.clean,
            settings=recipe.clean,
            schema=records.CleanQuestion,
            code=("cleaning",),
            reads=("parsed",),
        ),
        Stage(
            name="unique",
            run=cleaning.unique.unique,
            settings=recipe.unique,
            schema=records.UniqueQuestion,
            code=("cleaning",),
            reads=("cleaned",),
        ),
        Stage(
            name="labeled",
            run=labeling.stage.label,
            settings=recipe.label,
            schema=records.LabeledQuestion,
            code=("labeling",),
            reads=("unique",),
        ),
        Stage(
            name="shuffled",
            run=labeling.stage.shuffle,
            settings=recipe.shuffle,
            schema=records.ShuffledQuestion,
            code=("labeling",),
            reads=("labeled",),
        ),
        Stage(
            name="split",
            run=partial(splitting.stage.split, key=key, previous=earlier),
            settings=recipe.split,
            schema=records.SplitQuestion,
            code=("splitting",),
            reads=("shuffled", "parsed"),
            counted=("shuffled",),
            extra_inputs=(digest(key), inherited),
        ),
    ]
