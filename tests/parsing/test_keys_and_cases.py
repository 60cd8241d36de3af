"""Keys behind the last question's label, cases with two headings, and what readers chose."""

import pytest

from parsing import Parsed, Printed, parse

NAMES = (
    ("气质类型包括（ ）", "胆汁质", "多血质", "黏液质", "抑郁质"),
    ("下列属于情绪状态的有（ ）", "心境", "激情", "应激", "美感"),
    ("提出需要层次理论的是（ ）", "罗杰斯", "马斯洛", "弗洛伊德", "华生"),
)


def _choices() -> list[str]:
    """Three questions with their options on lines."""
    rows = [zip("ABCD", options, strict=True) for _, *options in NAMES]
    return [
        f"{n}.{stem}\n" + "\n".join(f"{letter}.{text}" for letter, text in row)
        for n, ((stem, *_), row) in enumerate(zip(NAMES, rows, strict=True), 1)
    ]


def _read(*lines: str) -> tuple[Printed, ...]:
    return parse("\n".join(lines)).questions


def _dropped(parsed: Parsed, place: int) -> list[str]:
    notes = parsed.questions[place].notes
    return [note for note in notes if note.startswith("dropped:own_answer")]


@pytest.mark.parametrize("mark", ["、", ".", ")"])
def test_the_last_label_of_several_questions_is_the_key_of_all(mark: str) -> None:
    key = "\n".join(f"{n}{mark}{letters}" for n, letters in enumerate(("ABCD", "ABC", "BC"), 1))
    found = _read("一、多项选择题", *_choices(), f"答案：{key}")
    assert [q.answer for q in found] == ["ABCD", "ABC", "BC"]


def test_a_key_that_names_an_option_that_is_not_there_is_no_key_of_all() -> None:
    found = _read("一、单项选择题", *_choices(), "答案：1、A\n2、F\n3、B")
    assert [q.answer for q in found[:2]] == ["", ""]


def test_a_case_with_two_headings_is_for_the_questions_that_one_of_them_names() -> None:
    case = "求助者，女性，33岁，因失眠两个月前来咨询。"
    found = _read("案例一", "（1～2题共用题干）", case, *_choices())
    assert [q.material for q in found] == [case, case, ""]
    assert [q.stem for q in found] == [stem for stem, *_ in NAMES]


def test_a_line_below_what_a_reader_chose_is_not_part_of_it() -> None:
    one, two, three = _choices()
    parsed = parse(
        f"{one}\n我的答案：B\n题目收录于第三章。\n正确答案：ABCD\n"
        f"{two}\n正确答案：ABC\n我的答案：\nBD\n{three}\n正确答案：B"
    )
    assert [q.answer for q in parsed.questions] == ["ABCD", "ABC", "B"]
    assert _dropped(parsed, 0) == ["dropped:own_answer 我的答案：B"]
    assert _dropped(parsed, 1) == ["dropped:own_answer 我的答案：\nBD"]
    assert [rest.text for rest in parsed.leftovers] == ["题目收录于第三章。"]


@pytest.mark.parametrize("blank", ["", " ", "\n"])
def test_what_a_reader_chose_may_stand_on_the_line_below_its_label(blank: str) -> None:
    parsed = parse(
        f"{_choices()[2]}\n我的答案：{blank}\nA\n正确答案：B\n【解析】马斯洛提出需要层次理论。"
    )
    assert _dropped(parsed, 0)[0].removesuffix("A").split() == ["dropped:own_answer", "我的答案："]
    assert parsed.questions[0].answer == "B"
    assert parsed.questions[0].explanation == "马斯洛提出需要层次理论。"


@pytest.mark.parametrize(("many", "cut"), [(8, True), (3, False)])
def test_a_topic_behind_the_last_option_goes_where_most_questions_have_one(
    many: int, *, cut: bool
) -> None:
    last = "D.动作由强到弱，效果也随之递减。"
    rows = [
        f"{n}.与第{n}条定律相符的是（ ）\nA.强度不变。\nB.强度增加。\nC.先增后减。\n{last}"
        + (" 消费行为" if n <= many else "")
        for n in range(1, 9)
    ]
    found = _read(*rows)
    tails = {q.options[-1].removeprefix(last[2:]).strip() for q in found}
    assert tails == ({""} if cut else {"", "消费行为"})


def test_a_choice_among_open_questions_is_one_and_says_that_its_section_is_not() -> None:
    asked = "1.简述情绪的功能。\n答案：适应、动机、组织与信号功能。"
    open_one, choice = _read("一、简答题", asked, _choices()[1], "答案：A")
    assert (open_one.format, open_one.options) == ("QA", ())
    assert (choice.format, choice.options, choice.answer) == ("", NAMES[1][1:], "A")
    assert "doubt:options_in_QA" in choice.notes
    assert "doubt:options_in_QA" not in open_one.notes


def test_a_key_beyond_the_options_without_letters_is_no_answer() -> None:
    options = "感知觉\n意志力\n性格类\n气质类"
    rows = [
        f"{n}.下列属于第{n}类心理现象的是（ ）\n{options}\n答案：{'ABEDCB'[n - 1]}"
        for n in range(1, 7)
    ]
    found = _read(*rows)
    assert [q.answer for q in found] == ["A", "B", "", "D", "C", "B"]
    assert "doubt:answer_unclear" in found[2].notes
    assert {q.options for q in found} == {("感知觉", "意志力", "性格类", "气质类")}


@pytest.mark.parametrize(
    ("second", "answers"), [((1, 2), ["", "", "", ""]), ((3, 4), list("ABCD"))]
)
def test_a_key_below_two_chapters_is_theirs_only_where_numbers_run_on(
    second: tuple[int, int], answers: list[str]
) -> None:
    """A key that names no chapter, below questions that two chapters number anew, is nobody's."""
    options = "A.感知\nB.动机\nC.性格\nD.气质"
    one, two = (
        [f"{n}.第{n}项属于（ ）\n{options}" for n in numbers] for numbers in ((1, 2), second)
    )
    key = "1.A 2.B" if second[0] == 1 else "1.A 2.B 3.C 4.D"
    parsed = parse("\n".join(["第一章 过程", *one, "第二章 个性", *two, "参考答案", key]))
    assert [q.answer for q in parsed.questions] == answers
    unused = [rest.text for rest in parsed.leftovers if rest.rule == "key_without_question"]
    assert unused == ([] if answers[0] else [key])
    assert not [q for q in parsed.questions if "doubt:numbers_repeat" in q.notes]


@pytest.mark.parametrize(("many", "cut"), [(8, True), (2, False)])
def test_a_bracket_before_few_stems_is_put_back_and_nothing_says_it_went(
    many: int, *, cut: bool
) -> None:
    options = "A.感知\nB.动机\nC.性格\nD.气质"
    rows = [
        f"{n}.{'(记忆规律)' if n <= many else ''}与第{n}条定律相符的是（ ）\n{options}"
        for n in range(1, 9)
    ]
    first = _read(*rows)[0]
    assert first.stem == ("" if cut else "(记忆规律)") + "与第1条定律相符的是（ ）"
    assert [note for note in first.notes if note.startswith("dropped:")] == (
        ["dropped:topic (记忆规律)"] if cut else []
    )


def test_verdicts_below_two_sections_of_judgements_are_nobody_s() -> None:
    one, two = _choices()[1:]
    verdicts = ["1.感觉是最简单的心理现象。", "2.动机是行为的动力。"]
    choices = [one.replace("2.", "1.", 1), two.replace("3.", "2.", 1)]
    sections = ["一、判断题", *verdicts, "二、单项选择题", *choices, "三、判断题", *verdicts]
    parsed = parse("\n".join([*sections, "参考答案", "1.√ 2.×"]))
    assert {q.answer for q in parsed.questions} == {""}
    assert not [q for q in parsed.questions if "doubt:numbers_repeat" in q.notes]
    assert [rest.text for rest in parsed.leftovers][-1] == "1.√ 2.×"


def test_words_that_explain_a_mark_are_none_and_the_marks_behind_options_are_keys() -> None:
    told = "选项后标有(正确答案)的即为本题的正确选项，请对照复习"
    rows = [
        row.replace(f"{letter}.{option}", f"{letter}.{option}(正确答案)")
        for row, letter, option in zip(_choices(), "ACB", ("胆汁质", "应激", "马斯洛"), strict=True)
    ]
    parsed = parse("\n".join([told, *rows]))
    assert [(q.options, q.answer) for q in parsed.questions] == [
        (options, letter) for (_, *texts), letter in zip(NAMES, "ACB", strict=True)
        for options in [tuple(texts)]
    ]  # fmt: skip
    assert [rest.text for rest in parsed.leftovers] == [told]


def test_a_verdict_parts_from_its_reason_and_from_the_number_behind_it() -> None:
    found = _read(
        "三、判断题",
        "1.寻求咨询是软弱的表现。答案：错误(主动求助是对自己负责)",
        "2.适度焦虑有助于学习。答案：正确(中等水平的焦虑有促进作用)",
        "3.注意是独立的心理过程。答案：错4、单选、属于感觉的现象",
    )
    assert [q.answer for q in found[:3]] == ["错", "对", "错"]
    assert found[0].explanation == "(主动求助是对自己负责)"


def test_a_verdict_on_a_line_of_its_own_ends_there() -> None:
    found = _read(
        "1. 遗忘的进程先快后慢。", "", "答案：正确", "", "本题分析", "",
        "2. 长时记忆的容量是7±2个组块。", "", "答案：错误", "", "本题分析",
    )  # fmt: skip
    assert [(q.answer, q.explanation) for q in found] == [("对", "本题分析"), ("错", "本题分析")]


@pytest.mark.parametrize("verdict", ["错误。", "答：错误，", "【答案】×。"])
def test_a_verdict_and_its_argument_answer_an_open_question(verdict: str) -> None:
    reason = "气质是心理活动的动力特征，没有好坏之分。"
    lines = [
        "一、辨析题", "1．气质有好坏之分。", "二、简答题", "2．简述气质的类型。", "参考答案",
        "一、辨析题", f"1．{verdict}{reason}", "二、简答题", "2．胆汁质、多血质等四种。",
    ]  # fmt: skip
    judged, open_ = parse(lines).questions
    assert judged.answer.endswith(reason)
    assert judged.answer[0] in "错×"
    assert not judged.explanation
    assert open_.answer == "胆汁质、多血质等四种。"
    labelled = parse([*lines[:6], f"1．×【解析】{reason}", *lines[7:]]).questions[0]
    assert labelled.explanation == reason


@pytest.mark.parametrize("asked", ["1.{}\n", "1.{}\nA.多动 B.抑郁 C.焦虑 D.强迫\n"])
def test_a_question_below_a_case_of_its_own_has_not_the_case_before(asked: str) -> None:
    cases = ("小明八岁，上课坐不住，老师很头疼。", "小红十五岁，情绪低落，不愿出门。")
    lines = "".join(
        f"【材料】\n{case}\n{asked.format('简述这名学生的问题。').replace('1.', f'{n}.')}"
        for n, case in enumerate(cases, 1)
    )
    found = parse(lines).questions
    assert [q.material for q in found] == list(cases)
    assert [q.stem for q in found] == ["简述这名学生的问题。"] * 2


def test_a_case_behind_a_number_belongs_to_the_question_below_it() -> None:
    cases = ("小明八岁，上课坐不住。", "小红十五岁，情绪低落。")
    options = "A.多动 B.抑郁 C.焦虑 D.强迫\n答案：{}\n"
    text = "".join(
        f"{n}.【材料】{case}\n【问题】最可能的是（ ）\n{options.format(key)}"
        for n, (case, key) in enumerate(zip(cases, "AB", strict=True), 1)
    )
    found = parse(text).questions
    assert [(q.material, q.answer) for q in found] == list(zip(cases, "AB", strict=True))
    assert not any(q.explanation for q in found)


def test_what_leads_to_a_table_behind_an_explanation_is_a_doubt_of_the_next_question() -> None:
    paper = """1.下列属于集中量数的是（ ）
A.方差 B.全距 C.众数 D.标准差
答案：C
解析：众数表示集中趋势。
{0}
2.该组被试的平均分是（ ）
A.2 B.4 C.5 D.8
答案：B
解析：相加后除以人数。"""
    for lead, doubted in (
        ("下表是某次测验的数据统计表，被试分为五组。", True),
        ("见教材。", False),
    ):
        first, second = parse(paper.format(lead)).questions
        assert "doubt:material_before" not in first.notes
        assert ("doubt:material_before" in second.notes) == (doubted and not second.material)
        assert second.material == "" or lead in second.material
