"""What most questions of a page do is its habit; what one of them does is its own text."""

import pytest

from parsing import grammar


def stems(paper: str) -> list[str]:
    return [question.stem for question in grammar.parse(paper).questions]


def answers(paper: str) -> list[str]:
    return [question.answer for question in grammar.parse(paper).questions]


ROW = "\nA.甲种\nB.乙种\nC.丙种\nD.丁种\n"


def test_words_in_a_lone_bracket_are_the_stems_own() -> None:
    paper = f"1.最常见的(甲种)是哪一类?{ROW}2.少见的是哪一类?{ROW}3.罕见的是哪一类?{ROW}"
    assert answers(paper) == ["", "", ""]
    assert stems(paper)[0] == "最常见的(甲种)是哪一类?"


def test_a_bracket_whose_letter_and_words_differ_is_no_key() -> None:
    paper = f"1.最常见的是(A乙种){ROW}2.少见的是(B丙种){ROW}3.罕见的是(C甲种){ROW}"
    assert answers(paper) == ["", "", ""]


def test_letters_without_options_and_their_words_are_the_answer() -> None:
    paper = "一、单选题\n1.研究操作行为的是(B.斯金纳)。\n2.“守恒”是(C.具体运算)阶段的能力。\n"
    assert answers(paper) == ["斯金纳", "具体运算"]
    assert stems(paper)[0] == "研究操作行为的是()。"


@pytest.mark.parametrize("page", ["5P120", "P8", "12P301X2"])
def test_pages_of_the_book_are_cut_where_most_stems_have_them(page: str) -> None:
    row = "\nA.甲 B.乙 C.丙 D.丁\n"
    paper = "".join(f"{n}.第{n}种说法是( A ){page}{row}" for n in (1, 2, 3))
    assert stems(paper) == [f"第{n}种说法是(  )" for n in (1, 2, 3)]
    once = paper.replace(page, "", 2)
    assert stems(once)[2].endswith(page)


def test_topics_behind_stems_are_cut_where_most_have_them() -> None:
    paper = "".join(f"{n}.第{n}种说法是( A )。【知觉{n}】{ROW}" for n in (1, 2, 3))
    assert stems(paper) == [f"第{n}种说法是(  )。" for n in (1, 2, 3)]
    assert stems(paper.replace("【知觉1】", "").replace("【知觉2】", ""))[2].endswith("【知觉3】")


def test_short_sentences_are_no_answers_of_others() -> None:
    paper = "一、填空题\n1.感觉的种类有______\n2.知觉的特性有______\n3.记忆的环节有______\n"
    paper += "4.幼儿想象的特点。\n5.注意的品质。\n"
    assert len(stems(paper)) == 5
    mixed = paper.replace("4.幼儿想象的特点。\n5.注意的品质。", "4.选择性\n5.视觉、听觉")
    assert len(stems(mixed)) == 5  # they stand below all sentences, not among them
    among = "一、填空题\n1.感觉有______\n2.视觉\n3.知觉的特性有______\n4.选择性\n5.记忆有______\n"
    assert stems(among) == ["感觉有______", "知觉的特性有______", "记忆有______"]


def test_a_second_request_is_no_answer() -> None:
    paper = "一、简答题\n1.简述遗忘曲线。并说明它对教学工作的启示有哪些\n"
    paper += "2.简述知觉的特性。请各举一个生活中的例子来说明\n"
    assert answers(paper) == ["", ""]


def test_options_without_text_have_no_key() -> None:
    paper = "1.甲的特点是( A )\nA.\nB.\nC.\nD.\n"
    found = grammar.parse(paper).questions
    assert all(not question.answer for question in found)


def test_a_sentence_of_one_right_answer_heads_no_key() -> None:
    paper = f"一、单选题 每题只有一个正确答案。\n1.常见的是{ROW}2.少见的是{ROW}答案:1.A 2.B\n"
    assert answers(paper) == ["A", "B"]


def test_what_a_test_is_about_is_no_kind_of_question() -> None:
    paper = f"第一部分 常识判断\n1.常见的是{ROW}答案:A\n2.少见的是{ROW}答案:B\n"
    assert [(q.format, q.answer) for q in grammar.parse(paper).questions] == [("", "A"), ("", "B")]


def test_how_to_answer_is_no_answer() -> None:
    paper = "一、填空题\n1.人格由(本我)、(自我)和超我组成。\n2.记忆的环节是______(按顺序回答)\n"
    assert answers(paper) == ["本我 自我", ""]


def test_empty_boxes_before_letters_are_no_part_of_the_line_above() -> None:
    paper = (
        "1. 下列属于记忆系统的是（ ）\n☐ A. 感觉记忆\n☑ B. 短时记忆\n☐ C. 长时记忆\n☐ D. 语义记忆\n"
    )
    [found] = grammar.parse(paper).questions
    assert found.stem == "下列属于记忆系统的是（ ）"
    assert found.options == ("感觉记忆", "短时记忆", "长时记忆", "语义记忆")
    assert found.answer == "B"
