"""The verbs: tables at once without a model, one line for bad input, old runs scored again."""

import shutil
from importlib.util import find_spec
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from bench import builds
from pipeline.cli import cli
from tests.evaluation.conftest import Call, line
from tests.publishing.conftest import sealed


def test_baselines_print_tables_and_write_a_page(call: Call, tmp_path: Path) -> None:
    result = call("evaluate")
    assert result.exit_code == 0, result.output
    assert "all letters" in result.output
    assert (tmp_path / "evaluations/results.html").is_file()
    again = call("results", "--all", "--with-published")
    assert again.exit_code == 0
    assert "Choice questions by subject" in again.output
    assert "67.43" in again.output


def test_altered_release_is_refused(call: Call, release: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(release, copy)
    shard = min(copy.glob("data/*/test-*.parquet"))
    pl.read_parquet(shard).with_columns(answer=pl.lit("A")).write_parquet(shard)
    assert "is not what the release was sealed with" in line(call("evaluate", folder=copy))


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["evaluate", "m", "--base-url", "ftp://x"], "no address of an endpoint 'ftp://x'"),
        (["evaluate", "m", "--base-url", "http://x", "--role", "king"], "unknown role 'king'"),
        (["evaluate", "m", "--base-url", "http://x", "--shots", "a"], "numbers from 0 to 32"),
        (["evaluate", "--split", "exam"], "no split 'exam'"),
        (["results"], "no answers here"),
    ],
)
def test_bad_input_is_one_line(call: Call, args: list[str], message: str) -> None:
    assert message in line(call(*args))


@pytest.mark.skipif(find_spec("inspect_ai") is not None, reason="inspect_ai is here")
def test_model_without_the_extra_is_told_what_to_install(call: Call) -> None:
    assert "asking a model needs inspect_ai; run make .venv/eval/stamp, then" in line(
        call("evaluate", "m")
    )


def test_folder_without_a_release_is_told(call: Call, tmp_path: Path) -> None:
    assert "not a release" in line(call("evaluate", folder=tmp_path))


def test_broken_table_of_answers_is_named(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "evaluations/x/answers.parquet"
    path.parent.mkdir(parents=True)
    pl.DataFrame({"id": ["a"]}).write_parquet(path)
    assert "not a table of answers" in line(call("results"))


def test_withheld_keys_are_taken_from_the_reserve_or_missed_in_one_line(tmp_path: Path) -> None:
    builds.make(tmp_path / "made/build", 240)
    folder = sealed(tmp_path / "made", test_answers="withheld")
    bare = ["--release", str(folder), "--out", str(tmp_path / "elsewhere")]
    assert "their keys are withheld" in line(CliRunner().invoke(cli, ["evaluate", *bare]))
    keys = ["--keys", str(tmp_path / "made/reserve/made-up-0.1.0")]
    result = CliRunner().invoke(cli, ["results", *bare, *keys])
    assert result.exit_code == 0, result.output
    assert "all letters" in result.output
    reserved = CliRunner().invoke(cli, ["evaluate", "--split", "reserved", *bare, *keys])
    assert reserved.exit_code == 0, reserved.output
