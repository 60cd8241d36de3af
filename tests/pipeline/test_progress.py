"""What a build says while it works."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.cli import cli
from pipeline.start.looking import look

ROOT = Path(__file__).resolve().parents[2]
RECIPE = "samples/fields/nursing/recipe.toml"


def test_a_piped_build_prints_an_estimate_and_a_line_a_stage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    args = ["build", RECIPE, "--out", str(tmp_path), "--workers", "1"]
    first = CliRunner().invoke(cli, args)
    assert first.exit_code == 0, first.output
    lines = first.stderr.splitlines()
    assert lines[0].startswith("nursing-sample-0.1.0: files ")
    assert "about" in lines[0]
    assert "on disk" in lines[0]
    assert lines[1].startswith("files: 67 kept · ")
    assert "pieces set aside" in lines[1]
    assert [line.partition(":")[0] for line in lines[2:]] == [
        "parsed", "reviewed", "cleaned", "gated", "unique", "labeled", "relabeled", "shuffled",
        "split", "release",
    ]  # fmt: skip
    assert "Shares of every subject and format: test 15%" in first.stdout
    again = CliRunner().invoke(cli, args)
    assert "the last build took" in again.stderr
    assert "kept · unchanged" in again.stderr
    assert CliRunner().invoke(cli, [*args, "--quiet"]).stderr == ""


def test_labels_and_health_of_a_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    paper = "samples/fields/nursing/papers/儿科护理学.txt"
    labelled = CliRunner().invoke(cli, ["label", paper, "--json"])
    assert labelled.exit_code == 0, labelled.output
    assert len(labelled.stdout.splitlines()) == 14
    looked = CliRunner().invoke(cli, ["inspect", paper, "--json"])
    assert looked.exit_code == 0, looked.output
    assert '"questions": 14' in looked.stdout


def test_a_folder_with_builds_is_not_taken_for_a_bank(tmp_path: Path) -> None:
    from banks.mapping import Mapping
    from cpsyexam.errors import SourceError

    (tmp_path / "build").mkdir()
    (tmp_path / "a.csv").write_text("题干,答案\n甲,A\n", "utf-8")
    with pytest.raises(SourceError, match="put the files into a folder of their own"):
        look(tmp_path, Mapping())
