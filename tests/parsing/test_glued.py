"""What stands glued to a question's end belongs to the next one, or to the page."""

import pytest

from parsing.grammar import parse


def test_a_number_that_ends_the_last_option_is_the_next_questions() -> None:
    page = (
        "1 记忆的环节有( )。(A)识记(B)保持(C)再认(D)遗忘2 标准九分数的平均数为( )。"
        "(A)3(B)5(C)10(D)503 感觉剥夺实验说明( )。(A)刺激重要(B)没有阈限(C)可以补偿(D)恒常"
        "4 首次访谈最先要做的是( )。(A)建立关系(B)布置作业(C)测验(D)解释"
    )
    found = parse(page).questions
    assert [(q.number, q.options[3]) for q in found] == [
        ("1", "遗忘"),
        ("2", "50"),
        ("3", "恒常"),
        ("4", "解释"),
    ]
    kept = parse(page.replace("503 感觉剥夺", "50感觉剥夺")).questions
    assert "50" in kept[1].options[3]


def test_the_next_chapters_heading_is_no_part_of_an_answer() -> None:
    page = (
        "一、简答题\n1. 什么是横向研究？\n答：横向研究是在同一时间研究不同年龄的人。\n"
        "第二节 婴儿期的心理发展\n2. 什么是客体永久性？\n答：客体永久性是知道物体看不见时仍然存在。"
    )
    first, second = parse(page).questions
    assert first.answer == "横向研究是在同一时间研究不同年龄的人。"
    assert "dropped:tail 第二节 婴儿期的心理发展" in first.notes
    assert second.answer.startswith("客体永久性")


@pytest.mark.parametrize(("key", "answer"), [("C", "C"), (" C ", "C"), ("BC", "BC")])
def test_a_key_in_a_bracket_that_nobody_closed(key: str, answer: str) -> None:
    page = f"13.优柔寡断与意志的哪一品质相反（{key}\nA. 自觉性\nB. 坚持性\nC. 果断性\nD. 自制性"
    (found,) = parse(page).questions
    assert (found.stem, found.answer) == ("优柔寡断与意志的哪一品质相反（", answer)


def test_a_letter_beyond_the_options_in_an_open_bracket_is_no_key() -> None:
    page = "1.优柔寡断与意志的哪一品质相反（F\nA. 自觉性\nB. 坚持性\nC. 果断性\nD. 自制性"
    (found,) = parse(page).questions
    assert found.answer == ""


def test_a_verdict_in_an_open_bracket() -> None:
    page = "二、判断题\n1. 与众不同的行为一定是异常行为。(×\n2. 气质没有好坏之分。(√"
    assert [q.answer for q in parse(page).questions] == ["错", "对"]


def test_a_copiers_name_inside_a_word_is_cut_out_and_kept_aside() -> None:
    page = "1.感觉属于()\nA.认识过程\nB.健康(小城老師)心理學\nC.情緒\nD.意志\n答案：A"
    parsed = parse(page)
    assert parsed.questions[0].options[1] == "健康心理學"
    assert [rest.text for rest in parsed.leftovers] == ["(小城老師)"]
    kept = parse("1.班主任(李老師)的做法體現了()\nA.認知\nB.情緒\n答案：A").questions[0]
    assert kept.stem == "班主任(李老師)的做法體現了()"


def test_statements_with_brackets_before_their_numbers_are_questions() -> None:
    page = (
        "统计部分\n一、是非题(8分):请仔细阅读,用T表示正确,用F表示错误,填写在前面的括号中。\n"
        "( )1.标准差是有量纲的差异量数。\n( )2.样本越大标准误越小。\n二、简答题\n1.什么是置信区间?"
    )
    found = parse(page).questions
    assert [q.format for q in found] == ["TF", "TF", "QA"]
    assert found[0].stem == "标准差是有量纲的差异量数。"
    assert len(parse(page.split("\n", 2)[2]).questions) == 3


def test_a_mark_in_brackets_between_options_in_brackets() -> None:
    page = (
        "1.反映智力的量表是____。 【score:2 分】 "
        "【A】SCL-90 【B】WAIS 【此项为本题正确答案】 【C】EPQ"
        "\n2.这属于____。 【score:2 分】 【A】负强化 【此项为本题正确答案】 【B】正强化 【C】惩罚"
    )
    found = parse(page).questions
    assert [(q.number, q.answer, q.options) for q in found] == [
        ("1", "B", ("SCL-90", "WAIS", "EPQ")),
        ("2", "A", ("负强化", "正强化", "惩罚")),
    ]


def test_points_behind_a_colon_are_the_answer_of_an_open_question() -> None:
    page = "四、简答题\n1.沟通的基本要素:背景;信息;渠道。\n2.小王说:我很难受;请分析他的心理。"
    first, second = parse(page).questions
    assert (first.stem, first.answer) == ("沟通的基本要素", "背景;信息;渠道。")
    assert "doubt:answer_unlabelled" in first.notes
    assert second.answer == ""


def test_an_answer_that_holds_a_row_of_options_is_doubted() -> None:
    page = "1.什么是强化?\n答案：负强化 【B】正强化 【C】惩罚\n2.什么是消退?\n答案：反应减弱"
    assert ["doubt:answer_unclear" in q.notes for q in parse(page).questions] == [True, False]


def test_bullets_of_which_the_answer_names_one_are_options() -> None:
    page = (
        "1.气质类型有哪些?\n- 感觉\n- 知觉\n- 记忆\n答案：知觉\n"
        "2.简述感觉。\n- 视觉\n- 听觉\n答案：触觉"
    )
    first, second = parse(page).questions
    assert (first.stem, first.options, first.answer) == (
        "气质类型有哪些?",
        ("感觉", "知觉", "记忆"),
        "B",
    )
    assert (second.options, second.answer) == ((), "触觉")
