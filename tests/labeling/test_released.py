"""On the released questions: KG/CA figures, right options, every letter handled."""

import csv
import re
from pathlib import Path

import polars as pl
import pytest

from bench.released import ABSENT, FOLDER, load, unique
from cpsyexam.taxonomy import LETTERS
from labeling.keywords import task_by_keywords
from labeling.option_order import DOUBT, REFERENCE, shuffle_rows
from labeling.report import positions
from labeling.settings import ShuffleSettings

pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason=ABSENT)
DATA = Path(__file__).parent / "data"


@pytest.fixture(scope="module")
def questions() -> pl.DataFrame:
    """One row a question of the train and dev parts."""
    return unique(load())


@pytest.fixture(scope="module")
def shuffled(questions: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The questions shuffled with seed 0, and the letters met."""
    flags = pl.lit([], dtype=pl.List(pl.String)).alias("flags")
    frame = questions.with_columns(pl.col("id").alias("raw_id"), flags)
    rows, references = shuffle_rows(frame, ShuffleSettings(), b"seed/0")
    return rows, pl.DataFrame(references, schema=REFERENCE, orient="row")


def test_cases_are_told_from_knowledge(questions: pl.DataFrame) -> None:
    with (DATA / "mislabelled.csv").open(encoding="utf-8") as stream:
        wrong = [row["id"] for row in csv.DictReader(stream)]
    found = task_by_keywords(questions)
    case = (pl.col("task") == "CA") | pl.col("id").is_in(wrong)
    truth = questions.select(case.alias("case"))["case"]
    ca, unsure = found["task"] == "CA", found["task_unsure"]
    hits = int((ca & truth).sum())
    assert hits / int(ca.sum()) >= 0.998
    assert hits / int(truth.sum()) >= 0.985
    assert int(unsure.sum()) / len(unsure) <= 0.02
    errors = ca != truth
    assert int((errors & unsure).sum()) >= 0.85 * int(errors.sum())


def test_long_knowledge_questions_are_no_cases(questions: pl.DataFrame) -> None:
    long = questions.filter(pl.col("task") == "KG", pl.col("stem").str.len_chars() >= 120)
    assert (task_by_keywords(long)["task"] == "KG").sum() >= long.height - 8


def test_right_options_stay_right(
    questions: pl.DataFrame, shuffled: tuple[pl.DataFrame, pl.DataFrame]
) -> None:
    columns = ["options", "answer", "order"]
    rows = zip(
        questions.select("options", "answer").iter_rows(),
        shuffled[0].select(columns).iter_rows(),
        strict=True,
    )
    for (printed, right), (options, answer, order) in rows:
        assert sorted(order) == list(range(len(printed)))
        assert [printed[i] for i in order] == options or any("A" <= c <= "H" for c in str(printed))
        assert sorted(order[i] for i in answer) == right


def test_positions_are_even(shuffled: tuple[pl.DataFrame, pl.DataFrame]) -> None:
    figures = positions(shuffled[0].with_columns(format="declared"))
    assert all(f["p"] > 0.01 for f in figures if sum(f["counts"]) > 500)  # type: ignore[operator, call-overload]


def test_cited_answers_still_cite_the_answer(
    questions: pl.DataFrame, shuffled: tuple[pl.DataFrame, pl.DataFrame]
) -> None:
    """Where an explanation named the right letters before, it names the right ones after."""
    cited = re.compile(r"(?:答案[为是选：:]|故选|本题选)\s*([A-E]+)(?![A-Za-z])")
    checked = 0
    columns = ("explanation", "answer")
    before = questions.select(columns).iter_rows()
    after = shuffled[0].select(columns).iter_rows()
    for (old, right), (new, now) in zip(before, after, strict=True):
        found = cited.search(old)
        if found and [LETTERS.index(c) for c in found.group(1)] == right:
            again = cited.search(new)
            assert again is not None
            assert [LETTERS.index(c) for c in again.group(1)] == now
            checked += 1
    assert checked > 250


def test_every_letter_is_rewritten_unmoved_or_flagged(
    shuffled: tuple[pl.DataFrame, pl.DataFrame],
) -> None:
    rows, references = shuffled
    assert set(references["done"]) == {"rewritten", "unmoved", "flagged"}
    flagged = set(references.filter(done="flagged")["raw_id"])
    marked = rows.filter(pl.col("flags").list.contains(DOUBT))
    assert set(marked["raw_id"]) == flagged
    assert marked.height < 0.01 * rows.height
