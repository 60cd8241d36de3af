"""Letters, lists and labels inside texts begin no question, no section and no row of options."""

import pytest

from parsing import Printed, parse


def _read(text: str) -> tuple[Printed, ...]:
    return parse(text.strip("\n")).questions


def test_circled_points_below_an_open_answer_stay_in_it() -> None:
    found = _read(
        "一、简答题\n"
        "1.简述过滤器理论与衰减理论的异同。\n答案：\n"
        "相同点：①都认为加工容量有限；②都属于早期选择模型；③都讲注意。\n"
        "不同点：①前者认为通道完全阻断；②后者认为信息只是减弱；③后者提出激活阈限。\n"
        "2.简述情绪的功能。\n答案：\n"
        "主要有：①适应功能；②动机功能；③组织功能；④信号功能。\n"
    )
    assert [q.number for q in found] == ["1", "2"]
    assert found[0].answer.endswith("③后者提出激活阈限。")


def test_abbreviation_in_brackets_before_a_number_is_no_key() -> None:
    found = _read(
        "四、简答题1.简述注意的功能。2.什么是迁移？3.名词解释：自动化加工4.简述遗忘的规律。"
        "5.名词解释：情感表达（EE）6.简述动机的功能。7.简述学习策略的分类。"
    )
    assert [q.number for q in found] == list("1234567")
    assert found[4].stem == "名词解释：情感表达（EE）"


def test_row_of_bare_letters_leaves_a_broken_last_option_whole() -> None:
    found = _read(
        "1[单选题] 一年级学生不能一边听讲一边记录，说明他们（　　）。\n"
        "A.注意的稳定性差 B.注意的分配能力差 C.注意的起伏频繁 D.记忆的保持时\n间短\n"
        "A.B.C.D.\n【解析】故选B。\n"
        "2[单选题] 努力在归因模式中属于（　　）的因素。\n"
        "A.内部、稳定 B.内部、不\n稳定 C.外部、不稳定 D.外部、\n稳定\n"
        "A.B.C.D.\n【解析】故选B。"
    )
    assert [q.options[-1] for q in found] == ["记忆的保持时间短", "外部、稳定"]
    assert [q.answer for q in found] == ["B", "B"]


def test_points_of_a_broken_explanation_are_no_options() -> None:
    reason = (
        "【解析】婴儿从出生后的后半年起即开始出现真正意义上的同伴社交行为，早期同\n"
        "伴交往经历三个发展阶段：①以客体为中心阶段；②简单交往阶段；③互补性交往阶\n段。"
    )
    asked = "婴儿早期同伴交往的阶段为( )\nA 以客体为中心阶段  B 简单交往阶段  C 互补性交往阶段"
    found = _read(f"1.{asked}\n{reason}\n【答案】ABC\n2.{asked}\n{reason}\n【答案】ABC")
    assert [(q.number, q.answer) for q in found] == [("1", "ABC"), ("2", "ABC")]


def test_a_name_of_a_type_among_the_points_of_an_answer_heads_no_section() -> None:
    found = _read(
        "一、简答题\n1.如何培养良好的品德？\n答案：一、有效的说服。二、树立榜样。三、利用群体约定。"
        "四、价值辨析：讨论交谈等。五、给予恰当的奖励与惩罚。\n2.简述遗忘的规律。\n答案：先快后慢。"
    )
    assert found[0].answer.endswith("五、给予恰当的奖励与惩罚。")


@pytest.mark.parametrize(
    ("text", "answer", "options"),
    [
        ("1.自我意识的飞跃期是A.婴儿期 B.幼儿末期 C.青春期\n【解析】两个时期是飞跃期。故选\nAC。",
         "AC", ("婴儿期", "幼儿末期", "青春期")),
        (("1.开放式提问有（ ）。\nA.“您怎样看？”\nB.“您吃药了吗？”\nC.“能谈谈吗？”\n"
         "答案：“您怎样看？”、“能谈谈吗？”"), "AC",
         ("“您怎样看？”", "“您吃药了吗？”", "“能谈谈吗？”")),
        ("1.资料可由谁提供A.家属B.邻居C.同事D.本人答案：BCD", "BCD",
         ("家属", "邻居", "同事", "本人")),
        (("1.可以排除的是( )。\nA.抑郁  B.强迫  C.恐怖  D.焦虑【答案】\nACD\n2.可以诊断的是( )。\n"
         "A.抑郁  B.强迫  C.恐怖  D.焦虑【答案】\nB"), "ACD", ("抑郁", "强迫", "恐怖", "焦虑")),
    ],
)  # fmt: skip
def test_keys_across_a_lines_end_and_beside_quotes(
    text: str, answer: str, options: tuple[str, ...]
) -> None:
    found = _read(text)[0]
    assert (found.answer, found.options) == (answer, options)


def test_a_stem_that_begins_with_a_types_name_keeps_it() -> None:
    found = _read("1.判断“谢谢啦”的意思主要依赖于（ ）\nA.场合\nB.声调\nC.热情\nD.表情\n答案：B")
    assert found[0].stem == "判断“谢谢啦”的意思主要依赖于（ ）"


def test_numbered_headings_above_questions_that_begin_with_their_type() -> None:
    found = _read(
        "1.单项选择题\n单选题1.冯特建立实验室是在\nA.1879年\nB.1890年\n答案：A\n"
        "单选题2.意识流的提出者是\nA.詹姆斯\nB.冯特\n答案：A\n"
        "2.多项选择题\n多选题1.心理过程包括\nA.认知\nB.情绪\nC.性格\n答案：AB"
    )
    assert [(q.format, q.number, q.explanation) for q in found] == [
        ("SCQ", "1", ""), ("SCQ", "2", ""), ("MAQ", "1", ""),
    ]  # fmt: skip


def test_a_word_behind_a_glued_number_is_no_unit() -> None:
    found = _read(
        "多项选择题\n1小学儿童同伴交往的特点是（ ）\nA.形成团体 B.建立友谊 C.关系稳定\n"
        "2社会认知的偏差有( )。\nA.首因效应 B.晕轮效应 C.刻板印象\n"
        "3人体的感觉包括（ ）\nA.视觉 B.听觉 C.嗅觉\n"
    )
    assert [q.number for q in found] == ["1", "2", "3"]
