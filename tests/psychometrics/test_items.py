import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

from cpsyexam.errors import ConfigError
from evaluation.records import answers
from pipeline.cli import cli
from pipeline.items import suspect_rows
from psychometrics import page
from psychometrics.items import analyse
from psychometrics.responses import responses
from tests.evaluation.conftest import answer, frame, question

LETTERS = "ABCD"


def rows(said: dict[str, str], model: str, **given: Any) -> list[dict[str, Any]]:
    return [answer(name, text, run=model, model=model, **given) for name, text in said.items()]


def crowd(
    number: int = 14, questions: int = 30, wrong: int = 12
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Models that are right at the first n questions, the n-th wrong key apart: `wrong` say D."""
    asked = frame(*(question(f"q{i:02d}", "A") for i in range(questions)))
    told = []
    for person in range(number):
        able = 8 + person * 20 // number
        said = {f"q{i:02d}": "A" if i < able else "BCD"[(i + person) % 3] for i in range(questions)}
        said["q00"] = "D" if person >= number - wrong else "A"  # the key of q00 is wrong
        told += rows(said, chr(97 + person) * 3)
    return answers(told), asked


def test_the_tables_hold_every_question_person_and_option() -> None:
    told, asked = crowd()
    found = analyse(told, asked)
    assert (found.items.height, found.persons.height, found.options.height) == (30, 14, 120)
    first = found.items.row(by_predicate=pl.col("id") == "q00", named=True)
    assert "key_suspect" in first["flags"]
    assert first["other"] == [3]
    assert first["share"] == pytest.approx(2 / 14)
    counts = found.options.filter(pl.col("id") == "q00")
    assert counts["chosen"].to_list() == [2, 0, 0, 12]
    assert counts["right"].to_list() == [True, False, False, False]
    ranked = found.persons.sort("ability")["share"].to_list()
    assert ranked == sorted(ranked)
    assert found.alpha["GEE"] > 0.5


def test_runs_of_one_model_on_train_dev_and_test_are_one_person() -> None:
    told, asked = crowd()
    thirds = pl.col("id").str.slice(1).cast(pl.Int32) % 3
    split = thirds.replace_strict({0: "train", 1: "dev", 2: "test"}, return_dtype=pl.String)
    parts = told.with_columns(split=split, run=pl.format("{}-{}", "run", split))
    apart, whole = analyse(parts, asked), analyse(told, asked)
    assert apart.persons.height == whole.persons.height == 14
    assert apart.items["flags"].to_list() == whole.items["flags"].to_list()
    twice = pl.concat([told, told.with_columns(run=pl.format("{}-again", "run"))])
    assert analyse(twice, asked).persons.height == 28  # two runs on one split are two persons


def test_outages_are_missing_and_silence_is_wrong() -> None:
    asked = frame(question("q1"), question("q2"))
    told = answers([
        answer("q1", "B", run="r", model="m"),
        answer("q2", "", run="r", model="m"),
        answer("q1", "", run="s", model="n", error="no reply: 500"),
        answer("q2", "B", run="s", model="n"),
        answer("q2", "B", run="t", model="baseline: random"),
    ])  # fmt: skip
    found = responses(told, asked)
    assert found.persons == ("r", "s")
    expected = np.array([[1.0, 0.0], [np.nan, 1.0]])
    assert np.array_equal(found.right, expected, equal_nan=True)


def test_of_several_orders_the_first_counts_and_withheld_keys_do_not() -> None:
    asked = frame(question("q1"), question("q2", None))
    told = answers([
        answer("q1", "B", run="r", model="m", rotation=0),
        answer("q1", "A", run="r", model="m", rotation=1),
        answer("q2", "A", run="r", model="m"),
    ])  # fmt: skip
    found = responses(told, asked)
    assert found.items == ("q1",)
    assert found.right.tolist() == [[1.0]]


def test_one_person_is_too_few() -> None:
    told, asked = crowd(1)
    with pytest.raises(ConfigError, match="answers of 1 models or people"):
        analyse(told, asked)


def test_people_and_models_that_differ_are_told() -> None:
    asked = frame(*(question(f"q{i:02d}", "A") for i in range(40)))
    rng = np.random.default_rng(2)
    told = []
    for person in range(24):
        human = person < 12
        said = {f"q{i:02d}": "A" if rng.random() < 0.6 else "B" for i in range(40)}
        said["q00"] = "A" if human else "B"
        said["q01"] = "A" if rng.random() < (0.95 if human else 0.1) else "B"
        told += rows(said, f"human:p{person}" if human else f"{chr(97 + person)}x")
    items = analyse(answers(told), asked).items
    flags = items.filter(pl.col("flags").list.contains("people_models_differ"))
    assert flags["id"].to_list() == ["q00", "q01"]
    unlike = items.row(by_predicate=pl.col("id") == "q01", named=True)
    assert unlike["dif"] == "C"
    assert unlike["dif_delta"] > 1.5  # easier for people
    few = analyse(answers(told), asked, first="ax").items  # no group of ten
    assert few["dif"].null_count() == few.height


def test_suspects_do_not_show_the_other_answer_in_words() -> None:
    told, asked = crowd()
    found = suspect_rows(analyse(told, asked).items)
    assert found["id"].to_list() == ["q00"]
    assert found["detail"][0].startswith("key_suspect: 14 · 100 % · ")
    assert found["other"].to_list() == [[3]]


def test_the_page_is_text_whatever_a_question_holds() -> None:
    told, asked = crowd()
    hostile = asked.with_columns(question=pl.lit("<script>alert(1)</script>\u202e&"))
    shown = page.render(analyse(told, asked), hostile, "<b>r</b>")
    assert "<script>alert" not in shown
    assert "&lt;script&gt;" in shown
    assert "&lt;b&gt;r" in shown
    assert shown.count("<details") == 2 * 30  # in two languages
    assert shown.index('<details id="q00"') == shown.index("<details")  # the suspect first


def test_a_suspect_that_nobody_answered_right_is_on_the_map() -> None:
    told, asked = crowd(wrong=14)
    found = analyse(told, asked)
    assert "q00" in set(found.items.filter(pl.col("item_rest").is_null())["id"])
    shown = page.render(found, asked, "r").split('<div class="tongue" lang="zh">')[-1]
    assert shown.count("<circle") + shown.count('<path d="M') == found.items.height
    assert shown.count('<path d="M') == shown.count("<title>q00</title>") == 1


def test_the_page_of_a_question_says_who_chose_what() -> None:
    told, asked = crowd()
    hostile = asked.with_columns(question=pl.lit("<script>alert(1)</script>"))
    prints = {"q00": page.Print(lines=[("<b>原文</b>", True)], place="<i>书</i>")}
    found = analyse(told, hostile)
    event = ("printed with the key {} by {}", ("B", "<u>lin</u>"))
    shown = dict(page.pages(found, hostile, "r", prints, {"q00": [event]}))
    assert shown.keys() == set(found.items["id"])
    assert "<script>alert" not in "".join(shown.values())
    first, chinese = shown["q00"].split('<div class="tongue" lang="zh">')
    assert "印的答案是 B（&lt;u&gt;lin" in chinese
    assert "&lt;b&gt;原文" in first
    assert "&lt;u&gt;lin" in first
    rows = re.findall(r'<td>([A-D])[^<]*</td><td>[^<]*</td><td class="n">(\d+)</td>.*?'
                      r"<td>([^<]*)</td></tr>", first)  # fmt: skip
    assert [(letter, count) for letter, count, _ in rows] == [
        ("A", "2"), ("B", "0"), ("C", "0"), ("D", "12"),
    ]  # fmt: skip
    assert [len(names.split(", ")) for _, count, names in rows if count != "0"] == [2, 12]
    assert first.index("Judge the key yourself") < first.index("best other key D")
    assert "build of this release is not here" in shown["q01"]


def test_the_command_writes_tables_page_and_suspects(release: Path, tmp_path: Path) -> None:
    from samples.answers import write

    write(tmp_path, release, None)
    run = CliRunner().invoke(
        cli, ["items", "--release", str(release), "--out", str(tmp_path), "--short", "5"]
    )
    assert run.exit_code == 0, run.output
    root = tmp_path / "evaluations"
    assert pl.read_parquet(root / "items.parquet").height > 5
    assert {"id", "detail"} <= set(pl.read_parquet(root / "suspects.parquet").columns)
    assert len((root / "short-form.txt").read_text("utf-8").split()) == 5
    assert "Kendall tau" in run.output
    wrong = CliRunner().invoke(
        cli, ["items", "--release", str(release), "--out", str(tmp_path), "--family", "qwen"]
    )
    assert wrong.exit_code == 2 or wrong.exception


def test_the_example_of_the_docs_runs() -> None:
    text = (Path(__file__).parents[2] / "docs" / "psychometrics.md").read_text("utf-8")
    (code,) = (part.split("```")[0] for part in text.split("```python\n")[1:])
    exec(code, {})
