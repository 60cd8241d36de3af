"""Captures parsed on executors: the same rows from any of them, whatever happens to workers."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Self

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from cpsyexam.executor import Executor, Failure, Inline, Processes, R, T, Work
from cpsyexam.records import RawQuestion
from cpsyexam.runner import run
from cpsyexam.stage import Stage, StageResult
from samples.sites import studyez
from spiders.settings import WebSettings, WebSource
from spiders.stage import extract
from tests.matrix import some
from tests.spiders.chores import KilledOnce
from tests.spiders.shop import TERMS, article, save

PAPERS = 140  # more than are parsed inline


def archived(folder: Path, papers: int) -> WebSettings:
    path = folder / "a.warc.gz"
    save(path, studyez.pages([article(n) for n in range(papers)]), studyez.start())
    return WebSettings(sources=(WebSource(site="studyez", archive=path, terms=TERMS),))


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> WebSettings:
    return archived(tmp_path_factory.mktemp("archive"), PAPERS)


@pytest.fixture(scope="module")
def inline(settings: WebSettings) -> StageResult:
    return extract({}, settings)


@pytest.mark.parametrize("workers", some([3, 1], 2))
def test_the_same_rows_from_any_number_of_workers_also_where_one_is_killed(
    workers: int, settings: WebSettings, inline: StageResult, tmp_path: Path
) -> None:
    found = extract({}, settings, executor=KilledOnce(workers, tmp_path / "killed"))
    assert (tmp_path / "killed").exists()
    assert found.kept.height == 3 * PAPERS
    assert_frame_equal(found.kept, inline.kept)
    assert_frame_equal(found.rejected, inline.rejected)
    assert_frame_equal(found.tables["captures"], inline.tables["captures"])


def test_a_stage_that_ran_inline_is_not_run_again_for_five_workers(tmp_path: Path) -> None:
    settings = archived(tmp_path, 2)

    def on(executor: Executor) -> Stage:
        return Stage(
            name="web", run=lambda frames, s: extract(frames, s, executor=executor),
            settings=settings, schema=RawQuestion, code=("spiders",),
            files=settings.outside_files(), parent="capture", one_to_one=False,
        )  # fmt: skip

    assert not run(on(Inline()), tmp_path).skipped
    assert run(on(Processes(5)), tmp_path).skipped


class LosesTheLast(Inline):
    """An executor elsewhere, whose machine is lost on the last item of every map."""

    def map(
        self, work: Work[T, R], items: Iterable[T], progress: Callable[[int], None] | None = None
    ) -> Iterator[R | Failure]:
        *found, _ = super().map(work, items, progress)
        return iter([*found, Failure("the machine is gone")])

    def __enter__(self) -> Self:
        return self


def test_what_an_executor_lost_is_a_row(tmp_path: Path) -> None:
    found = extract({}, archived(tmp_path, 8), executor=LosesTheLast())
    lost = found.rejected.filter(pl.col("rule") == "reader_failed")
    assert set(lost["detail"]) == {"the machine is gone"}
    # the second of two list pages, the last of the first one's papers as a page and as a paper
    assert (lost.height, found.kept.height) == (3, 3 * (4 - 2))
    captures = set(found.tables["captures"]["capture"])
    assert captures == set(found.kept["capture"]) | set(found.rejected["parent"])
