"""Questions that a key prints again above its answers; numbers as 第2问 or after a blank."""

from parsing import parse

PAPER = """一、名词解释
1．功能固着
2．社会惰化
二、简答题
3．简述情绪的两因素说。
4．简述态度的成分。
参考答案
一、名词解释
1．功能固着
【答案】人们把某种功能赋予某种物体的倾向。
2．社会惰化
【答案】群体一起做事时，个人的努力偏少的现象。
二、简答题
3．简述情绪的两因素说。
【答案】情绪取决于生理唤醒，
和对它的认知解释。
4．{again}
"""


def answers(again: str) -> list[str]:
    return [q.answer for q in parse(PAPER.replace("{again}", again)).questions]


def test_the_question_printed_again_is_no_part_of_its_answer() -> None:
    assert answers("简述态度的成分。\n【答案】认知、情感和行为倾向。") == [
        "人们把某种功能赋予某种物体的倾向。",
        "群体一起做事时，个人的努力偏少的现象。",
        "情绪取决于生理唤醒，和对它的认知解释。",
        "认知、情感和行为倾向。",
    ]


def test_an_answer_that_begins_with_the_words_of_its_question_stays_whole() -> None:
    said = "简述态度的成分要先说认知，再说情感。"
    assert answers(said)[3] == said


def test_asks_of_a_case_count_as_numbers() -> None:
    row = "\nA．甲种\nB．乙种\nC．丙种\nD．丁种\n"
    case = "案例分析题\n女，34岁，两个月来情绪低落。\n"
    asked = "".join(f"第{n}问：应当考虑的第{n}种诊断是{row}" for n in (1, 2, 3))
    found = parse(f"{case}{asked}参考答案\n第1问：B\n第2问：ACD\n第3问：D\n").questions
    assert [q.stem for q in found] == [f"应当考虑的第{n}种诊断是" for n in (1, 2, 3)]
    assert [q.answer for q in found] == ["B", "ACD", "D"]


def test_a_blank_for_the_verdict_stands_before_the_number() -> None:
    text = "判断题\n____1)智力完全由遗传决定。\n____2)干预应当尊重意愿。\n____3)气质没有好坏。\n"
    found = parse(f"{text}答案：1)错误　2)正确　3)正确\n").questions
    assert [q.number for q in found] == ["1", "2", "3"]
    assert found[0].stem == "智力完全由遗传决定。"
