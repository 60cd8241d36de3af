"""Tables from answers: the papers' figures, what stands beside them, and every form of output."""

import csv
import io
import itertools
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import yaml
from huggingface_hub import parse_eval_result_entries
from rich.cells import cell_len
from rich.console import Console

from evaluation import baselines, hub_results, records, releases
from evaluation.evaluate import paper, run_baselines
from evaluation.formats import as_csv, as_latex, cell, show
from evaluation.results import leak, results, write
from evaluation.runs import stored
from evaluation.scoring import score
from evaluation.tables import Cell, Table, all_tables, compared, main
from pipeline.neighbours import nearest
from tests.evaluation.conftest import answer, frame, question

QUESTIONS = frame(
    *(question(f"k{i}", "B", subject=s) for i, s in enumerate(("普通心理学", "教育心理学") * 5)),
    *(question(f"m{i}", "AC", format="MAQ") for i in range(4)),
    *(question(f"c{i}", "D", task="CA", category="reasoning", cluster=f"case{i // 2}")
      for i in range(4)),
)  # fmt: skip


def said(run: str, wrong: set[str], **given: Any) -> list[dict[str, Any]]:
    """Answers to all questions: right, but for those named."""
    rows = []
    for row in QUESTIONS.iter_rows(named=True):
        letters = "A" if row["id"] in wrong else row["answer"]
        rows.append(answer(row["id"], letters, run=run, record=row["record"], **given))
    return rows


def scored(*runs: list[dict[str, Any]]) -> pl.DataFrame:
    return score(records.answers(list(itertools.chain(*runs))), QUESTIONS)


def test_main_table_takes_the_better_setting_as_a_whole() -> None:
    zero = said("a", {"k0", "k1", "m0"}, shots=0, role="expert")
    five = said("b", {"k0", "c0"}, shots=5, role="expert")
    table = main(scored(zero, five))
    row = dict(zip(table.columns, table.rows[0], strict=True))
    assert len(table.rows) == 1
    assert row["Avg"] == pytest.approx(16 / 18)
    assert (row["KG 0-shot SCQ"], row["KG 5-shot SCQ"]) == (0.8, 0.9)
    assert (row["KG 0-shot MAQ"], row["CA 5-shot SCQ"]) == (0.75, 0.75)
    assert row["CA 5-shot MAQ"] is None
    assert (row["n"], row["clusters"]) == (18, 16)
    assert row["MAQ letters"] == "2.0 of 2.0"
    assert row["macro"] != row["Avg"]
    low, mean, high = (float(row[name] or 0) for name in ("low", "Avg", "high"))
    assert low < mean < high


def test_role_table_is_paired_and_equal_answers_differ_by_nothing() -> None:
    expert = said("a", {"k0"}, role="expert")
    student = said("b", {"k0"}, role="student")
    layperson = said("c", {f"k{i}" for i in range(9)}, role="layperson")
    table = compared(scored(expert, student, layperson), "table4", "role", "expert", "Roles")
    rows = {row[1]: row for row in table.rows}
    assert rows["student"][2:5] == (0.0, 0.0, 0.0)
    assert rows["student"][6] == "not shown"
    assert rows["layperson"][2] == pytest.approx(-8 / 18)
    assert rows["layperson"][6] == "yes"


def test_repeats_and_rotations_count_once() -> None:
    first = said("a", set())
    again = said("a", {row["id"] for row in first}, rotation=1)
    table = main(scored(first, again))
    assert table.rows[0][1] == 0.5
    assert table.rows[0][-2] == 18


def test_tables_by_label_have_every_question_once() -> None:
    tables = {table.name: table for table in all_tables(scored(said("a", set())))}
    subjects = tables["figure4"]
    at = subjects.columns.index("n")
    assert sum(int(row[at] or 0) for row in subjects.rows) == 18
    assert [row[2] for row in tables["figure3b"].rows] == ["reasoning"]
    assert "table3" not in tables


@pytest.mark.parametrize(
    ("column", "value", "text"),
    [("Avg", 0.12345, "12.3"), ("difference", 0.05, "+5.0"), ("p", 0.0312, "0.031"),
     ("n", 3902, "3902"), ("KG 0-shot SCQ", None, "–"), ("model", "x", "x")],
)  # fmt: skip
def test_cells_are_per_cent(column: str, value: float | str | None, text: str) -> None:
    assert cell(column, value) == text


def test_csv_is_unrounded_and_latex_escaped() -> None:
    table = Table("t", "A & B", ("model", "Avg"), (("m_1", -1 / 3), ("=x", None)))
    rows = list(csv.reader(io.StringIO(as_csv(table))))
    assert rows == [["model", "Avg"], ["m_1", str(-1 / 3)], ["'=x", ""]]
    latex = as_latex(table)
    assert r"m\_1 & -33.3 \\" in latex
    assert r"\caption{A \& B. }" in latex


def test_baselines_on_a_release_end_in_a_page(release: Path, tmp_path: Path) -> None:
    opened = releases.open_release(release)
    given = paper(opened, "test", None, 0)
    train = releases.known(releases.questions(opened, "train"))
    found = nearest(given.asked, train)
    run_baselines(given, train, {name: other for name, (other, _) in found.items()}, tmp_path)
    answers = stored(tmp_path)
    assert answers.height == 7 * given.questions.height
    done = results(answers, opened, None)
    paths = write(done, tmp_path)
    page = (tmp_path / "results.html").read_text("utf-8")
    assert page.count("<svg") == 2 * len(done.figures) > 4  # in two languages
    assert "http" not in page.replace("http://www.w3.org", "")
    assert {path.suffix for path in paths} == {".html", ".csv", ".tex"}
    several = done.scores.filter(pl.col("format") == "MAQ")
    letters = dict(several.group_by("model").agg(pl.col("score").mean()).iter_rows())
    test = given.questions.filter(pl.col("format") == "MAQ")
    whole = (test["key"].list.len() == test["options"].list.len()).mean()
    assert letters["baseline: all letters"] == pytest.approx(whole)


def test_copy_of_test_in_train_raises_the_leak_alarm(tmp_path: Path) -> None:
    texts = "下列关于注意记忆思维想象情绪意志气质性格能力的说法"
    rows = [
        question(f"q{i}", "ABCD"[i % 4], question=f"{texts[i % 20 :]}第{i}种是什么",
                 options=[f"{texts[(i + k) % 22]}之{k}" for k in range(4)])
        for i in range(40)
    ]  # fmt: skip
    train = frame(*({**row, "id": f"t{row['id']}", "options": row["options"][::-1],
                     "key": [3 - row["key"][0]]} for row in rows))  # fmt: skip
    asked = frame(*rows)
    found = {name: other for name, (other, _) in nearest(asked, train).items()}
    assert found == {f"q{i}": f"tq{i}" for i in range(40)}
    chosen = baselines.choose_all(asked, train, found)
    for name, alarmed in (("nearest in train", True), ("random", False)):
        answers = [
            answer(row["id"], chosen[name][row["id"]][3:], record=row["record"],
                   model="baseline: nearest in train")
            for row in rows
        ]  # fmt: skip
        assert bool(leak(score(records.answers(answers), asked))) is alarmed


def test_models_are_compared_with_the_best_on_the_same_questions() -> None:
    best = said("a", {"k0"}, model="best")
    other = said("b", {"k0", "k1", "k2"}, model="other")
    shortcut = said("c", set(), model="baseline: random")
    tables = {table.name: table for table in all_tables(scored(best, other, shortcut))}
    assert [row[1] for row in tables["models"].rows] == ["other"]
    assert tables["models"].rows[0][2] == pytest.approx(-2 / 18)
    assert "models" not in {table.name for table in all_tables(scored(best, shortcut))}


def test_results_for_the_hub_are_entries_that_it_reads(release: Path, tmp_path: Path) -> None:
    runs = [said("a", {"k0"}, model="org/m", role="expert", shots=5),
            said("b", set(), model="baseline: x")]  # fmt: skip
    (path,) = hub_results.write(scored(*runs), "org/exam", "exam-1.0.0", tmp_path)
    assert path.name == "org--m.yaml"
    found = parse_eval_result_entries(yaml.safe_load(path.read_text("utf-8")))
    assert {(e.dataset_id, e.task_id, e.value) for e in found} == {
        ("org/exam", "kg_scq", 90.0), ("org/exam", "kg_maq", 100.0), ("org/exam", "ca_scq", 100.0),
    }  # fmt: skip
    assert all("expert, 5-shot" in str(e.notes) for e in found)
    tasks = yaml.safe_load((release / "eval.yaml").read_text("utf-8"))["tasks"]
    assert {e.task_id for e in found} <= {task["id"] for task in tasks}


def test_others_are_compared_with_the_base_that_is_named() -> None:
    best, base = said("a", {"k0"}, model="tuned"), said("b", {"k0", "k1", "m0"}, model="base")
    tables = {table.name: table for table in all_tables(scored(best, base), "base")}
    assert tables["models"].rows[0][1] == "tuned"
    assert tables["models"].rows[0][2] == pytest.approx(2 / 18)


def test_a_table_wider_than_the_terminal_is_told_in_parts() -> None:
    columns = ("model", "Avg", *(f"KG {shots}-shot SCQ" for shots in range(6)), "n")
    rows: tuple[tuple[Cell, ...], ...] = (
        ("baseline: nearest in train", 0.5, *([0.25] * 6), 40),
        ("yew", 0.75, *([1.0] * 6), 40),
    )
    table = Table("wide", "Choice questions", columns, rows, note="Avg: of all.")
    for width in (50, 80, 200):
        stream = io.StringIO()
        show([table], Console(file=stream, width=width))
        lines = stream.getvalue().splitlines()
        assert max(cell_len(line) for line in lines) <= width
        told = stream.getvalue()
        assert told.count("25.0") == 6  # no figure is cut
        assert told.count("yew") == told.count("┏")
        assert told.count("Choice questions") == told.count("Avg: of all.") == 1
        assert (told.count("┏") == 1) is (width == 200)


def test_parts_of_a_table_name_the_rows_by_what_tells_them_apart() -> None:
    columns = ("run", "model", *(f"difference {n}" for n in range(6)))
    rows: tuple[tuple[Cell, ...], ...] = tuple((0, name, *([0.5] * 6)) for name in ("yew", "oak"))
    stream = io.StringIO()
    show([Table("pairs", "Pairs", columns, rows)], Console(file=stream, width=50))
    told = stream.getvalue()
    assert told.count("┏") > 2
    assert told.count("yew") == told.count("oak") == told.count("┏")
    assert told.count("model") == told.count("┏")
    assert all(told.count(name) == 1 for name in columns[:1])
