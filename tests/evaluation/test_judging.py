"""The judge: what it is shown, what mark a reply gives, and what its marks depend on."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from cpsyexam.errors import ConfigError
from cpsyexam.executor import Processes, Work
from cpsyexam.worker import Bounds
from evaluation import baselines, graded, judging, records
from evaluation.runs import Reply
from evaluation.scoring import score
from evaluation.tables import open_questions
from tests.evaluation.conftest import answer, frame, question

GRADER = judging.Grader("judge", {"temperature": 0.7}, judging.rubric())
REFERENCE = "社会性参照是指婴儿从他人的表情中获得信息，用来判断怎样行动。"


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("一致性：25\n语言：26\n合理性：34\n分数：85", 85.0),
        ("要点齐全。\n一致性: 25.5/30\n语言: 26/30\n合理性: 34/40\n分数: 85.5", 85.5),
        ("**一致性**：20\n**语言**：20\n**合理性**：30", 70.0),
        ('{"一致性": 20, "语言": 20, "合理性": 30}', 70.0),
        ("一致性：45\n语言：20\n合理性：30\n分数：80", 80.0),
        ("85", 85.0), ("８５分", 85.0), ("85/100", 85.0), ("分数85分", 85.0), ("得分为85", 85.0),
        ("分数：85.5", 85.5), ("總分：85", 85.0), ("满分100分，得分：60", 60.0),
        ("Score: 70/100", 70.0),
        ("<think>分数：20</think>分数：90", 90.0), ("初评分数：60。复核后分数：75", 75.0),
        ("分数：0", 0.0),
        ("分数：150", None), ("分数：-5", None), ("8.5/10", None), ("分数：8/10", None), ("", None),
        ("答得很好。", None), ("共有3个要点", None), ("分数：", None), ("nan", None),
    ],
)  # fmt: skip
def test_mark_of_a_reply(text: str, mark: float | None) -> None:
    assert judging.mark(text) == mark


@pytest.mark.parametrize(
    ("rows", "mark"),
    [
        (
            [
                "项目 | 得分",
                "与参考答案的一致性（30分） | 25",
                "语言（30） | 28",
                "合理性（40） | 33",
            ],
            86.0,
        ),
        (
            [
                "维度 | 满分 | 得分",
                "**一致性** | 30 | **20**",
                "语言 | 30 | 25",
                "合理性 | 40 | 30",
            ],
            75.0,
        ),
        (["一致性 | 语言 | 合理性 | 总分", "20 | 25 | 30 | 75"], 75.0),
        (["项目 | 分数", "总分 | 82/100"], 82.0),
        (["Criterion | Score", "Total | 61"], 61.0),
        (["项目 | 得分", "条理 | 好"], None),
    ],
)
def test_mark_in_a_table(rows: list[str], mark: float | None) -> None:
    rule = "|".join(["---"] * (rows[0].count("|") + 1))
    table = "\n".join(f"| {row} |" for row in [rows[0], rule, *rows[1:]])
    assert judging.mark(table) == mark
    assert judging.mark(f"评分如下：\n\n{table}\n\n评语：条理尚可。") == mark


def test_replies_without_a_mark_cost_by_their_length() -> None:
    """Each of these took seconds; a bound of processor time ends what grows by the square."""
    replies = [head + sign * 16_000 for head in ("总分", "1", "|a|b|\n|1|") for sign in "* ("] * 20
    (found,) = Processes(1).map(Work(marks, bounds=Bounds(seconds=10)), [replies])
    assert found == {None, 1.0}


def marks(batch: Sequence[list[str]]) -> list[set[float | None]]:
    return [{judging.mark(reply) for reply in replies} for replies in batch]


def test_judge_sees_question_reference_and_answer_in_both_orders() -> None:
    row = {**question("q", format="QA", options=[]), "reference": REFERENCE, "text": "看别人脸色。"}
    plain, swapped = (
        judging.messages(row, GRADER.rubric, swapped=s)[1]["content"] for s in (False, True)
    )
    for shown in (plain, swapped):
        assert row["question"] in shown
        assert row["subject"] in shown
    assert plain.index(REFERENCE) < plain.index("看别人脸色。")
    assert swapped.index(REFERENCE) > swapped.index("看别人脸色。")


def test_braces_in_an_answer_are_text() -> None:
    row = {**question("q", format="QA"), "reference": "{x}", "text": "{question} {0}"}
    assert "{question} {0}" in judging.messages(row, GRADER.rubric, swapped=False)[1]["content"]


def open_ones(n: int) -> pl.DataFrame:
    rows = [question(f"q{i}", "", format="QA", options=[], reference=REFERENCE + "例" * i)
            for i in range(n)]  # fmt: skip
    return frame(*rows)


def replied(asked: pl.DataFrame, texts: list[str], model: str = "m") -> pl.DataFrame:
    return records.answers([
        answer(row["id"], record=row["record"], text=text, rule="open", model=model, run=model)
        for row, text in zip(asked.iter_rows(named=True), texts, strict=True)
    ])  # fmt: skip


def graded_by(answers: pl.DataFrame, marks: list[list[str]]) -> pl.DataFrame:
    replies: Any = {
        (name, draw): (Reply(text=text), ())
        for name, draws in zip(answers["id"], marks, strict=True)
        for draw, text in enumerate(draws)
    }
    return judging.marked(answers, replies, GRADER)


def test_median_of_the_draws_counts_and_what_has_no_mark_is_counted() -> None:
    asked = open_ones(4)
    answers = replied(asked, ["看表情行事", "依据表情", "不知道", ""])
    marked = graded_by(answers, [["80", "60", "90"], ["分数：70", "?", "?"], ["?", "?", "?"], []])
    scores = score(marked, asked).sort("id")
    assert scores["judged"].to_list() == [0.8, 0.7, None, 0.0]
    assert scores["unscored"].to_list() == [False, False, True, False]
    table = open_questions(scores)
    row = dict(zip(table.columns, table.rows[0], strict=True))
    assert row["mark"] == pytest.approx(0.5)
    assert (row["unscored"], row["n"]) == (1, 4)
    ungraded = open_questions(score(answers, asked)).rows[0]
    assert ungraded[2] is None
    assert ungraded[5] is not None


def test_asked_are_answers_that_say_something_and_calls_differ_by_draw() -> None:
    asked = open_ones(3)
    rows = judging.judgeable(replied(asked, ["看表情", " ", "依据表情"]), asked)
    assert rows["id"].to_list() == ["q0", "q2"]
    asks = judging.asks(rows, GRADER)
    assert len({ask.key for ask in asks}) == 6
    assert len({ask.messages[1]["content"] for ask in asks}) == 4


def test_effects_of_position_and_length_are_found() -> None:
    rng = np.random.default_rng(3)
    asked = open_ones(40)
    texts = ["看表情" * int(k) for k in rng.integers(1, 40, 40)]
    answers = replied(asked, texts)
    marks = [[str(20 + len(t) // 3), str(30 + len(t) // 3), str(20 + len(t) // 3)] for t in texts]
    table = graded.judges(graded_by(answers, marks), asked.select("id", "cluster", "reference"))
    found = {row[1]: row for row in table.rows}
    assert found["position"][2:5] == ("10.0", "10.0", "10.0")
    assert float(str(found["length"][2])) > 0.95
    assert found["draws without a mark"][2] == "0"
    fair = [["50", "50", "50"] if i % 2 else ["70", "70", "70"] for i in range(40)]
    table = graded.judges(graded_by(answers, fair), asked.select("id", "cluster", "reference"))
    found = {row[1]: row for row in table.rows}
    low, high = (float(str(found["length given ROUGE-L"][k])) for k in (3, 4))
    assert low < 0 < high
    assert found["position"][2] == "0.0"


@pytest.mark.parametrize(
    ("reference", "other", "doubted"),
    [
        ("98", "5", False),
        ("98", "60", True),
        ("70", "5", True),
        ("47", "53", True),
        ("?", "?", False),
    ],
)
def test_judge_that_is_lenient_or_harsh_is_doubted(
    reference: str, other: str, *, doubted: bool
) -> None:
    asked = open_ones(30)
    chosen = baselines.choose_all(asked, asked.head(0), {})
    tables = []
    for name, mark in (("reference", reference), ("another reference", other)):
        assert len(chosen[name]) == 20
        mine = asked.filter(pl.col("id").is_in(list(chosen[name])))
        texts = [chosen[name][key] for key in mine["id"]]
        assert all(
            (t == r) is (name == "reference") for t, r in zip(texts, mine["reference"], strict=True)
        )
        tables.append(graded_by(replied(mine, texts, f"baseline: {name}"), [[mark] * 3] * 20))
    assert bool(graded.doubts(pl.concat(tables))) is doubted


def test_agreement_is_over_answers_with_n_and_an_interval(tmp_path: Path) -> None:
    asked = open_ones(12)
    marks = [[str(40 + 4 * i + (12 if i % 2 else 0))] * 3 for i in range(12)]
    judged = graded_by(replied(asked, ["看表情"] * 12), marks)
    path = tmp_path / "people.csv"
    rows = [f"m,q{i},{r},{min(30, 10 + 2 * i)},{12 + i},{10 + 2 * i + (i % 3) + own * (i % 2)}"
            for i in range(12) for own, r in enumerate("xy")]  # fmt: skip
    path.write_text(
        "\n".join(["model,id,rater,agreement,language,reasonableness", *rows]), encoding="utf-8"
    )
    people = graded.people(path)
    assert people["raters"].unique().to_list() == [2]
    table = graded.agreement(judged, people)
    assert [row[1] for row in table.rows] == ["all", "m", "marks of x", "marks of y", "marks of y"]
    assert table.rows[-1][0] == "marks of x"
    assert float(str(table.rows[-1][2])) > 0.9  # of two people whose marks are nearly the same
    r, low, high = (float(str(table.rows[0][k])) for k in (2, 3, 4))
    assert 0.5 < low < r < high < 1
    assert table.rows[0][-1] == 12
    few = graded.agreement(judged, people.head(5))
    assert few.rows[0][2] is None


@pytest.mark.parametrize(
    ("text", "message"),
    [("id,score\nq,5", "no marks of people"), ("model,id,score\nm,q,120", "mark 120.0 of m on q"),
     ("model,id,score\nm,q,gut", "no marks of people"), ("model,id,language\nm,q,5", "no marks")],
)  # fmt: skip
def test_bad_marks_are_one_line(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        graded.people(path)


def test_judge_who_answers_at_random_agrees_with_people_by_chance_and_is_told(
    tmp_path: Path,
) -> None:
    rng = np.random.default_rng(11)
    asked = open_ones(150)
    answers = replied(asked, ["看表情" * (1 + i % 5) for i in range(150)])
    theirs = rng.integers(20, 95, 150)
    path = tmp_path / "people.csv"
    lines = [f"m,{name},{mark}" for name, mark in zip(asked["id"], theirs, strict=True)]
    path.write_text("\n".join(["model,id,score", *lines]), encoding="utf-8")
    people = graded.people(path)
    by_chance = [[str(m) for m in row] for row in rng.integers(0, 101, (150, 3))]
    table = graded.agreement(graded_by(answers, by_chance), people)
    _, whose, r, low, high, *_, n = table.rows[0]
    assert (whose, n) == ("all", 150)
    assert float(str(low)) < 0 < float(str(high))
    assert abs(float(str(r))) < 0.2
    assert float(str(high)) - float(str(low)) < 0.4
    (told,) = graded.strangers(table)
    assert f"no better than by chance (r {r}, {low} to {high}, n = 150)" in told
    near = [[str(min(100, max(0, m + d))) for d in (-3, 0, 4)] for m in theirs]
    assert graded.strangers(graded.agreement(graded_by(answers, near), people)) == []
