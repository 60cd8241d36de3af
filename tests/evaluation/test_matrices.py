"""Tables with a column for each subject or split, of people, other wordings and comparisons."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from cpsyexam.errors import ConfigError
from evaluation import matrices, records
from evaluation.figures import all_figures, best, series
from evaluation.pivot import pivot
from evaluation.scoring import score
from evaluation.tables import Table, all_tables
from tests.evaluation.conftest import answer, frame, question

SUBJECTS = ("普通心理学", "教育心理学", "人格心理学", "管理心理学")
ASKED = frame(*(question(f"q{i}", "B", subject=SUBJECTS[i % 4]) for i in range(20)))


def said(run: str, right: int, **given: Any) -> list[dict[str, Any]]:
    """Answers to all, the first so many right."""
    shared = {"role": "expert", "model": run, "run": run, **given}
    return [
        answer(row["id"], "B" if i < right else "A", record=row["record"], **shared)
        for i, row in enumerate(ASKED.iter_rows(named=True))
    ]


def scored(*runs: list[dict[str, Any]]) -> pl.DataFrame:
    return score(records.answers([row for run in runs for row in run]), ASKED)


def cells(table: Table, place: int = 0) -> dict[str, Any]:
    return dict(zip(table.columns, table.rows[place], strict=True))


def test_the_head_of_the_page_has_models_by_exam_and_subject() -> None:
    found = pivot(
        scored(said("weak", 6), said("good", 18), said("good5", 2, model="good", shots=5)[:4])
    )
    assert found is not None
    assert found.models == ("good", "weak")
    everything = found.exams[""]["good"]  # of the setting with most answers
    assert (everything.score, everything.n, everything.few) == (0.9, 20, False)
    assert everything.low < 0.9 < everything.high
    assert set(found.subjects["GEE"]) == set(SUBJECTS)
    assert {one["weak"].n for one in found.subjects["GEE"].values()} == {5}
    assert pivot(scored(said("m", 3)).filter(pl.col("id") == "")) is None


def test_a_column_for_each_split_and_number_of_shots() -> None:
    runs = [said(f"{split}{shots}", right, model="m", split=split, shots=shots)
            for split, shots, right in
            (("valid", 0, 10), ("test", 0, 8), ("test", 5, 16))]  # fmt: skip
    row = cells(matrices.splits(scored(*runs)))
    assert row == {"model": "m", "0-shot valid": 0.5, "0-shot test": 0.4, "5-shot test": 0.8}
    assert matrices.splits(scored(runs[1])).rows == ()


def test_a_column_for_each_subject_and_the_mean_over_them() -> None:
    row = cells(matrices.subjects(scored(said("m", 18))))
    assert [row[name] for name in sorted(SUBJECTS)] == [
        pytest.approx(0.8 if name in SUBJECTS[2:] else 1.0) for name in sorted(SUBJECTS)
    ]
    assert row["Avg"] == pytest.approx(0.9)


def test_people_stand_by_group_with_an_interval() -> None:
    one, two = said("p1", 16, model="human:pro/p1"), said("p2", 12, model="human:pro/p2")
    lay = said("l1", 5, model="human:lay/l1")
    table = matrices.people(scored(one, two, lay, said("m", 20)))
    whole = cells(table, -1)
    assert whole["subject"] == "all"
    assert (whole["pro score"], whole["pro n"]) == (pytest.approx(0.7), 40)
    assert whole["lay low"] < whole["lay score"] == 0.25 < whole["lay high"]
    assert len(table.rows) == 5
    assert matrices.people(scored(said("m", 20))).rows == ()


def test_other_wording_is_paired_with_the_released_one() -> None:
    runs = []
    for name, plain, other in (("a", 18, 15), ("b", 10, 10), ("c", 6, 4)):
        runs += [said(name, plain), said(f"{name}2", other, model=name, role="expert paraphrased")]
    table = matrices.paraphrased(scored(*runs))
    row = cells(table)
    assert (row["as released"], row["paraphrased"], row["difference"]) == (
        0.9, 0.75, pytest.approx(-0.15),
    )  # fmt: skip
    assert "Rank correlation of the models: 1.00 (n = 3)" in table.note


def test_comparisons_of_people_are_counted_by_subject(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.csv"
    rows = ["普通心理学,win", "普通心理学,tie", "教育心理学,loss", "教育心理学,tie"]
    path.write_text("\n".join(["subject,verdict", *rows]), encoding="utf-8")
    table = matrices.comparisons(path)
    assert [row[0] for row in table.rows] == ["教育心理学", "普通心理学", "all"]
    assert (cells(table, -1)["win"], cells(table, -1)["tie"]) == (0.25, 0.5)
    path.write_text("subject,verdict\nx,better", encoding="utf-8")
    with pytest.raises(ConfigError, match="verdict 'better'"):
        matrices.comparisons(path)
    with pytest.raises(ConfigError, match="no comparisons"):
        matrices.comparisons(tmp_path / "none.csv")


def test_pictures_show_the_best_models_and_the_best_baseline() -> None:
    runs = [said(f"m{i}", 4 + 2 * i) for i in range(6)]
    shortcuts = [
        said("x", 3, model="baseline: x", role=""),
        said("y", 7, model="baseline: y", role=""),
    ]
    scores = scored(*runs, *shortcuts)
    assert best(scores, 4) == ["m5", "m4", "m3", "m2", "baseline: y"]
    assert set(series(scores, ["m5"], "subject")["m5"]) == set(SUBJECTS)
    figures = {figure.table: figure for figure in all_figures(scores, all_tables(scores), None)}
    assert set(figures) == {"table2", "figure3a", "figure4", "subjects"}
    assert figures["figure4"].svg.count("m5") == 1
    assert "baseline" not in figures["subjects"].svg
    told = series(scores, ["m5"], "subject")["m5"][SUBJECTS[0]]
    assert 0 <= told.low < told.score < told.high <= 1
    assert (told.n, told.chance) == (5, 0.25)
    assert figures["figure4"].svg.count(", n 5<") == 4 * 2  # subjects × models
    assert figures["figure4"].svg.count('stroke-dasharray="3 2"') == 4  # chance, a label each
    assert figures["subjects"].svg.count("<polygon") == 4 + 4
