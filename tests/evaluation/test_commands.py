"""The verbs: tables at once without a model, one line for bad input, old runs scored again."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner, Result

from bench import builds
from cpsyexam.errors import CpsyexamError
from evaluation import releases
from pipeline.cli import cli
from tests.evaluation.stub import serving
from tests.evaluation.test_endpoint import Student
from tests.publishing.conftest import build_release

Call = Callable[..., Result]


@pytest.fixture
def call(release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Runs a verb on the release, with runs below tmp_path."""
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    def run(*args: str, folder: Path = release) -> Result:
        common = ["--release", str(folder), "--out", str(tmp_path)]
        return CliRunner().invoke(cli, [*args, *common])

    return run


def line(result: Result) -> str:
    """The one line that a person sees of an error."""
    if isinstance(result.exception, CpsyexamError):
        assert result.exception.exit_code == 2
        return result.exception.line()
    assert result.exit_code == 2
    return " ".join(result.output.split())


def test_baselines_print_tables_and_write_a_page(call: Call, tmp_path: Path) -> None:
    result = call("evaluate")
    assert result.exit_code == 0, result.output
    assert "all letters" in result.output
    assert (tmp_path / "evaluations/results.html").is_file()
    again = call("results", "--all", "--with-published")
    assert again.exit_code == 0
    assert "Choice questions by subject" in again.output
    assert "67.43" in again.output


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


def test_altered_release_is_refused(call: Call, release: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(release, copy)
    shard = min(copy.glob("data/*/test-*.parquet"))
    pl.read_parquet(shard).with_columns(answer=pl.lit("A")).write_parquet(shard)
    assert "is not what the release was sealed with" in line(call("evaluate", folder=copy))


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["evaluate", "m"], "no endpoint for 'm'; give --base-url http://HOST/v1"),
        (["evaluate", "m", "--base-url", "ftp://x"], "no endpoint for 'm'"),
        (["evaluate", "m", "--base-url", "http://127.0.0.1:9/v1"], "start the endpoint"),
        (["evaluate", "m", "--base-url", "http://x", "--role", "king"], "unknown role 'king'"),
        (["evaluate", "m", "--base-url", "http://x", "--shots", "a"], "numbers from 0 to 32"),
        (["evaluate", "--split", "exam"], "no split 'exam'"),
        (["results"], "no answers here"),
    ],
)
def test_bad_input_is_one_line(call: Call, args: list[str], message: str) -> None:
    assert message in line(call(*args))


def test_folder_without_a_release_is_told(call: Call, tmp_path: Path) -> None:
    assert "not a release" in line(call("evaluate", folder=tmp_path))


def test_broken_table_of_answers_is_named(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "evaluations/x/answers.parquet"
    path.parent.mkdir(parents=True)
    pl.DataFrame({"id": ["a"]}).write_parquet(path)
    assert "not a table of answers" in line(call("results"))


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


def test_withheld_keys_are_taken_from_the_reserve_or_missed_in_one_line(tmp_path: Path) -> None:
    builds.make(tmp_path / "made/build", 240)
    folder = build_release(tmp_path / "made", test_answers="withheld")
    bare = ["--release", str(folder), "--out", str(tmp_path / "elsewhere")]
    assert "their keys are withheld" in line(CliRunner().invoke(cli, ["evaluate", *bare]))
    keys = ["--keys", str(tmp_path / "made/reserve/made-up-0.1.0")]
    result = CliRunner().invoke(cli, ["results", *bare, *keys])
    assert result.exit_code == 0, result.output
    assert "all letters" in result.output
    reserved = CliRunner().invoke(cli, ["evaluate", "--split", "reserved", *bare, *keys])
    assert reserved.exit_code == 0, reserved.output
