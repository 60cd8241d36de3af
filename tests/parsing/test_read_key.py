"""A key by itself, from lines of any source."""

import pytest

from parsing.keys.entries import read_key

BOOK = """第一章 绪论
一、单项选择题
1-5 ABCDA
6.C 7.B
二、多选题
1.ABC 2.BD
三、判断题
1.√ 2.× 3.对
四、简答题
1.【答案】注意是心理活动的指向和集中。
它有两个特点。
2.答案：见教材
第二章 感觉
一、单项选择题
1.B【解析】韦伯定律。
2.C。解析：费希纳定律。"""


def test_entries_stand_under_their_chapter_and_section() -> None:
    found = read_key(BOOK.splitlines())
    told = [(g[0].chapter, g[0].section, g[0].format) for g in found]
    assert told == [
        ("第一章 绪论", "一、单项选择题", "SCQ"),
        ("第一章 绪论", "二、多选题", "MAQ"),
        ("第一章 绪论", "三、判断题", "TF"),
        ("第一章 绪论", "四、简答题", "QA"),
        ("第二章 感觉", "一、单项选择题", "SCQ"),
    ]
    answers = ["".join(e.answer for e in group) for group in found]
    assert answers[:3] == ["ABCDACB", "ABCBD", "对错对"]
    assert [e.number for e in found[0]] == [1, 2, 3, 4, 5, 6, 7]


def test_texts_and_reasons_come_with_their_lines() -> None:
    *_, open_, last = read_key(BOOK.splitlines())
    assert open_[0].answer == "注意是心理活动的指向和集中。\n它有两个特点。"
    assert [e.lines for e in open_] == [(9, 10), (11, 11)]
    assert [(e.answer, e.explanation) for e in last] == [("B", "韦伯定律。"), ("C", "费希纳定律。")]


@pytest.mark.parametrize(
    "text", ["题号 1 2 3\n答案 A B C", "正解\n1.A\n2.B\n3.C", "参考答案：1．A　2．B　3．C"]
)
def test_other_ways_to_print_a_key(text: str) -> None:
    (group,) = read_key(text.splitlines())
    assert [(e.number, e.answer) for e in group] == [(1, "A"), (2, "B"), (3, "C")]


def test_numbers_that_begin_again_begin_another_list() -> None:
    found = read_key(["1.A 2.B 3.C", "1.D 2.A 3.B"])
    assert [[e.answer for e in group] for group in found] == [["A", "B", "C"], ["D", "A", "B"]]


def test_prose_is_no_key() -> None:
    assert read_key(["本书共分三编，由多人合作写成。", "", "编者"]) == []
