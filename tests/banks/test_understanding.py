"""Doors that show what they understood: headings, tables, encodings and cases."""

import json
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from banks.read import questions, understood
from banks.settings import BanksSettings
from banks.stage import extract
from cpsyexam.errors import SourceError
from tests.banks.test_bank_files import bank_toml, write

STEMS = (
    "人在注意一件事时，同时离开了其余的事，这是注意的哪种特点",
    "把材料与已有的知识联系起来以便记住，这样的策略是",
    "斯金纳把有机体自发作出的反应叫作",
    "罗夏墨迹测验属于哪一类测验",
)
OPTIONS = (
    ["集中性", "指向性", "稳定性", "分配性"],
    ["复述策略", "监控策略", "精细加工策略", "资源管理策略"],
    ["操作性行为", "应答性行为", "本能", "反射"],
    ["自陈测验", "情境测验", "能力测验", "投射测验"],
)
KEYS = ("指向性", "精细加工策略", "操作性行为", "投射测验")


def rows(answers: list[Any], options: Any = OPTIONS) -> list[dict[str, Any]]:
    told = zip(STEMS, options, answers, strict=True)
    return [{"question": stem, "options": own, "answer": key} for stem, own, key in told]


HEADINGS = [
    ("题干（必填）", "题型 （必填）", "选项 A", "选项 B", "选项 C", "选项 D", "正确答案\n（必填）"),
    ("*题目", "*题型", "A", "B", "C", "D", "*答案"),
    ("试题内容：", "试题类型", "选项（A）", "选项（B）", "选项（C）", "选项（D）", "答案[大写]"),
    ("问题", "题型（0单选，1判断，2多选）", "A选项", "B选项", "C选项", "D选项", "答案（如：A, B）"),
    ("question", "type", "opa", "opb", "opc", "opd", "cop"),
    ("Question Text", "Q_Type", "Option 1", "Option 2", "Option 3", "Option 4", "Correct Answer"),
    ("stem", "format", "ending0", "ending1", "ending2", "ending3", "label"),
    ("Question - 120 signs", "type", *(f"Answer {n} - 75 long" for n in "1234"), "Key – one"),
]  # fmt: skip


@pytest.mark.parametrize("head", HEADINGS, ids=[head[0].split("（")[0] for head in HEADINGS])
@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_headings_as_people_write_them(tmp_path: Path, head: tuple[str, ...], form: str) -> None:
    kind = "0" if "0单选" in head[1] else "单选题"
    told = [
        (stem, kind, *own, "ABCD"[own.index(key)])
        for stem, own, key in zip(STEMS, OPTIONS, KEYS, strict=True)
    ]
    path = tmp_path / f"b.{form}"
    if form == "csv":
        cells = [[f'"{cell}"' for cell in row] for row in (head, *told)]
        write(path, "\n".join(map(",".join, cells)))
    else:
        sheet(path, [head, *told])
    found = questions(path)
    assert found["options"].to_list() == [list(own) for own in OPTIONS]
    assert found["answer"].to_list() == ["B", "C", "A", "D"]
    assert set(found["declared"]) == {"SCQ"}


def sheet(path: Path, cells: list[tuple[Any, ...]], merged: tuple[str, ...] = ()) -> Path:
    book = openpyxl.Workbook()
    page = book.active
    assert page is not None
    for row in cells:
        page.append(row)
    for area in merged:
        page.merge_cells(area)
    book.save(path)
    return path


def test_titles_and_notes_above_the_headings(tmp_path: Path) -> None:
    head = ["题干", "A", "B", "C", "D", "答案"]
    lines = ["《普通心理学》题库,,,,,", "请勿修改表头,,,,,", ",".join(head)]
    told = [",".join([s, *o, "B"]) for s, o in zip(STEMS, OPTIONS, strict=True)]
    assert questions(write(tmp_path / "b.csv", "\n".join([*lines, *told])))["stem"].to_list() == [
        *STEMS
    ]
    two = [
        ("教育心理学题库", None, None, None, None, None),
        ("题干", "选项", None, None, None, "答案"),
        (None, "A", "B", "C", "D", None),
        (STEMS[0], *OPTIONS[0], "B"),
    ]
    found = questions(sheet(tmp_path / "b.xlsx", two, ("A1:F1", "B2:E2", "A2:A3", "F2:F3")))
    assert found["options"].to_list() == [OPTIONS[0]]


def test_missing_columns_are_told_with_those_there_are(tmp_path: Path) -> None:
    bare = [{"题干": stem, "正答": "B", "难度": "易"} for stem in STEMS]
    path = write(tmp_path / "b.json", bare)
    assert understood(path)[1].said["not read"] == "正答, 难度"
    keyed = [{"题干": stem, "答案": "B", "难度": "易"} for stem in STEMS]
    missing = understood(write(tmp_path / "c.json", keyed))[1].missing
    assert missing == "keys are letters, and no options were found; columns are: 题干, 答案, 难度"


def test_a_mapping_that_fits_no_file_stops_the_build(tmp_path: Path) -> None:
    toml = bank_toml(tmp_path, write(tmp_path / "b.json", rows([1, 2, 0, 3])))
    toml.write_text(toml.read_text("utf-8") + '\n[mapping]\nstem = "题目"\n', "utf-8")
    with pytest.raises(SourceError, match=r"mapping\.stem names a column '题目' that is not there"):
        extract({}, BanksSettings(sources=(toml,)))


def as_lines(told: list[dict[str, Any]]) -> str:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in told)


def shapes() -> dict[str, str]:
    told = rows([1, 2, 0, 3])
    columns = {name: [row[name] for row in told] for name in told[0]}
    shaped: dict[str, Any] = {
        "pandas columns": {name: dict(enumerate(cells)) for name, cells in columns.items()},
        "pandas index": dict(enumerate(told)),
        "pandas split": {
            "columns": list(told[0]), "index": [0, 1, 2, 3], "data": [[*r.values()] for r in told],
        },
        "pandas table": {"schema": {"fields": []}, "data": told},
        "lists": columns,
        "by id": {f"q{n}": row for n, row in enumerate(told)},
        "below names": {"meta": "x", "train": told[:2], "test": told[2:]},
        "nested": [{"id": n, "doc": row} for n, row in enumerate(told)],
    }  # fmt: skip
    return {name: json.dumps(one, ensure_ascii=False) for name, one in shaped.items()} | {
        "lines": as_lines(told)
    }


@pytest.mark.parametrize("name", shapes())
def test_json_in_every_shape(tmp_path: Path, name: str) -> None:
    found = questions(write(tmp_path / "b.json", shapes()[name]))
    assert found["stem"].to_list() == [*STEMS]
    assert found["answer"].to_list() == ["B", "C", "A", "D"]


def test_a_question_that_is_an_object_is_no_text(tmp_path: Path) -> None:
    path = write(tmp_path / "b.json", [{"question": ["甲", "乙"], "answer": "A"}, *rows([*KEYS])])
    assert understood(path)[0][0].bad_rows[0][1].startswith("stem: ['甲', '乙'] is no text")


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16", "utf-16-le", "utf-16-be"]
)
@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|"])
def test_csv_dialects(tmp_path: Path, encoding: str, delimiter: str) -> None:
    told = [["题干", *"ABCD", "答案"]]
    told += [[s.replace("，", ","), *o, "B"] for s, o in zip(STEMS, OPTIONS, strict=True)]
    text = "\r\n".join(delimiter.join(f'"{c}"' if "," in c else c for c in row) for row in told)
    mark = "\ufeff" if encoding in ("utf-16-le", "utf-16-be") else ""
    (tmp_path / "b.csv").write_bytes((mark + text).encode(encoding))
    assert questions(tmp_path / "b.csv")["options"].to_list() == [*OPTIONS]


def test_bytes_of_no_known_encoding_are_named(tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_bytes(b"question,answer\n\xff\xff\xff,A\n")
    with pytest.raises(SourceError, match="neither UTF-8 nor GB18030; save it as UTF-8"):
        questions(tmp_path / "b.csv")


def test_dates_and_percents_of_excel(tmp_path: Path) -> None:
    path = sheet(
        tmp_path / "b.xlsx", [("题干", *"ABCD", "答案"), (STEMS[0], "1-5", 0.05, 0.125, "2:1", "A")]
    )
    book = openpyxl.load_workbook(path)
    page = book.active
    assert page is not None
    from datetime import date, time

    page["B2"], page["E2"] = date(2025, 1, 5), time(2, 1)
    page["B2"].number_format, page["C2"].number_format = 'm"月"d"日"', "0%"
    page["D2"].number_format = "0.0%"
    book.save(path)
    found = questions(path).row(0, named=True)
    assert found["options"][:3] == ["1月5日", "5%", "12.5%"]
    assert found["notes"] == ["doubt:excel_date B2", "doubt:excel_date E2"]


def test_merged_cells_count_for_the_rows_below(tmp_path: Path) -> None:
    told = [("科目", "材料", "题干", *"ABCD", "答案")]
    told += [
        (
            "发展心理学" if n == 0 else None,
            "小明今年三岁，父母常年在外务工，由祖父母照料。" if n == 1 else None,
            s,
            *o,
            "B",
        )
        for n, (s, o) in enumerate(zip(STEMS, OPTIONS, strict=True))
    ]
    files, how = understood(sheet(tmp_path / "b.xlsx", told, ("A2:A5", "B3:B4")))
    found = files[0].questions
    assert found["subject"].to_list() == ["发展心理学"] * 4
    assert found["material"].to_list() == [
        "",
        "小明今年三岁，父母常年在外务工，由祖父母照料。",
        "小明今年三岁，父母常年在外务工，由祖父母照料。",
        "",
    ]
    assert how.said["subject"] == "column 科目; from above in 3 of the rows"
    assert found["notes"].to_list()[2] == ["above:material", "above:subject"]


def test_a_blank_subject_of_a_table_is_that_above(tmp_path: Path) -> None:
    lines = ["科目,题干,A,B,C,D,答案"]
    lines += [
        ",".join([said, s, *o, "B"])
        for said, s, o in zip(("教育心理学", "", "社会心理学", ""), STEMS, OPTIONS, strict=True)
    ]
    files, how = understood(write(tmp_path / "b.csv", "\n".join(lines)))
    assert files[0].questions["subject"].to_list() == [
        "教育心理学",
        "教育心理学",
        "社会心理学",
        "社会心理学",
    ]
    assert "from above in 2 of the rows" in how.said["subject"]
    listed = [
        {**row, "subject": s}
        for row, s in zip(rows([*KEYS]), ("教育心理学", "", "", ""), strict=True)
    ]
    assert questions(write(tmp_path / "b.json", listed))["subject"].to_list()[1] == ""


def test_a_split_of_its_own_is_told(tmp_path: Path) -> None:
    told = [{**row, "split": "train"} for row in rows([*KEYS])]
    said = understood(write(tmp_path / "b.json", told))[1].said
    assert said["split"] == "column split, for inspect; a release draws its own"
