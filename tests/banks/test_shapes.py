"""Questions wherever they stand in a document, and options in columns of any name."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from banks.read import questions, understood
from cpsyexam.errors import SourceError
from tests.banks.test_bank_files import write
from tests.banks.test_understanding import OPTIONS, STEMS, rows

ONE = {"question": "冯特在哪里建立了心理学实验室", "options": ["莱比锡", "柏林"], "answer": "A"}
SEVERAL = {
    "question": "属于格式塔学派的有",
    "options": ["苛勒", "考夫卡", "华生"],
    "answer": ["A", "B"],
}
JUDGED = {"question": "明适应使感受性降低。", "answer": True}
ROWS = (
    ("《呐喊》的作者是", "鲁迅", ("茅盾", "巴金", "老舍")),
    ("《雷雨》的作者是", "曹禺", ("田汉", "夏衍", "洪深")),
    ("《边城》的作者是", "沈从文", ("汪曾祺", "废名", "孙犁")),
)


@pytest.mark.parametrize(
    "around",
    [
        lambda rows: {"code": 0, "data": {"list": rows}},
        lambda rows: [{"name": "一", "questions": []}, {"name": "二", "questions": rows}],
        lambda rows: {"chapters": [{"parts": [{"items": rows[:1]}, {"items": rows[1:]}]}]},
        lambda rows: {"a": rows[0], "b": {"c": rows[1], "d": rows[2]}},
    ],
)
def test_questions_are_found_wherever_a_document_holds_them(tmp_path: Path, around: Any) -> None:
    path = write(tmp_path / "b.json", around([ONE, SEVERAL, JUDGED]))
    assert questions(path)["answer"].to_list() == ["A", "A,B", "True"]


def test_lists_beside_each_other_are_all_read_with_the_format_they_are_named_for(
    tmp_path: Path,
) -> None:
    chapter = {"single_choice": [ONE], "multiple_choice": [SEVERAL], "true_false": [JUDGED]}
    first = {"single_choice": [ONE], "multiple_choice": [], "true_false": []}
    read = questions(write(tmp_path / "b.json", {"course": "史", "chapters": [first, chapter]}))
    assert read["declared"].to_list() == ["SCQ", "SCQ", "MAQ", "TF"]


def table(path: Path, heads: str, rows: list[list[str]]) -> Path:
    return write(path, "\n".join([heads, *(",".join(row) for row in rows)]))


def test_columns_that_count_on_are_options_where_keys_name_them(tmp_path: Path) -> None:
    rows = [[stem, wrong[0], key, *wrong[1:], "2"] for stem, key, wrong in ROWS[:2]]
    rows += [[ROWS[2][0], *ROWS[2][2], ROWS[2][1], "4"]]
    read = questions(table(tmp_path / "b.csv", "question,item1,item2,item3,item4,answer", rows))
    assert read["answer"].to_list() == ["B", "B", "D"]
    assert read["options"][0].to_list() == ["茅盾", "鲁迅", "巴金", "老舍"]


def test_columns_that_count_on_beside_other_keys_are_not_read(tmp_path: Path) -> None:
    rows = [[stem, *wrong, key] for stem, key, wrong in ROWS]
    files, told = understood(table(tmp_path / "b.csv", "问题,标签1,标签2,标签3,答案", rows))
    assert files[0].questions["options"].list.len().sum() == 0
    assert told.said["not read"] == "标签1, 标签2, 标签3"


def test_tags_that_count_on_beside_letters_are_no_options(tmp_path: Path) -> None:
    rows = [[stem, *"甲乙丙", "ABC"[n]] for n, (stem, _, _) in enumerate(ROWS)]
    told = understood(table(tmp_path / "b.csv", "问题,知识点1,知识点2,知识点3,答案", rows))[1]
    assert told.missing.startswith("keys are letters, and no options were found")
    stems = [f"{stem} A.{key} B.{wrong[0]} C.{wrong[1]}" for stem, key, wrong in ROWS]
    inside = [[stem, *wrong, "A"] for stem, (_, _, wrong) in zip(stems, ROWS, strict=True)]
    path = table(tmp_path / "c.csv", "问题,知识点1,知识点2,知识点3,答案", inside)
    assert questions(path)["options"][0].to_list() == ["鲁迅", "茅盾", "巴金"]


@pytest.mark.parametrize("heads", ["wrong_count", "wrong_count,wrong_rate"])
def test_how_often_an_answer_was_wrong_is_no_option(tmp_path: Path, heads: str) -> None:
    rows = [[stem, key, *("3", "12%")[: heads.count(",") + 1]] for stem, key, _ in ROWS]
    files, told = understood(table(tmp_path / "b.csv", f"问题,答案,{heads}", rows))
    assert files[0].questions["options"].list.len().sum() == 0
    assert told.said["not read"] == heads.replace(",", ", ")


@pytest.mark.parametrize("heads", ["干扰项1,干扰项2,干扰项3", "wrong_a,wrong_b,wrong_c"])
def test_wrong_options_apart_are_options_beside_the_key(tmp_path: Path, heads: str) -> None:
    rows = [[stem, key, *wrong] for stem, key, wrong in ROWS]
    files, told = understood(table(tmp_path / "b.csv", f"问题,正确答案,{heads}", rows))
    read = files[0].questions
    assert read["options"][1].to_list() == ["曹禺", "田汉", "夏衍", "洪深"]
    assert told.said["options"] == f"columns 正确答案, {heads.replace(',', ', ')}"


def test_wrong_options_in_a_list_are_options_beside_the_key(tmp_path: Path) -> None:
    rows = [
        {"question": stem, "correct_answer": key, "incorrect_answers": list(wrong)}
        for stem, key, wrong in ROWS
    ]
    read = questions(write(tmp_path / "b.json", {"response_code": 0, "results": rows}))
    assert read["options"][0].to_list() == ["鲁迅", "茅盾", "巴金", "老舍"]


def test_keys_that_are_places_of_no_options_are_asked_about(tmp_path: Path) -> None:
    rows = [
        {"question": stem, "answer": n % 4, "elsewhere": "x"} for n, (stem, _, _) in enumerate(ROWS)
    ]
    path = write(tmp_path / "b.json", rows)
    told = understood(path)[1]
    assert told.missing.startswith("keys are numbers of options, and no options were found")
    sums = [{**row, "type": "QA"} for row in rows]
    assert understood(write(tmp_path / "c.json", sums))[1].missing == ""


@pytest.mark.parametrize("sign", ["|", "；", " ; ", "\t"])
def test_options_of_a_cell_stand_between_its_signs(tmp_path: Path, sign: str) -> None:
    rows = [{"question": q, "options": sign.join((k, *w)), "answer": "A"} for q, k, w in ROWS]
    assert questions(write(tmp_path / "b.json", rows))["options"].list.len().to_list() == [4, 4, 4]


@pytest.mark.parametrize(("last", "form"), [("B", "SCQ"), ("AB", "MAQ")])
def test_multiple_choice_is_what_the_keys_of_the_bank_are(
    tmp_path: Path, last: str, form: str
) -> None:
    keys = ("A", "A", last)
    rows = [
        {"question": q, "options": [k, *w], "answer": key, "type": "Multiple Choice"}
        for (q, k, w), key in zip(ROWS, keys, strict=True)
    ]
    assert questions(write(tmp_path / "b.json", rows))["declared"].to_list() == [form] * 3


def test_a_verdict_without_options_judges_a_statement(tmp_path: Path) -> None:
    rows = [[f"{stem}鲁迅。", mark] for (stem, _, _), mark in zip(ROWS, "√×√", strict=True)]
    assert (
        questions(table(tmp_path / "b.csv", "题干,答案", rows))["declared"].to_list() == ["TF"] * 3
    )


def test_what_stands_in_a_list_of_questions_is_never_lost(tmp_path: Path) -> None:
    path = write(tmp_path / "b.json", {"data": [ONE, {"note": "没有题目"}, 7]})
    [file] = understood(path)[0]
    assert file.questions.height == 2
    assert [number for number, _ in file.bad_rows] == [3]
    with pytest.raises(SourceError, match="columns are: a, b"):
        questions(write(tmp_path / "c.json", {"x": [{"a": 1, "b": 2}]}))


@pytest.mark.parametrize(
    "told",
    [
        "['集中性', '指向性', '稳定性', '分配性']",
        "['集中性' '指向性' '稳定性'\n '分配性']",
        "{'A': '集中性', 'B': '指向性', 'C': '稳定性', 'D': '分配性', 'E': nan}",
        "{'text': array(['集中性', '指向性', '稳定性', '分配性'], dtype=object)}",
        '["集中性", "指向性", "稳定性", "分配性"]',
        "A. 集中性 B. 指向性 C. 稳定性 D. 分配性",
        "A.集中性B.指向性C.稳定性D.分配性",
        "（A）集中性\n（B）指向性\n（C）稳定性\n（D）分配性",
        "集中性\n指向性\n稳定性\n分配性",
    ],
)
def test_options_as_text(tmp_path: Path, told: str) -> None:
    found = questions(
        write(tmp_path / "b.json", [{"q": 1, "question": STEMS[0], "options": told, "answer": "B"}])
    )
    assert found["options"].to_list() == [OPTIONS[0]]


SHAPES: dict[str, Callable[[list[str]], Any]] = {
    "objects": lambda own: [{"label": a, "text": o} for a, o in zip("CADB", own, strict=True)],
    "numbered": lambda own: [{"id": n, "text": o} for n, o in zip((3, 1, 4, 2), own, strict=True)],
    "lists": lambda own: {"text": own, "label": list("CADB")},
    "by number": lambda own: dict(zip("3142", own, strict=True)),
    "by letter": lambda own: dict(zip("CADB", own, strict=True)),
    "signs": lambda own: "$;$".join(own[n] for n in (1, 3, 0, 2)),
    "ended": lambda own: "；".join(
        f"{a}、{own[n]}" for a, n in zip("ABCD", (1, 3, 0, 2), strict=True)
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_options_stand_by_the_letters_that_they_bear(tmp_path: Path, shape: str) -> None:
    told = rows(list("ABCD"), [SHAPES[shape](own) for own in OPTIONS])
    found = questions(write(tmp_path / "b.json", told))
    assert found["options"].to_list() == [[own[n] for n in (1, 3, 0, 2)] for own in OPTIONS]
    assert found["answer"].to_list() == list("ABCD")


def test_columns_of_options_may_count_from_0(tmp_path: Path) -> None:
    head = ",".join(["question", *(f"option_{n}" for n in range(4)), "answer"])
    told = [
        ",".join([s, *o, f"option_{n}"])
        for n, (s, o) in enumerate(zip(STEMS, OPTIONS, strict=True))
    ]
    found = questions(write(tmp_path / "b.csv", "\n".join([head, *told])))
    assert found["options"].to_list() == list(OPTIONS)
    assert found["answer"].to_list() == list("ABCD")


def test_options_in_the_stem(tmp_path: Path) -> None:
    told = [
        {
            "题目": f"{s}（　　）\n"
            + "  ".join(f"{m}. {o}" for m, o in zip("ABCD", own, strict=True)),
            "答案": "B",
        }
        for s, own in zip(STEMS, OPTIONS, strict=True)
    ]
    files, how = understood(write(tmp_path / "b.json", told))
    assert files[0].questions["options"].to_list() == [*OPTIONS]
    assert files[0].questions["stem"].to_list() == [f"{stem}（　　）" for stem in STEMS]
    assert how.said["options"] == "in column 题目, behind A. B. C."
