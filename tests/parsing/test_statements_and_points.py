"""Verdicts behind (1), points of answers below their labels, lessons 第七练."""

from parsing import Printed, grammar

STATED = """一、判断题
(1)依恋大约在六个月以后形成。（√）
(2)反抗期出现在十岁左右。（{}）
(3)祖辈与父母应当一致。（√）"""
CHOICE = """一、单项选择题
1.注意是（　）
A.甲
B.乙
C.丙
【答案】A
"""
OPEN = """二、简答题
9.简述激发学习动机的方法。
【参考答案】
（1）创设情境。
（2）归因训练。
（3）及时反馈。
（4）妥善奖惩。
（5）控制难度。"""
TICKED = """1.下列属于情绪的是
(1)心境（√）
(2)注意
(3)记忆
(4)思维
2.下列属于意志的是
(1)果断
(2)心境
(3)自制（√）
(4)感觉"""
NUMBERED = """一、简答题
(1)简述从众。
【参考答案】
规范与信息的压力。
(2)简述服从。
【参考答案】
权威的压力。"""
LESSON = """第{n}练　{name}
1.下列属于{name}的是（　）
A.心境
B.果断
C.注意
D.记忆
2.{name}有个别差异。（　）
"""
KEY = """参考答案
第七练　情绪
1.A
2.√
第八练　意志
1.B
2.×"""


def read(text: str) -> tuple[Printed, ...]:
    return grammar.parse(text).questions


def test_a_tick_behind_a_numbered_statement_is_its_verdict() -> None:
    assert [q.answer for q in read(STATED.format("×"))] == ["对", "错", "对"]
    assert [q.answer for q in read(STATED.format("错"))] == ["对", "错", "对"]


def test_a_tick_behind_a_numbered_option_is_none() -> None:
    assert [q.answer for q in read(TICKED)] == ["A", "C"]


def test_points_below_the_label_of_an_answer_are_no_questions() -> None:
    found = read(CHOICE + OPEN)
    assert [q.number for q in found] == ["1", "9"]
    assert found[1].answer == OPEN.partition("】\n")[2]


def test_points_are_questions_where_the_paper_numbers_so() -> None:
    assert [q.number for q in read(NUMBERED)] == ["1", "2"]


def test_lessons_have_keys_of_their_own() -> None:
    text = LESSON.format(n="七", name="情绪") + LESSON.format(n="八", name="意志")
    assert [q.answer for q in read(text + KEY)] == ["A", "对", "B", "错"]


def test_a_section_of_verdicts_by_another_name() -> None:
    text = CHOICE + "二、正误判断\n2.情绪有两极性。（　）\n答案：√\n3.心境短暂。（　）\n答案：×"
    assert [(q.format, q.answer) for q in read(text)[1:]] == [("TF", "对"), ("TF", "错")]


def test_a_verdict_before_a_full_stop_is_a_verdict() -> None:
    paper = "二、判断题\n7.这属于正迁移。（　）\n8.成绩不再提高。（　）\n参考答案\n二、判断题\n"
    found = grammar.parse(
        (paper + "7.【答案】×。解析：负迁移。\n8.【答案】√。解析：停顿。").splitlines()
    )
    assert [(q.answer, q.explanation) for q in found.questions] == [
        ("错", "负迁移。"),
        ("对", "停顿。"),
    ]


def test_a_definition_may_begin_with_this_is_or_behind_a_colon() -> None:
    paper = """一、名词解释
1.构造主义：19世纪后期由冯特奠基的一个学派，主张研究意识的元素。
2.行为主义这是由美国心理学家华生创立的一个学派，反对研究意识。
3.机能主义：主张研究意识的功能，重视心理对环境的适应作用。
4.格式塔心理学是指主张整体先于部分的一个学派，产生于德国。"""
    found = grammar.parse(paper).questions
    assert [q.stem for q in found] == ["构造主义", "行为主义", "机能主义", "格式塔心理学"]
    assert all(q.answer[0] in "1这主是" for q in found)
