"""Lines of a captured page: those of one question and its key, not those of its neighbours."""

import json
from typing import Any

from pipeline.station.page_lines import as_paper, marked

PAGE = """心理学试题
1. 首创内省法的心理学家是（　）。
A. 冯特
B. 华生
C. 罗杰斯
答案：A
2. 行为主义的创始人是（　）。
A. 冯特
B. 华生
C. 罗杰斯
答案：B
参考答案
1.A 2.B 3-5 ABC""".splitlines()


def question(**changed: Any) -> dict[str, Any]:
    printed = {
        "number": "2", "stem": "行为主义的创始人是（　）。", "options": ["冯特", "华生", "罗杰斯"],
        "material": "", "explanation": "", "answer": "B", "notes": ["answer:tag"],
    }  # fmt: skip
    return {"printed": printed | changed, "place": {"locator": "p1:7-11"}}


def test_the_same_options_of_another_question_are_not_marked() -> None:
    lines = marked(PAGE, question())
    assert [line.text for line in lines if line.mine] == PAGE[6:11]
    assert [line.text for line in lines if line.key] == ["答案：B"]


def test_a_key_in_the_stems_bracket_is_marked_and_no_options_letter() -> None:
    page = ["行为主义的创始人是（ B ）。", "（A）冯特", "（B）华生"]
    asked = question() | {"place": {"locator": "p1:1-3"}}
    assert [line.text for line in marked(page, asked) if line.key] == page[:1]


def test_the_entry_of_a_table_of_keys_is_marked() -> None:
    lines = marked(PAGE, question(notes=["answer:key"]))
    assert PAGE[-1] in [line.text for line in lines if line.key]
    ranged = question(number="4", stem="没有印出的题", notes=["answer:key_range"])
    assert [line.text for line in marked(PAGE, ranged) if line.key] == [PAGE[-1]]


def test_a_paper_of_json_reads_as_the_paper() -> None:
    options = json.dumps([{"o": "冯特"}, {"o": "<b>华生</b>"}], ensure_ascii=False)
    paper = json.dumps({"b": [
        {"id": "s1_1", "a": "首创内省法的是", "b": options, "c": "1"},
        {"id": "s1_2", "a": "行为主义的创始人是", "b": options, "c": "2"},
    ]}, ensure_ascii=False)  # fmt: skip
    asked = question(explanation="见教材") | {"place": {"locator": "s1_2"}}
    lines = as_paper(paper, asked)
    assert [line.text for line in lines if line.mine] == [
        "2. 行为主义的创始人是", "A. 冯特", "B. 华生", "答案：B", "解析：见教材",
    ]  # fmt: skip
    assert [line.text for line in lines if line.key] == ["答案：B"]
    assert as_paper("[1, 2]", asked) == []
