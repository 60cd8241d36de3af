"""What other programs export: GIFT, Moodle's XML, dumps of SQL, nested JSON; and keys in words."""

import json
from pathlib import Path
from typing import Any

import pytest

from banks import gift
from banks.files import rows
from banks.mapping import UnknownColumnsError
from banks.read import questions
from banks.values import in_stem, options
from cleaning.choices import name_answer, restore_option
from cpsyexam.errors import SourceError
from documents.markdown import read_markdown

OPTIONS = ["华生", "班杜拉", "斯金纳", "罗杰斯"]
GIFT = r"""
// 题库
$CATEGORY: $course$/学校/教育心理学

::一:: [html]提出观察学习理论的是（　　） {
    ~华生
    =班杜拉#他做过波波玩偶实验。
    ~斯金纳
    ~罗杰斯
}

会计恒等式是{=资产\=负债+权益 ~收入\=费用}

下列属于知觉特性的有 {~%50%选择性 ~%50%整体性 ~%-100%强度}

表扬总能提高内部动机。{F#外部奖励可能削弱它。}

观察学习理论由{=班杜拉 =Bandura}提出。

配对 {=甲 -> 一 =乙 -> 二}
"""
MOODLE = """<?xml version="1.0" encoding="UTF-8"?>
<quiz>
<question type="category"><category><text>$course$/教育心理学</text></category></question>
<question type="multichoice"><name><text>Q1</text></name>
<questiontext format="html"><text><![CDATA[<p>提出观察学习理论的是</p>]]></text></questiontext>
<generalfeedback format="html"><text>见教材。</text></generalfeedback><single>true</single>
<answer fraction="0"><text>华生</text></answer><answer fraction="100"><text>班杜拉</text></answer>
<answer fraction="0"><text>斯金纳</text></answer><answer fraction="0"><text>罗杰斯</text></answer>
</question>
<question type="multichoice"><name><text>Q2</text></name>
<questiontext><text>属于知觉特性的有</text></questiontext><single>false</single>
<answer fraction="50"><text>选择性</text></answer><answer fraction="50"><text>整体性</text></answer>
<answer fraction="-50"><text>强度</text></answer></question>
<question type="truefalse"><questiontext><text>表扬总有效。</text></questiontext>
<answer fraction="0"><text>true</text></answer><answer fraction="100"><text>false</text></answer>
</question>
<question type="matching"><questiontext><text>配对</text></questiontext></question>
</quiz>
"""
SQL = r"""
-- dump
CREATE TABLE `user` (`id` int, `name` varchar(20));
INSERT INTO `user` VALUES (1,'o''neil');
CREATE TABLE IF NOT EXISTS `question` (
  `id` int NOT NULL COMMENT '编号', `title` text, `a` text, `b` text, `c` decimal(5,2), `d` text,
  `daan` varchar(8) COMMENT '答案', `kind` int COMMENT '题型（1单选 2多选）', PRIMARY KEY (`id`)
);
INSERT INTO `question` VALUES (1,'谁说\'学习，是(变化)\'？','华生','班杜拉','3.5','罗杰斯','B',1),
(2,'知觉特性有','选择性','整体性','强度',NULL,'A,B',2);
"""


def read(place: Path, name: str, text: str) -> list[dict[str, Any]]:
    file = place / name
    file.write_text(text, "utf-8")
    return questions(file).to_dicts()


def test_gift(tmp_path: Path) -> None:
    made = read(tmp_path, "a.gift", GIFT)
    told = [(row["declared"], row["stem"], row["options"], row["answer"]) for row in made]
    assert told == [
        ("SCQ", "提出观察学习理论的是（　　）", OPTIONS, "B"),
        ("SCQ", "会计恒等式是", ["资产=负债+权益", "收入=费用"], "A"),
        ("MAQ", "下列属于知觉特性的有", ["选择性", "整体性", "强度"], "AB"),
        ("TF", "表扬总能提高内部动机。", [], "错"),
        ("FILL", "观察学习理论由 ____ 提出。", [], "班杜拉；Bandura"),
    ]
    assert made[0]["explanation"] == "他做过波波玩偶实验。"
    assert made[0]["bank_id"] == "一"
    assert {row["subject"] for row in made} == {"教育心理学"}
    assert [row for row in rows(tmp_path / "a.gift") if isinstance(row, str)], "pairs are told"


def test_moodle_xml(tmp_path: Path) -> None:
    made = read(tmp_path, "a.xml", MOODLE)
    told = [(row["declared"], row["stem"], row["options"], row["answer"]) for row in made]
    assert told == [
        ("SCQ", "提出观察学习理论的是", OPTIONS, "B"),
        ("MAQ", "属于知觉特性的有", ["选择性", "整体性", "强度"], "AB"),
        ("TF", "表扬总有效。", [], "错"),
    ]
    assert made[0]["explanation"] == "见教材。"
    assert {row["subject"] for row in made} == {"教育心理学"}


def test_xml_that_is_no_quiz_is_told(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no quiz of Moodle: it begins with <feed>"):
        read(tmp_path, "a.xml", "<feed><entry/></feed>")


def test_a_dump_of_sql(tmp_path: Path) -> None:
    made = read(tmp_path, "a.sql", SQL)
    told = [(row["declared"], row["stem"], row["options"], row["answer"]) for row in made]
    assert told == [
        ("SCQ", "谁说'学习，是(变化)'？", ["华生", "班杜拉", "3.5", "罗杰斯"], "B"),
        ("MAQ", "知觉特性有", ["选择性", "整体性", "强度"], "A,B"),
    ]


def test_a_dump_without_rows_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="export the table as CSV"):
        read(tmp_path, "a.sql", "COPY question FROM stdin;")


def test_questions_in_the_papers_of_a_list(tmp_path: Path) -> None:
    asked = {"quName": "提出观察学习理论的是", "answer": [2, 4]}
    asked["options"] = [{"label": f"{x}.{o}", "value": n + 1} for n, (x, o) in
                        enumerate(zip("ABCD", OPTIONS, strict=True))]  # fmt: skip
    paper = {"exam": [{"total": 10, "questions": [asked]}, {"total": 5, "questions": [asked]}]}
    made = read(tmp_path, "a.json", json.dumps(paper))
    assert [row["answer"] for row in made] == ["BD", "BD"]
    assert made[0]["options"] == ["A.华生", "B.班杜拉", "C.斯金纳", "D.罗杰斯"]


def test_a_key_that_names_its_column_and_a_stem_called_text(tmp_path: Path) -> None:
    asked = {"text": "提出观察学习理论的是", "correctAnswer": "optionB"}
    asked |= {f"option{x}": o for x, o in zip("ABCD", OPTIONS, strict=True)}
    [made] = read(tmp_path, "a.json", json.dumps([asked]))
    assert (made["stem"], made["options"], made["answer"]) == (asked["text"], OPTIONS, "B")


def test_text_and_title_alone_make_no_bank(tmp_path: Path) -> None:
    with pytest.raises(UnknownColumnsError):
        read(tmp_path, "a.json", json.dumps([{"title": "通知", "text": "放假", "key": "k"}]))


def test_options_that_are_objects_are_their_texts() -> None:
    told = [{"key": "A", "value": "华生"}, {"label": "B", "text": "班杜拉"}, {"label": "C.斯金纳"}]
    assert options(told) == ["华生", "班杜拉", "C.斯金纳"]


def test_several_questions_in_one_stem_are_not_split_as_one() -> None:
    one = "1. 强化是\nA. 甲\nB. 乙\nC. 丙\nD. 丁"
    assert in_stem(one) == ("1. 强化是", ["甲", "乙", "丙", "丁"])
    assert in_stem(f"{one}\n2. 惩罚是\nA. 甲\nB. 乙\nC. 丙\nD. 丁") is None


@pytest.mark.parametrize(
    ("told", "letters"),
    [("班杜拉", "B"), ("班杜拉,罗杰斯", "BD"), ("华生；班杜拉", "AB"), ("班杜拉,弗洛伊德", "")],
)
def test_a_key_in_the_words_of_options(told: str, letters: str) -> None:
    assert name_answer({"answer": told, "options": OPTIONS}).get("answer", "") == letters


def test_a_key_with_its_letter_in_brackets() -> None:
    assert restore_option({"answer": "(B) 班杜拉", "options": OPTIONS}) == {"answer": "B"}
    assert restore_option({"answer": "(B) 皮亚杰", "options": OPTIONS}) == {}


def test_a_type_in_brackets_between_underscores_is_a_tag() -> None:
    assert read_markdown("1、_[单选]_人体最大的器官是").lines == ["1、[单选] 人体最大的器官是"]


def test_blank_lines_part_questions_outside_of_braces_alone() -> None:
    """However many there are: looked for ahead from each, 20,000 would take hours."""
    text = "一{=甲 ~乙" + "\n" * 20_000 + "~丙}" + "\n" * 20_000 + "二{=丁 ~戊}" + " " * 20_000
    assert [row["options"] for row in gift.rows(text)] == [["甲", "乙", "丙"], ["丁", "戊"]]
