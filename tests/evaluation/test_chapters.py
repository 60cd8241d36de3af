"""Spread over chapters: one constant accuracy shows none, a true one is found."""

import re

import numpy as np
import polars as pl
import pytest

from evaluation import records
from evaluation.chapters import by_chapter, heat, ordered, spread, spreads
from evaluation.figures import boxes, curve
from evaluation.scoring import score
from tests.evaluation.conftest import answer, frame, question


@pytest.mark.parametrize("true", [0.0, 0.05, 0.1, 0.2])
def test_true_spread_of_84_chapters_is_found(true: float) -> None:
    rng = np.random.default_rng(8)
    found, observed = [], []
    for _ in range(60):
        sizes = np.maximum(2, rng.gamma(2.0, 25.0, 84).astype(int))
        accuracies = np.clip(rng.normal(0.6, true, 84), 0, 1)
        one = spread(rng.binomial(sizes, accuracies).tolist(), sizes.tolist())
        observed.append(one.sd)
        found.append(one.true or 0.0)
    assert np.mean(found) == pytest.approx(true, abs=0.02)
    assert np.mean(observed) > true + 0.005


def test_printed_spread_of_cmmlu_is_that_of_a_constant_accuracy() -> None:
    rng = np.random.default_rng(2)
    seen = []
    for _ in range(200):
        sizes = np.bincount(rng.integers(0, 84, 232), minlength=84)
        sizes = sizes[sizes > 0]
        seen.append(spread(rng.binomial(sizes, 0.58).tolist(), sizes.tolist()))
    assert np.mean([one.sd for one in seen]) == pytest.approx(0.337, abs=0.02)  # printed: 0.34
    assert np.mean([one.noise for one in seen]) == pytest.approx(0.337, abs=0.02)
    assert np.mean([(one.p or 1) < 0.05 for one in seen]) < 0.12


ASKED = frame(*(question(f"q{i}", "B") for i in range(24)))
CHAPTERS = pl.DataFrame({
    "id": [f"q{i}" for i in range(24)],
    "chapter": ["普通心理学/感觉"] * 10 + ["普通心理学/记忆"] * 10 + ["教育心理学/学习"] * 3 + [""],
})  # fmt: skip


def scores() -> pl.DataFrame:
    rows = [answer(f"q{i}", "B" if i < 10 or i % 2 else "A", role="expert") for i in range(24)]
    return score(records.answers(rows), ASKED)


def test_table_has_all_chapters_and_one_row_a_subject_with_two() -> None:
    table = spreads(by_chapter(scores(), CHAPTERS))
    rows = {row[2]: dict(zip(table.columns, row, strict=True)) for row in table.rows}
    assert list(rows) == ["all", "普通心理学"]
    assert (rows["all"]["chapters"], rows["all"]["n"]) == (3, 23)
    assert (rows["普通心理学"]["min"], rows["普通心理学"]["max"]) == (0.5, 1.0)
    sd, true = (float(rows["普通心理学"][name] or 0) for name in ("sd", "true sd"))
    assert 0 < true < sd


def test_no_more_is_called_true_than_was_seen_or_is_possible() -> None:
    few = spread([2, 0], [2, 1])
    assert few.true is not None
    assert few.true <= min(few.sd, 0.5)


def test_heat_map_leaves_out_small_chapters_and_draws_to_the_mean() -> None:
    table = heat(by_chapter(scores(), CHAPTERS))
    cells = {row[1]: row[2] for row in table.rows}
    assert list(cells) == ["感觉", "记忆"]
    assert 0.5 < float(cells["记忆"] or 0) < 0.75 < float(cells["感觉"] or 0) < 1
    assert "1 chapters of fewer than 5" in table.note


def test_box_plot_shows_chapters_of_five_or_more() -> None:
    figure = boxes(by_chapter(scores(), CHAPTERS), "Chapters", "chapters")
    assert "2 chapters" in figure.svg


def test_chapters_in_order_beside_what_chance_shows() -> None:
    rng = np.random.default_rng(3)
    sizes = np.full(60, 10)
    shares, alike = ordered(rng.binomial(sizes, 0.6).tolist(), sizes.tolist())
    assert shares == sorted(shares, reverse=True)
    assert np.abs(np.array(shares) - alike).mean() < 0.05  # one accuracy: the lines are one
    split, _ = ordered([10] * 30 + [2] * 30, sizes.tolist())
    assert np.abs(np.array(split) - ordered([6] * 60, sizes.tolist())[1]).mean() > 0.15


def test_the_curve_has_a_line_a_run_and_one_of_chance() -> None:
    figure = curve(by_chapter(scores(), CHAPTERS), "Chapters", "chapters")
    runs = by_chapter(scores(), CHAPTERS).select("model", "role", "shots").unique().height
    assert runs
    assert figure.svg.count("<polyline") == 2 * runs


def test_eleven_runs_are_eleven_lines_to_the_eye() -> None:
    one = by_chapter(scores(), CHAPTERS).filter(pl.col("model") == pl.col("model").first())
    eleven = pl.concat([one.with_columns(model=pl.lit(f"m{i:02d}")) for i in range(11)])
    figure = curve(eleven, "Chapters", "chapters")
    drawn = re.findall(
        r'stroke="(#[^"]+)" stroke-width="2"( stroke-dasharray="[^"]+")?', figure.svg
    )
    looks = [look for look in drawn if look[0] != "var(--line)"]
    assert len(set(looks)) == 11
