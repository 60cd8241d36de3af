"""Printed figures recomputed: what agrees, and by name what does not."""

import numpy as np
import pytest

from evaluation import records
from evaluation.published import average, beside, tables
from evaluation.published import rows_of as rows
from evaluation.results import Results
from evaluation.scoring import score
from evaluation.tables import main
from tests.evaluation.conftest import answer, frame, question

MODELS = rows("cpsyexam-2")


@pytest.mark.parametrize("row", MODELS, ids=[row["model"] for row in MODELS])
def test_average_of_cpsyexam_is_the_better_setting_over_all_questions(
    row: dict[str, float],
) -> None:
    assert average(row) == pytest.approx(row["Avg"], abs=0.02)


def test_best_cells_or_a_plain_mean_do_not_give_the_printed_average() -> None:
    row = MODELS[0]
    cells = [max(row[f"{t} 0-shot {f}"], row[f"{t} 5-shot {f}"]) for t, f in
             (("KG", "SCQ"), ("KG", "MAQ"), ("CA", "SCQ"), ("CA", "MAQ"))]  # fmt: skip
    best = np.average(cells, weights=[2321, 781, 600, 200])
    assert (row["model"], row["Avg"]) == ("ChatGLM2-6B", 43.46)
    assert best == pytest.approx(44.08, abs=0.01)
    assert np.mean(cells) == pytest.approx(35.3, abs=0.1)


def test_table_1_has_one_total_that_is_no_sum() -> None:
    *splits, total = rows("cpsyexam-1")
    off = {
        name: (total[name], sum(row[name] for row in splits))
        for name in total
        if name != "split" and total[name] != sum(row[name] for row in splits)
    }
    assert off == {"KG SCQ": (12240, 12258)}
    for row in splits:
        for task in ("KG", "CA"):
            assert row[f"{task} Total"] == sum(row[f"{task} {f}"] for f in ("SCQ", "MAQ", "QA"))
    assert total["KG Total"] + total["CA Total"] == 22_400


def test_judge_and_experts_agree_on_three_points_only() -> None:
    found = rows("cpsyexam-3")
    r = np.corrcoef([x["GPT-4 score"] for x in found], [x["Expert score"] for x in found])[0, 1]
    assert r == pytest.approx(0.985, abs=0.001)  # printed: 0.98
    t = r / np.sqrt(1 - r * r)  # one degree of freedom
    assert 1 - 2 / np.pi * np.arctan(t) == pytest.approx(0.11, abs=0.01)


def test_role_drops_are_relative_ones() -> None:
    expert, student, layperson = (row["score"] for row in rows("cpsyexam-4"))
    assert (expert / student - 1, expert / layperson - 1) == pytest.approx(
        (0.1164, 0.1428), abs=2e-4
    )
    assert (expert - student, expert - layperson) == pytest.approx((4.53, 5.43))


def test_gain_by_tuning_is_in_multiple_answers() -> None:
    by_name = {row["model"]: row for row in MODELS}
    tuned, base = by_name["Ours-SFT-6B"], by_name["ChatGLM2-6B"]
    assert tuned["Avg"] - base["Avg"] == pytest.approx(2.62)
    assert tuned["KG 0-shot MAQ"] - base["KG 0-shot MAQ"] == pytest.approx(12.04)
    assert tuned["CA 0-shot SCQ"] < base["CA 0-shot SCQ"]
    assert tuned["CA 5-shot MAQ"] < base["CA 5-shot MAQ"]


@pytest.mark.parametrize("row", rows("conceptpsy-6"), ids=lambda row: row["model"])
def test_average_of_conceptpsy_is_over_subjects(row: dict[str, float]) -> None:
    values = [value for name, value in row.items() if name not in ("model", "Avg")]
    assert len(values) == 12
    assert np.mean(values) == pytest.approx(row["Avg"], abs=0.0075)


def test_questions_of_psybench_and_conceptpsy_add_up() -> None:
    first = rows("psybench-2")
    assert sum(row["questions"] for row in first) == 4573
    assert sum(row["concepts"] for row in first) == 1309
    second = rows("conceptpsy-5")
    assert sum(row["concepts"] for row in second) == 1383
    grown = {
        a["subject"] for a, b in zip(first, second, strict=True) if a["concepts"] != b["concepts"]
    }
    assert grown == {"Psychometrics"}
    assert pytest.approx(0.095, abs=0.001) == 428 / (428 + 4085)  # printed: about 1:9


def test_human_averages_agree_and_win_rates_do_not() -> None:
    *people, mean = rows("conceptpsy-7")
    assert np.mean([row["Pro"] for row in people]) == pytest.approx(mean["Pro"], abs=0.005)
    assert np.mean([row["Non-Pro"] for row in people]) == pytest.approx(mean["Non-Pro"], abs=0.005)
    *wins, printed = rows("conceptpsy-9")
    assert (printed["Win Rate"], printed["Tie Rate"]) == (0.27, 0.62)
    assert np.mean([row["Win Rate"] for row in wins]) == pytest.approx(0.21, abs=0.005)
    assert np.mean([row["Tie Rate"] for row in wins]) == pytest.approx(0.68, abs=0.005)


def test_one_row_of_the_win_rates_is_that_of_the_people() -> None:
    def social(name: str) -> list[float]:
        row = next(row for row in rows(name) if row["subject"] == "Social Psychology")
        return [value for value in row.values() if not isinstance(value, str)]

    assert social("conceptpsy-9") == social("conceptpsy-7") == [0.82, 0.16]


def test_spread_over_chapters_is_what_one_constant_accuracy_gives() -> None:
    rng = np.random.default_rng(1)
    for chapters, spread in ((50, 0.295), (84, 0.337)):
        seen = []
        for _ in range(400):
            sizes = np.bincount(rng.integers(0, chapters, 232), minlength=chapters)
            sizes = sizes[sizes > 0]
            seen.append(np.std(rng.binomial(sizes, 0.58) / sizes))
        assert np.mean(seen) == pytest.approx(spread, abs=0.04)  # printed as variance: 0.34


def test_printed_tables_are_shown_as_printed() -> None:
    table = next(table for table in tables() if table.name == "cpsyexam-2")
    assert table.rows[-1][:2] == ("GPT-4", "67.43")


def test_chapters_of_conceptpsy_do_not_add_up_to_its_totals() -> None:
    chapters = rows("conceptpsy-10")
    assert len(chapters) == 84
    assert sum(row["concepts"] for row in chapters) == 1359  # printed: 1,383
    assert sum(row["questions"] for row in chapters) == 4571  # printed: 4,573
    off: set[tuple[str, str]] = set()
    for row in rows("conceptpsy-5"):
        mine = [chapter for chapter in chapters if chapter["subject"] == row["subject"]]
        assert mine
        off |= {(row["subject"], name) for name in ("concepts", "questions")
                if sum(c[name] for c in mine) != row[name]}  # fmt: skip
    assert sum(name == "concepts" for _, name in off) == 9
    assert [subject for subject, name in off if name == "questions"] == ["Psychometrics"]


def test_some_chapters_have_more_than_four_questions_a_concept() -> None:
    full = [row for row in rows("conceptpsy-10") if row["questions"] > 4 * row["concepts"]]
    assert len(full) == 9  # four are written for a concept and prompt, not for a concept
    assert max(row["questions"] / row["concepts"] for row in full) == 5.5
    assert pytest.approx(0.827, abs=0.001) == 4573 / (4 * 1383)


def test_coverage_of_cmmlu_is_below_what_its_number_of_questions_gives_by_chance() -> None:
    sizes = np.array([row["concepts"] for row in rows("conceptpsy-10")])
    shares = sizes / sizes.sum()
    assert np.mean(1 - (1 - shares) ** 232) == pytest.approx(0.81, abs=0.005)  # printed: 0.59
    assert pytest.approx(0.94, abs=0.005) == 1 - (1 - 1 / 84) ** 232


def test_printed_models_stand_beside_new_ones() -> None:
    table = main(score(records.answers([answer("k", "B", role="expert")]), frame(question("k"))))
    found = beside(Results("r", None, [table], {}, [], []))  # type: ignore[arg-type]
    names = [row[0] for row in found.tables[0].rows]
    assert names[:2] == ["m", "GPT-4 (printed)"]
    assert len(names) == 16
    assert found.tables[0].rows[1][1] == pytest.approx(0.6743)
    assert "GPT-4 (printed)" in found.figures[0].svg
