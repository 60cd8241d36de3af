"""`cpsyexam label`: any bank in, one JSON object a question out."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench.released import ABSENT, FOLDER
from cpsyexam.errors import SourceError
from pipeline.commands.label import command

CASE = "一般资料：求助者，男性，30岁。案例介绍：三个月来情绪低落，主动前来咨询。对其诊断的依据是"
BANK = [
    {
        "id": "a1",
        "question": "感觉的种类包括",
        "options": {"A": "视觉", "B": "听觉", "C": "思维"},
        "answer": "AB",
        "question_type": "multi",
    },
    {
        "id": "a2",
        "question": CASE,
        "options": {"A": "病程", "B": "症状"},
        "answer": "A",
        "question_type": "single",
    },
]


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    """A small bank in JSON."""
    path = tmp_path / "bank.json"
    path.write_text(json.dumps(BANK, ensure_ascii=False), encoding="utf-8")
    return path


def test_json_lines(bank: Path) -> None:
    result = CliRunner().invoke(command, [str(bank), "--json"])
    assert result.exit_code == 0, result.output
    first, second = (json.loads(line) for line in result.output.splitlines())
    assert (first["source_id"], first["task"], first["format"]) == ("a1", "KG", "MAQ")
    assert (second["source_id"], second["task"], second["format"]) == ("a2", "CA", "SCQ")
    assert second["category"] == "reasoning"
    assert second["confidence"] > 0.9
    assert "general data" in second["keywords"]


def test_a_table_for_people(bank: Path) -> None:
    result = CliRunner().invoke(command, [str(bank)])
    assert result.exit_code == 0
    assert "1 CA SCQ, 1 KG MAQ" in result.output


def test_a_missing_bank_is_named(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, [str(tmp_path / "none.json")])
    assert isinstance(result.exception, SourceError)


@pytest.mark.skipif(not FOLDER.exists(), reason=ABSENT)
def test_a_folder_of_released_files() -> None:
    result = CliRunner().invoke(command, [str(FOLDER / "dev"), "--json"])
    assert result.exit_code == 0
    rows = [json.loads(line) for line in result.output.splitlines()]
    assert len(rows) == 1097
    assert sum(row["task"] == "CA" for row in rows) == 88
