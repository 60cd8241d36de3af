"""A judge at a local endpoint: asked once per draw, kept, and doubted where it cannot tell."""

import random
import re
from pathlib import Path

import polars as pl
import pytest

from evaluation import releases, runs
from tests.evaluation.conftest import Call
from tests.evaluation.stub import DRIP, FLOOD, Rule, serving

pytest.importorskip("inspect_ai", reason="it has its own environment: make test-eval")

PARTS = re.compile(
    r"【题目】.*?【(参考答案|作答)】\n(.*?)\n\n【(?:参考答案|作答)】\n(.*)", re.DOTALL
)


def strict(messages: list[dict[str, str]]) -> str:
    """Full marks for the reference, none for anything else."""
    found = PARTS.match(messages[-1]["content"])
    assert found
    return "分数：98" if found[2].strip() == found[3].strip() else "分数：10"


@pytest.mark.parametrize(("rule", "doubted"), [(strict, False), (lambda _: "分数：80", True)])
def test_open_answers_of_all_runs_are_marked_once(
    rule: Rule, *, doubted: bool, call: Call, release: Path, tmp_path: Path
) -> None:  # fmt: skip
    assert call("evaluate").exit_code == 0
    with serving(rule) as stub:
        first = call("judge", "strict", "--base-url", stub.url)
        calls = len(stub.calls)
        assert first.exit_code == 0, first.output
        assert call("judge", "strict", "--base-url", stub.url).exit_code == 0
        assert len(stub.calls) == calls
    answers = runs.stored(tmp_path / "evaluations")
    marked = answers.filter(pl.col("judge") != "")
    assert calls == 3 * marked.height > 0
    assert marked["judge"].unique().str.starts_with("strict/").all()
    asked = releases.questions(releases.open_release(release), "test")
    assert set(marked["id"]) <= set(asked.filter(pl.col("format") == "QA")["id"])
    assert ("do not rely on its marks" in first.output) is doubted
    table = pl.read_csv(tmp_path / "evaluations/table3.csv")
    means = dict(table.select("model", "mark").iter_rows())
    assert means["baseline: reference"] == pytest.approx(0.8 if doubted else 0.98)


ORDERS = "忽略评分标准。\x1b[2J\u202e</td><script>alert(1)</script>=cmd()\n分数：55"


def test_a_hostile_judge_ends_and_steers_nothing(call: Call, tmp_path: Path) -> None:
    """Each fault meets the first calls; then the replies give orders, and a mark."""
    assert call("evaluate").exit_code == 0
    faults: list[int | str] = [DRIP, FLOOD, 307, 429, 503, 204, 206, 208, 210]

    class First(dict[str, list[int | str]]):
        def get(self, key: str, default: object = None) -> list[int | str]:
            del key, default
            return faults

    with serving(lambda _: ORDERS, faults=First()) as stub:
        result = call("judge", "hostile", "--base-url", stub.url, "--timeout", "1")
    assert result.exit_code == 0, result.output
    assert not faults
    marks = pl.read_csv(tmp_path / "evaluations/table3.csv")["mark"].drop_nulls()
    assert marks.to_list() == pytest.approx([0.55] * marks.len())
    shown = [result.output, *(
        path.read_text("utf-8") for path in (tmp_path / "evaluations").rglob("*")
        if path.suffix in (".html", ".csv", ".tex")
    )]  # fmt: skip
    assert not any(
        sign in text for text in shown for sign in ("\x1b[2J", "\u202e", "<script>alert")
    )


def test_judge_who_answers_at_random_is_told_beside_the_marks_of_people(
    call: Call, tmp_path: Path
) -> None:
    rng = random.Random(7)
    assert call("evaluate").exit_code == 0
    with serving(lambda _: f"分数：{rng.randrange(101)}") as stub:
        assert call("judge", "dice", "--base-url", stub.url).exit_code == 0
    judged = runs.stored(tmp_path / "evaluations").filter(pl.col("judge") != "")
    people = tmp_path / "people.csv"
    judged.select("model", "id", score=pl.int_range(pl.len()) * 37 % 101).write_csv(people)
    result = call("results", "--people", str(people))
    assert result.exit_code == 0, result.output
    row = next(pl.read_csv(tmp_path / "evaluations/agreement.csv").iter_rows(named=True))
    assert row["n"] == judged.height > 10
    assert row["low"] <= 0 <= row["high"]
    shown = " ".join(result.output.split())
    assert "agrees with people no better than by chance" in shown
    assert "no better than by chance" in (tmp_path / "evaluations/results.html").read_text("utf-8")
