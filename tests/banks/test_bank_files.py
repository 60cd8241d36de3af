"""Banks in every format, with columns guessed, named, nested and broken."""

import csv
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from banks import values
from banks.mapping import Mapping, UnknownColumnsError
from banks.read import questions, read, read_mapping
from banks.settings import BanksSettings
from banks.stage import extract
from cpsyexam.errors import ConfigError, SourceError
from cpsyexam.records import RawQuestion
from tests.documents.office import xlsx_bytes

CHOICE = {
    "subject_name": "普通心理学",
    "question_type": "multi",
    "kind": "knowledge",
    "question": "记忆的过程包括（　　）",
    "options": {"A": "识记", "B": "保持", "C": "遗忘曲线", "D": "", "E": ""},
    "answer": "AB",
    "explanation": "略",
    "id": "7f",
}
TERMS = """
[terms]
owner = "nobody"
licence = "CC0-1.0"
terms_url = "https://example.org"
decided_by = "nobody"
decided_on = "2026-01-01"
"""


def write(path: Path, content: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    path.write_text(text, encoding="utf-8")
    return path


def row(frame: pl.DataFrame, number: int = 0) -> dict[str, Any]:
    return frame.row(number, named=True)


def test_the_bank_of_cpsyexam(tmp_path: Path) -> None:
    name = "KG-SSE-中学教师心理学-多项选择题.json"
    write(tmp_path / "train" / name, [CHOICE, {**CHOICE, "id": "8a"}])
    write(tmp_path / "dev" / "CA-心理咨询-单项选择题.json", [{**CHOICE, "question_type": "single"}])
    write(
        tmp_path / "qa" / "train.json",
        [{"question": "记忆", "answer": "经验", "question_type": "QA"}],
    )
    found = questions(tmp_path)
    assert found.drop("bank_id", "split").columns == RawQuestion.column_names()
    by_form = {r["declared"]: r for r in found.iter_rows(named=True)}
    knowledge = by_form["MAQ"]
    assert (knowledge["exam"], knowledge["subject"]) == ("TQE", "中学教师心理学")
    assert knowledge["options"] == ["识记", "保持", "遗忘曲线"]
    assert (knowledge["split"], knowledge["bank_id"], knowledge["locator"]) == (
        "train",
        "8a",
        "row=2;id=8a",
    )
    assert by_form["SCQ"]["category"] == "application"
    assert by_form["SCQ"]["split"] == "dev"
    assert (by_form["QA"]["options"], by_form["QA"]["answer"]) == ([], "经验")
    assert found["raw_id"].n_unique() == 4


def test_csv_of_cmmlu_and_c_eval(tmp_path: Path) -> None:
    path = tmp_path / "dev" / "professional_psychology.csv"
    path.parent.mkdir()
    with path.open("w", encoding="gb18030", newline="") as stream:
        out = csv.writer(stream)
        out.writerow(["", "Question", "A", "B", "C", "D", "Answer"])
        out.writerow(["0", "记忆的第一步是，", "识记", "保持\n久", "再认", "回忆", "A"])
    found = row(questions(tmp_path))
    assert found["options"] == ["识记", "保持\n久", "再认", "回忆"]
    assert (found["answer"], found["split"], found["bank_id"]) == ("A", "dev", "0")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ({"question": "q", "choices": ["甲", "乙"], "answer": 2}, "B"),
        ({"question": "q", "choices": {"text": ["甲", "乙"]}, "answerKey": "A"}, "A"),
        ({"doc_id": 3, "doc": {"query": "q", "choices": ["甲", "乙"], "gold": 0}}, "A"),
        ({"question": "q", "options": ["甲", "乙"], "answer": ["A", "B"]}, "A,B"),
        ({"question": "q", "options": "A. 甲 B. 乙", "answer": "B"}, "B"),
        ({"question": "q", "option_a": "甲", "option_b": "乙", "answer": "b"}, "b"),
        ({"题目": "q", "选项": '["甲", "乙"]', "答案": "A"}, "A"),
    ],
)  # fmt: skip
def test_json_lines_of_many_tasks(tmp_path: Path, line: dict[str, Any], answer: str) -> None:
    path = write(tmp_path / "task.jsonl", json.dumps(line, ensure_ascii=False) + "\n")
    found = row(questions(path))
    assert (found["stem"], found["options"], found["answer"]) == ("q", ["甲", "乙"], answer)


def test_parquet(tmp_path: Path) -> None:
    path = tmp_path / "test-00000.parquet"
    pl.DataFrame({"question": ["q"], "options": [["甲", "乙"]], "answer": ["A"]}).write_parquet(
        path
    )
    found = row(questions(path))
    assert (found["options"], found["split"]) == (["甲", "乙"], "test")


def test_a_release_of_our_own(tmp_path: Path) -> None:
    path = tmp_path / "train-00000-of-00001.parquet"
    columns = {"question": ["q", "简述"], "options": [["甲", "乙"], []], "answer": [[1], []]}
    pl.DataFrame({**columns, "reference": ["", "要点"]}).write_parquet(path)
    assert questions(path)["answer"].to_list() == ["B", "要点"]


def test_columns_can_be_named(tmp_path: Path) -> None:
    path = write(tmp_path / "b.json", [{"t": "q", "o1": "甲", "o2": "乙", "key": 2, "kind": "x"}])
    toml = write(
        tmp_path / "m.toml",
        'stem = "t"\noptions = ["o1", "o2"]\nanswer = "key"\ndeclared = "kind"\nfirst_answer = 1\n'
        'formats = {x = "SCQ"}\n[[defaults]]\nmatch = "*.json"\nexam = "PCE"\n',
    )
    found = row(questions(path, read_mapping(toml)))
    assert (found["stem"], found["options"], found["answer"]) == ("q", ["甲", "乙"], "B")
    assert (found["declared"], found["exam"]) == ("SCQ", "PCE")
    with pytest.raises(SourceError, match="names a column 'nothere'"):
        questions(path, Mapping(stem="nothere"))
    with pytest.raises(ConfigError, match="did you mean 'stem'"):
        read_mapping(write(tmp_path / "wrong.toml", 'stemm = "t"'))


def test_the_guess_is_shown(tmp_path: Path) -> None:
    path = write(tmp_path / "b.json", [CHOICE])
    assert read(path)[0].mapping.columns() == {
        "stem": "question",
        "options": "options",
        "answer": "answer",
        "explanation": "explanation",
        "declared": "question_type",
        "subject": "subject_name",
        "id": "id",
    }


def test_other_files_of_a_folder_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path / "a.json", [CHOICE])
    write(tmp_path / "info.json", {"version": "1"})
    assert len(read(tmp_path)) == 1
    with pytest.raises(UnknownColumnsError, match="no column looks like the question"):
        read(tmp_path / "info.json")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.json", '[{"question": ', "cannot be read"),
        ("a.json", "[1, 2]", "no rows with named columns"),
        ("a.json", "3", "neither a list nor an object"),
        ("a.ods", "x", "unknown kind of file"),
        ("a.xlsx", "x", "cannot be unpacked"),
        ("a.parquet", "x", "cannot be read"),
        ("", "", "no such file or folder"),
    ],
)
def test_a_bank_that_cannot_be_read_says_why(
    tmp_path: Path, name: str, content: str, said: str
) -> None:
    path = write(tmp_path / name, content) if name else tmp_path / "nothing"
    with pytest.raises(SourceError, match=said) as caught:
        read(path)
    assert "\n" not in caught.value.line()


def test_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no JSON"):
        read(tmp_path)


def test_formats_options_and_answers() -> None:
    words = [
        "单项选择题",
        "多选题",
        "不定项选择",
        "判断题",
        "填空",
        "名词解释",
        "multi",
        "",
        "其他",
    ]
    found = [values.declared(word, {}) for word in words]
    assert found == ["SCQ", "MAQ", "INDEF", "TF", "FILL", "QA", "MAQ", "", ""]
    assert values.options({"B": "乙", "A": "甲", "D": "丁"}) == ["甲", "乙", "", "丁"]
    assert values.options([{"o": "甲"}, {"text": "乙"}, ""]) == ["甲", "乙"]
    assert values.options(None) == []
    assert values.options("甲\n乙\n") == ["甲", "乙"]
    assert values.answer(None) == ""
    assert values.answer("[0, 2]") == "0,2"
    assert [values.numbers(said) for said in (2.0, "1,3", "3.5", "B", None)] == [
        [2], [1, 3], None, None, None
    ]  # fmt: skip


def bank_toml(tmp_path: Path, path: Path) -> Path:
    return write(tmp_path / "My Bank.toml", f'title = "t"\npath = "{path}"\n{TERMS}')


def test_the_stage_keeps_the_row_law(tmp_path: Path) -> None:
    data = tmp_path / "data"
    write(data / "a.json", [CHOICE, "no object"])
    write(data / "b.json", "[{")
    write(data / "c.json", [])
    settings = BanksSettings(sources=(bank_toml(tmp_path, data),))
    outcome = extract({}, settings)
    captures = set(outcome.tables["captures"]["capture"])
    assert captures == set(outcome.kept["capture"]) | set(outcome.rejected["parent"])
    assert sorted(outcome.rejected["rule"]) == ["no_question", "unreadable_file", "unreadable_row"]
    assert outcome.tables["sources"]["source"].to_list() == ["my-bank"]
    assert json.loads(outcome.tables["sources"]["terms"][0])["licence"] == "CC0-1.0"
    assert outcome.metrics["columns"]["my-bank"]["a.json"]["stem"] == "question"
    names = {path.name for path in settings.outside_files()}
    assert names == {"My Bank.toml", "a.json", "b.json", "c.json"}


def test_two_readings_are_equal(tmp_path: Path) -> None:
    settings = BanksSettings(sources=(bank_toml(tmp_path, write(tmp_path / "a.json", [CHOICE])),))
    assert extract({}, settings).kept.equals(extract({}, settings).kept)


def test_no_banks() -> None:
    outcome = extract({}, BanksSettings())
    assert outcome.kept.height == outcome.rejected.height == 0


def test_bank_tomls_that_are_wrong(tmp_path: Path) -> None:
    none = write(tmp_path / "none.toml", f'title = "t"\n{TERMS}')
    with pytest.raises(SourceError, match="either `path` or `hub`"):
        extract({}, BanksSettings(sources=(none,)))
    gone = bank_toml(tmp_path, tmp_path / "gone")
    with pytest.raises(SourceError, match="no such file or folder"):
        BanksSettings(sources=(gone,)).outside_files()
    twice = (bank_toml(tmp_path, write(tmp_path / "a.json", [CHOICE])),) * 2
    with pytest.raises(ConfigError, match="named twice"):
        extract({}, BanksSettings(sources=twice))


def test_a_spreadsheet_with_the_headings_of_a_question_bank(tmp_path: Path) -> None:
    header = ("序号", "考试科目", "试题类型", "题目内容", "选项A", "选项B", "标准答案", "试题解析")
    row = (1, "普通心理学", "单选题", "记忆的第一个环节是（ ）。", "识记", "保持", "A", "略")
    path = tmp_path / "bank.xlsx"
    path.write_bytes(xlsx_bytes([("题库",), header, row, (None,) * 8]))
    found = questions(path).to_dicts()
    assert len(found) == 1
    assert {key: found[0][key] for key in ("stem", "options", "answer", "subject", "number")} == {
        "stem": "记忆的第一个环节是（ ）。",
        "options": ["识记", "保持"],
        "answer": "A",
        "subject": "普通心理学",
        "number": "1",
    }
    assert (found[0]["explanation"], found[0]["declared"]) == ("略", "SCQ")
