"""The verbs that ask a model, at a local endpoint."""

import json
from pathlib import Path

import polars as pl
import pytest

from evaluation import releases
from tests.evaluation.conftest import Call, line
from tests.evaluation.stub import serving
from tests.evaluation.student import Student

pytest.importorskip("inspect_ai", reason="it has its own environment: make test-eval")


def test_model_with_two_settings_then_results_after_an_erratum(
    call: Call, release: Path, tmp_path: Path
) -> None:
    asked = releases.questions(releases.open_release(release), "test")
    with serving(Student(asked)) as stub:
        result = call(
            "evaluate", "stub", "--base-url", stub.url, "--shots", "0,5", "--role", "expert,student"
        )
    assert result.exit_code == 0, result.output
    assert "Roles: paired differences" in result.output
    assert len(list((tmp_path / "evaluations").glob("*/run.json"))) == 4
    table = pl.read_csv(tmp_path / "evaluations/table2.csv")
    choices = asked.filter(pl.col("format") != "QA")
    worth = Student(asked).worth(set(choices["id"]))
    assert table["Avg"].to_list() == pytest.approx([sum(worth.values()) / len(worth)] * 2)


def test_endpoint_that_fails_most_of_the_time_is_exit_code_1(call: Call, release: Path) -> None:
    asked = releases.questions(releases.open_release(release), "test")
    faults = {p: [400] for p in Student(asked).rows}
    with serving(Student(asked), faults=faults) as stub:
        result = call("evaluate", "stub", "--base-url", stub.url, "--limit", "5")
    assert result.exit_code == 1
    assert "of the calls failed" in result.output


def test_changed_prompt_is_another_run(call: Call, release: Path, tmp_path: Path) -> None:
    asked = releases.questions(releases.open_release(release), "test")
    role = tmp_path / "mine.toml"
    with serving(Student(asked)) as stub:
        for version in ("1", "2"):
            text = f'version = "{version}"\n[choice]\nsystem = "x"\n[open]\nsystem = "x"\n'
            role.write_text(text, encoding="utf-8")
            options = ["--base-url", stub.url, "--role", str(role), "--limit", "3"]
            assert call("evaluate", "stub", *options).exit_code == 0
    runs = [json.loads(p.read_text("utf-8")) for p in tmp_path.glob("evaluations/*/run.json")]
    assert len({run["prompt"] for run in runs}) == 2


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["m"], "no endpoint for 'm' (Model name 'm' should be in the format"),
        (["nosuch/m"], "no endpoint for 'nosuch/m' (Model API nosuch"),
        (["openai/gpt-4o"], "no endpoint for 'openai/gpt-4o'"),
        (["m", "--base-url", "http://127.0.0.1:9/v1"], "start the endpoint"),
        (["mockllm/model", "--prices", "nosuch.json"], "no price list"),
    ],
)
def test_bad_model_is_one_line(call: Call, args: list[str], message: str) -> None:
    assert message in line(call("evaluate", *args))


def test_other_wording_is_asked_and_paired_with_the_released_one(
    call: Call, release: Path, tmp_path: Path
) -> None:
    asked = releases.questions(releases.open_release(release), "test")
    single = asked.filter(pl.col("format") == "SCQ")
    rows = [
        {"id": row["id"], "question": f"换言之，{row['question']}", "options": row["options"]}
        for row in single.iter_rows(named=True)
    ]
    path = tmp_path / "other.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    student = Student(asked)

    def said(messages: list[dict[str, str]]) -> str:
        prompt = messages[-1]["content"]
        return "答案：Z" if "换言之" in prompt else student.said(prompt)

    with serving(said) as stub:
        common = ["evaluate", "stub", "--base-url", stub.url]
        assert call(*common).exit_code == 0
        done = call(*common, "--paraphrased", str(path), "--scoring", "published")
        assert done.exit_code == 0, done.output
        assert sum("换言之" in one[-1]["content"] for one in stub.calls) == single.height
    table = pl.read_csv(tmp_path / "evaluations/paraphrased.csv")
    worth = Student(asked).worth(set(single["id"]))
    assert table["paraphrased"].to_list() == [0.0]
    assert table["as released"].to_list() == [pytest.approx(sum(worth.values()) / len(worth))]
    assert table["n"].to_list() == [single.height]
    assert "As the reference code scores" in done.output
    runs = [json.loads(p.read_text("utf-8")) for p in tmp_path.glob("evaluations/*/run.json")]
    assert {run["sampling"]["exemplars"] for run in runs} == {"dev", "train"}


@pytest.mark.parametrize(
    "text", ['{"id": "q-none", "options": []}', '{"id": "{one}", "options": ["甲"]}', "nonsense"]
)
def test_other_wording_that_does_not_fit_is_one_line(
    text: str, call: Call, release: Path, tmp_path: Path
) -> None:
    asked = releases.questions(releases.open_release(release), "test")
    path = tmp_path / "other.jsonl"
    path.write_text(text.replace("{one}", asked["id"][0]), encoding="utf-8")
    said = line(call("evaluate", "m", "--base-url", "http://x", "--paraphrased", str(path)))
    assert str(path) in said
