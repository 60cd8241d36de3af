"""Instruction data of others, searched for questions that are held out."""

import json
from pathlib import Path
from typing import Any

import pytest

from cpsyexam.errors import ReleaseError
from evaluation import releases
from evaluation.prompting import shown
from tests.evaluation.conftest import Call, line


def shaped(kind: str, text: str) -> dict[str, Any]:
    if kind == "messages":
        turns = [("system", "你是专家"), ("user", text), ("assistant", "答案：A")]
        return {"messages": [{"role": role, "content": said} for role, said in turns]}
    if kind == "conversations":
        return {"conversations": [{"from": "human", "value": text}, {"from": "gpt", "value": "A"}]}
    return {"instruction": "选出正确的一项。\n\n" + text, "input": "", "output": "A"}


@pytest.mark.parametrize("kind", ["messages", "conversations", "instruction"])
def test_held_out_questions_are_found_in_files_of_all_shapes(
    kind: str, call: Call, release: Path, tmp_path: Path
) -> None:
    opened = releases.open_release(release)
    train = releases.questions(opened, "train").head(5).to_dicts()
    held = releases.questions(opened, "test").filter(format="MAQ").head(2).to_dicts()
    own = {
        "question": "下列哪一项是作者自己编的问题？",
        "options": ["甲乙", "丙丁"],
        "material": "",
    }
    rows = [shaped(kind, shown(row)) for row in (*train, own)]
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
    clean = call("sft", "--check", str(path))
    assert clean.exit_code == 0, clean.output
    assert "none of 6 questions" in clean.output
    rows += [shaped(kind, shown(row) + "\n") for row in held]
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    found = call("sft", "--check", str(path))
    assert isinstance(found.exception, ReleaseError)
    assert found.exception.exit_code == 1
    assert "2 of 8 questions are held out" in found.exception.line()
    assert f"row 7: {held[0]['id']} of test, 100% alike" in found.output


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense", "not a file of instruction data"),
        ("", "no question in it"),
        ('{"text": "A"}', "row 1 is none"),
        ('{"messages": ["A"]}', "row 1 is none"),
        ('{"messages": [{"role": "system", "content": "A"}]}', "no question in it"),
        ("[" * 100_000, "not a file of instruction data"),
    ],
)
def test_file_of_another_shape_is_one_line(
    text: str, message: str, call: Call, tmp_path: Path
) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(text, encoding="utf-8")
    assert message in line(call("sft", "--check", str(path)))


def test_folder_or_file_is_wanted(call: Call) -> None:
    assert "name a folder to write, or a file by --check" in line(call("sft"))
