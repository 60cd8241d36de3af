"""Where the parts of a run-on paper begin, each by its own sign."""

from itertools import pairwise

from parsing.page.run_on_parts import part_cuts


def pieces(text: str, *, numbered: bool = False) -> list[str]:
    cuts = sorted({0, *part_cuts(text, counted=99 if numbered else 0), len(text)})
    return [text[a:b] for a, b in pairwise(cuts)]


def test_rows_of_a_table_are_apart_where_they_have_as_many_cells() -> None:
    table = "如下。| 题 | 答 || 甲 | 乙 || 丙 | 丁 |以上"
    assert pieces(table) == ["如下。", "| 题 | 答 |", "| 甲 | 乙 |", "| 丙 | 丁 |", "以上"]
    assert pieces("如下。| 题 | 答 || 甲 || 丙 | 丁 | 戊 |以上") == [
        "如下。| 题 | 答 || 甲 || 丙 | 丁 | 戊 |以上"
    ]


def test_a_letter_alone_behind_most_rows_is_apart() -> None:
    rows = "(A) 甲 (B) 乙 (C) 丙 (D) 丁 B 【解析】因为。"
    assert pieces(rows * 3, numbered=True).count("B") == 3
    assert pieces(rows * 2, numbered=True) == [rows * 2]


def test_a_letter_that_marks_the_next_option_is_none() -> None:
    rows = "甲( ) A. 子 B. 丑 C. 寅 D. 卯 A丙 B丁 C戊 "
    assert pieces(rows * 3, numbered=True) == [rows * 3]


def test_a_term_said_again_begins_its_definition() -> None:
    assert pieces("1.气质 气质是指稳定的特征。", numbered=True) == [
        "1.气质",
        " 气质是指稳定的特征。",
    ]


def test_terms_with_colons_are_apart_below_their_heading_only() -> None:
    terms = "关键期: 最易形成的时期。守恒: 量不变的认识。依恋: 情感的联结。"
    assert pieces(f"重点名词解释{terms}") == [
        "重点",
        "名词解释",
        "关键期: 最易形成的时期。",
        "守恒: 量不变的认识。",
        "依恋: 情感的联结。",
    ]
    assert pieces(f"对话。{terms}") == [f"对话。{terms}"]
    assert pieces(f"名词解释{terms}答:略") == [f"名词解释{terms}答:略"]


def test_the_sentence_above_each_row_of_options_begins_a_question_without_numbers() -> None:
    question = "【解析】以上正确。 哪一项属于感觉? (A) 甲 (B) 乙 (C) 丙 (D) 丁 "
    assert (
        pieces(question * 3).count(
            "哪一项属于感觉? (A) 甲 (B) 乙 (C) 丙 (D) 丁 【解析】以上正确。 "
        )
        == 2
    )
    assert pieces(question * 3, numbered=True) == [question * 3]


def test_what_follows_an_instruction_is_apart() -> None:
    text = "下列每题给出的选项中,只有一个选项最符合题意。首先研究遗忘的是"
    assert pieces(text) == [
        "下列每题给出的选项中,只有一个选项最符合题意。",
        "首先研究遗忘的是",
    ]


def test_a_type_before_each_statement_begins_it_where_it_recurs() -> None:
    typed = "判断题“记忆”先于想象。判断题知觉具有整体性。判断题气质有好坏之分。"
    assert pieces(f"练习。{typed}", numbered=True) == [
        "练习。",
        "判断题“记忆”先于想象。",
        "判断题知觉具有整体性。",
        "判断题气质有好坏之分。",
    ]
    assert pieces("练习。判断题知觉具有整体性。", numbered=True) == ["练习。判断题知觉具有整体性。"]
