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


def test_an_answer_that_holds_a_row_of_options_is_doubted() -> None:
    page = "1.什么是强化?\n答案：负强化 【B】正强化 【C】惩罚\n2.什么是消退?\n答案：反应减弱"
    assert ["doubt:answer_unclear" in q.notes for q in parse(page).questions] == [True, False]


def test_a_missing_dot_behind_a_number_does_not_put_it_into_the_stem() -> None:
    page = (
        "1.心理护理的主要实施者是( )A.医生 B.护士 C.家属 D.病人 2 角色强化"
        "多发生于( )A.初期 B.恢复期 C.入院 D.体检"
        " 3.A型行为与哪类疾病有关( )A.冠心病 B.溃疡 C.糖尿病 D.哮喘"
    )
    found = parse(page).questions
    assert [(q.number, q.stem[:4]) for q in found] == [
        ("1", "心理护理"),
        ("2", "角色强化"),
        ("3", "A型行为"),
    ]


def test_a_key_whose_heading_stands_inside_the_last_line_is_a_key() -> None:
    page = (
        "一、单选题1.感觉属于( )A.认识B.情绪C.意志D.人格2.气质属于( )A.认识B.情绪C.意志D.人格"
        "二、判断题1.情绪没有生理基础。( )2.人格有稳定性。( )答案:一、1.A 2.D 二、1.× 2.√"
    )
    assert [q.answer for q in parse(page).questions] == ["A", "D", "错", "对"]


def test_a_term_before_its_meaning_in_a_key_is_cut() -> None:
    page = (
        "一、单选题：1.护理心理学研究A.疾病B.人C.药D.病房2.慢性疼痛常伴A.欣快B.抑郁C.自豪D.惊讶"
        "二、名词解释：3.心身疾病4.角色冲突参考答案一、单选题：1.B2.B"
        "二、名词解释：3.心身疾病：由心理因素起作用的躯体病。4.角色冲突：角色之间不协调。"
    )
    found = parse(page).questions
    assert [q.answer for q in found] == ["B", "B", "由心理因素起作用的躯体病。", "角色之间不协调。"]
    assert "dropped:stem 心身疾病：" in found[2].notes


def test_questions_printed_again_with_their_answers_are_the_same_questions() -> None:
    page = (
        "一、问答题\n1、自陈量表有什么局限?\n2、什么是效标污染?\n二、简述题\n1、为什么要做项目分析?\n"
        "参考答案\n一、问答题\n1、自陈量表有什么局限?答:易受赞许性影响。\n2、什么是效标污染?答:评定者知道分数。\n"
        "二、简述题\n1、为什么要做项目分析?答:筛选题目。"
    )
    found = parse(page).questions
    assert [(q.number, q.answer) for q in found] == [
        ("1", "易受赞许性影响。"),
        ("2", "评定者知道分数。"),
        ("1", "筛选题目。"),
    ]


def test_a_choice_of_verdicts_behind_a_statement_is_no_part_of_it() -> None:
    page = "二、判断题\n1.动机由需要引起。( ) 正确 错误\n2.消费习俗不会变化。( ) 正确 错误"
    found = parse(page).questions
    assert [q.stem for q in found] == ["动机由需要引起。( )", "消费习俗不会变化。( )"]


def test_a_section_named_behind_a_title_keeps_the_questions_above_the_next_one() -> None:
    page = (
        "实验心理学第三章习题一、填空题\n1. 绝对阈限是有______次数被感觉到的强度。\n"
        "2. 反应时由______时间和运动时间组成。\n"
        "听觉习题与答案一、单选题\n1、响度的单位是()A、坎德拉B、赫兹C、流明D、宋正确答案:D"
        "2、双耳时间差用于判断()A、方位B、音色C、响度D、音长正确答案:A"
    )
    assert [(q.format, q.number) for q in parse(page).questions] == [
        ("FILL", "1"),
        ("FILL", "2"),
        ("SCQ", "1"),
        ("SCQ", "2"),
    ]


def test_a_number_printed_twice_is_no_part_of_the_stem() -> None:
    page = (
        "1.第2题 结构化面试最突出的优点是( )\nA.可比较\nB.随意\n答案：A\n"
        "2.第3题无领导小组讨论是( )\nA.测验\nB.面试\n答案：B"
    )
    assert [q.stem[:4] for q in parse(page).questions] == ["结构化面", "无领导小"]


def test_one_answer_that_begins_with_its_term_keeps_it() -> None:
    page = (
        "一、名词解释\n1.内化\n答案：内化：外部活动变为内部活动。\n2.迁移\n答案：一种学习对另一种学习的影响。\n"
        "3.气质\n答案：心理活动的动力特征。"
    )
    assert parse(page).questions[0].answer == "内化：外部活动变为内部活动。"


def test_a_number_inside_one_stem_of_many_stays() -> None:
    rows = [f"{n}.感觉的特点{n}是( )\nA.甲\nB.乙\n答案：A" for n in range(1, 13)]
    rows[4] = rows[4].replace("5.感觉", "5.第86题感觉")
    assert parse("\n".join(rows)).questions[4].stem == "第86题感觉的特点5是( )"
