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
