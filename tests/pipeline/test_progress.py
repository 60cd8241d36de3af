"""What is said of files before anything is built."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.cli import cli
from pipeline.start.looking import look

ROOT = Path(__file__).resolve().parents[2]


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
