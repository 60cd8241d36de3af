"""Which questions a case belongs to, where that is a guess, and keys that only look like some."""

import pytest

from parsing import parse

PATIENT = "患者女，45岁。术后六小时诉颈部发紧、呼吸费力，颈部伤口敷料渗血明显，血压正常，神志清楚。"
_ASKED = """
{0}.{1}（ ）
A.甲减 B.出血 C.水肿 D.感染
答案：B"""


def _questions(*asked: tuple[int, str]) -> str:
    return "".join(_ASKED.format(*one) for one in asked) + "\n"


@pytest.mark.parametrize(
    "case",
    [
        PATIENT + "据此完成2～3题。",
        PATIENT + "据此回答下列2小题。",
        "（2～3题共用题干）" + PATIENT,
        "（2～3题共用题干）\n" + PATIENT,
    ],
)
def test_a_case_is_for_the_questions_that_its_words_name(case: str) -> None:
    four = [(n, f"第{n}种情况最可能的原因是") for n in range(1, 5)]
    found = parse(_questions(*four[:1]) + case + _questions(*four[1:])).questions
    assert [PATIENT in q.material for q in found] == [False, True, True, False]
    assert [q.answer for q in found] == ["B"] * 4


def test_parts_of_a_question_alone_have_its_case() -> None:
    lead = "根据下图所示的反应时实验结果，回答问题。"
    parts = "（1）该实验测得的是\nA.甲 B.乙 C.丙 D.丁\n（2）自变量是\nA.子 B.丑 C.寅 D.卯\n"
    own = "".join(f"{n}.第{n}个概念指\nA.金{n} B.木{n} C.水{n} D.火{n}\n" for n in (2, 3, 4))
    found = parse(f"一、单选题\n{lead}\n{parts}{own}").questions
    assert [bool(q.material) for q in found] == [True, True, False, False, False]


def test_a_patient_above_a_question_is_its_case() -> None:
    own = _questions((1, "体温的正常值是"))
    found = parse(own + PATIENT + _questions((2, "该患者最可能是"))).questions
    assert [q.material for q in found] == ["", PATIENT]


def test_where_nothing_says_how_far_a_case_reaches_a_question_without_its_words_is_doubted() -> (
    None
):
    asked = [(2, "该患者最可能是"), (3, "劳动合同应当"), (4, "建设用地须经")]
    found = parse(_questions((1, "体温是")) + "案例一\n" + PATIENT + _questions(*asked)).questions
    assert ["doubt:material_reach" in q.notes for q in found] == [False, False, True, True]


def test_a_list_of_circled_keys_is_read_where_options_are_circled() -> None:
    rows = ("木火土金", "天地水火", "热寒暑湿")
    paper = "".join(
        f"{n}．下列第{n}项属于阳的是（　　）。\n"
        + "　".join(f"{sign}{word}" for sign, word in zip("①②③④", row, strict=True))
        + "\n"
        for n, row in enumerate(rows, 1)
    )
    found = parse(f"一、选择题\n{paper}参考答案\n1．②　　2．①③　　3．④\n").questions
    assert [q.answer for q in found] == ["B", "AC", "D"]


def test_a_bracket_of_a_formula_is_no_key_and_one_before_the_stem_may_have_a_blank() -> None:
    paper = """1.(D)化简A*A'的结果是
(A)甲一 (B)乙一 (C)丙一 (D)丁一
2.(C )布尔代数A *(B +C ) = A *B +A *C应用的是
(A)甲二 (B)乙二 (C)丙二 (D)丁二
3.(A )下列运算正确的是
(A)甲三 (B)乙三 (C)丙三 (D)丁三
"""
    found = parse(paper).questions
    assert [q.answer for q in found] == ["D", "C", "A"]
    assert "A *(B +C )" in found[1].stem


def test_a_numbered_stem_is_the_case_of_its_parts() -> None:
    paper = """1．小明一上台就心跳加快，台下却正常。
他很苦恼。
（1）指出小明的情绪状态。
答：焦虑。
（2）解释原因。
答：他害怕别人的评价。
2．小红考试前失眠。
（1）指出小红的情绪状态。
答：考试焦虑。
（2）提出两条建议。
答：放松训练；调整认知。"""
    found = parse(paper).questions
    assert [(q.number, q.material[:2], q.answer) for q in found] == [
        ("1", "小明", "焦虑。"),
        ("2", "小明", "他害怕别人的评价。"),
        ("1", "小红", "考试焦虑。"),
        ("2", "小红", "放松训练；调整认知。"),
    ]
    titled = paper.replace("小明一上台就心跳加快，台下却正常。\n他很苦恼。", "简答题")
    assert not any(q.material for q in parse(titled).questions)


@pytest.mark.parametrize("numbers", [("1. ", "2. "), ("", "")])
def test_an_english_text_above_questions_with_its_words_is_their_case_and_doubted(
    numbers: tuple[str, str],
) -> None:
    story = (
        "Long ago a poor potter named Salim lived near a dry river. He made jars of red clay and"
        " gave the first of them to travellers who came over the hills. Nobody paid him for it."
    )
    own = "A. camels\nB. carpets\nC. {}\nD. lamps\nAnswer: C\n"
    first = f"{numbers[0]}What did Salim make?\n{own.format('jars')}"
    second = f"{numbers[1]}Who came over the hills?\n{own.format('travellers')}"
    found = parse(f"Reading practice\n{story}\n{first}{second}").questions
    assert [story in q.material for q in found] == [True, True]
    assert all("doubt:text_above" in q.notes for q in found)
    ranged = parse(f"一、阅读\n阅读短文，回答1～2题。\n{story}\n{first}{second}").questions
    if numbers[0]:
        assert all(story in q.material for q in ranged)
        assert not any("doubt:text_above" in q.notes for q in ranged)
    other = parse(f"Reading practice\n{first}{second}").questions
    assert not any(q.material or "doubt:text_above" in q.notes for q in other)


def test_options_that_are_numbers_are_no_entries_of_the_key_above_them() -> None:
    key = "参考答案\n一、单项选择题\n1.【答案】B\n【解析】会计主体界定空间范围。\n2.【答案】A\n"
    own = "1.会计的空间范围由什么界定（ ）。\nA.分期 B.主体\n2.流动资产有（ ）。\nA.现金 B.厂房\n"
    money = "1.入账成本为（ ）元。\nA. 50 000　　B. 52 000　　C. 56 500　　D. 58 500\n"
    money += "2.月折旧额为（ ）元。\nA. 12　　B. 14　　C. 16　　D. 18\n"
    head = "一、单项选择题（只有一个符合题意的正确答案。）\n"
    paper = f"第一章　会计概述\n{head}{own}{key}第二章　资产\n{head}{money}"
    found = parse(paper).questions
    assert [q.answer for q in found] == ["B", "A", "", ""]
    assert found[2].options == ("50 000", "52 000", "56 500", "58 500")


def test_a_case_below_the_words_that_lead_to_it_is_that_of_the_questions_below() -> None:
    case = "截至年底，某县共有中小学80所，其中小学56所，初中18所，高中6所，在校学生六万余人。"
    asked = [(1, "该县平均每所小学有学生"), (2, "该县小学占中小学的比重为")]
    found = parse(f"巩固练习\n根据以下材料，回答下列问题。\n{case}{_questions(*asked)}").questions
    assert [q.material for q in found] == [case] * 2


def test_a_numbered_case_is_that_of_its_parts_beside_numbered_questions() -> None:
    own = (
        "1.{}1)该患者最可能的诊断为\nA.甲 B.乙 C.丙 D.丁\n答案：B\n"
        "2)首选的检查为\nA.子 B.丑 C.寅 D.卯\n答案：A\n"
    )
    other = "2.第二个概念指\nA.金 B.木 C.水 D.火\n答案：C\n"
    found = parse(own.format(PATIENT + "\n") + other).questions
    assert [(q.number, q.material) for q in found] == [("1", PATIENT), ("2", PATIENT), ("2", "")]


def test_answers_in_parts_below_parts_are_each_that_of_its_own() -> None:
    page = (
        "一、案例分析题\n1.案例背景：\n小李是射击运动员，决赛中手抖，赛后自责，失眠多日。\n"
        "(1)请分析小李失常的原因。\n(2)请为小李设计调整方案。\n答案：\n(1)原因有二：\n①看重名次。\n②缺少预案。\n"
        "(2)方案：\n①放松训练。\n②表象演练。\n二、简答题\n2.简述表象训练的作用。\n答案：促进技能的学习。\n"
    )
    found = parse(page).questions
    assert [("小李是" in q.material, q.answer[:4]) for q in found] == [
        (True, "原因有二"),
        (True, "方案：\n"),
        (False, "促进技能"),
    ]


def test_a_paragraph_above_questions_with_its_words_is_guessed_to_be_their_case() -> None:
    case = "小林是一名射箭运动员，平时训练成绩稳定。最近一次省级选拔赛中因怕失误而手抖，发挥失常。"
    asked = [(1, "小林发挥失常的主要原因是"), (2, "选拔赛前宜采用的训练是")]
    lead = "某网站练习题\n试题结构是先叙述情景，然后提出相关问题，考查考生的综合能力和知识。\n"
    found = parse(lead + case + _questions(*asked)).questions
    assert [q.material for q in found] == [case] * 2
    assert all("doubt:text_above" in q.notes for q in found)
    found = parse(lead + _questions(*asked)).questions
    assert not any(q.material or "doubt:text_above" in q.notes for q in found)


def test_all_questions_below_a_case_inside_an_explanation_are_doubted() -> None:
    page = (
        "1.最可能出现的问题是()A.甲B.乙C.丙D.丁\n答案:B\n解析:第1题,丙国人口减少。某城市建设多座卫星城。完成2-3题。\n"
        "2.建设卫星城的目的是()A.子B.丑C.寅D.卯\n答案:A\n3.卫星城的优势是()A.金B.木C.水D.火\n答案:C\n"
    )
    found = parse(page).questions
    assert ["doubt:material_before" in q.notes for q in found] == [False, True, True]


def test_options_above_the_stems_they_serve_stand_below_an_example_s_number() -> None:
    options = "A.恶寒发热\nB.但寒不热\nC.日晡潮热\nD.寒热往来\n"
    head = "B1型题：每道试题由备选答案与题干组成，备选答案在前，题干在后。\n例5.\n"
    found = parse(
        head + options + "1.少阳病的热型是\n答案：D\n2.阳明病的热型是\n答案：C\n"
    ).questions
    assert [(len(q.options), q.answer) for q in found] == [(4, "D"), (4, "C")]


def test_a_chapter_s_title_again_behind_others_is_over_its_key() -> None:
    asked = (
        "第{0}章 {1}\n一、选择题\n1．{1}指（　　）。\nA．甲{0}\nB．乙{0}\nC．丙{0}\n"
        "二、填空题\n1．{1}又叫______。\n"
    )
    told = "第{0}章 {1}\n一、选择题\n1．{2}\n二、填空题\n1．{3}\n"
    paper = asked.format(1, "记忆") + asked.format(2, "思维")
    found = parse(paper + told.format(1, "记忆", "B", "识记") + told.format(2, "思维", "C", "思考"))
    assert [q.answer for q in found.questions] == ["B", "识记", "C", "思考"]


def test_an_english_book_tells_ranges_several_letters_and_words_to_tick() -> None:
    paper = (
        "1. Which are vital signs?\n(A) Pulse\n(B) Pressure\n(C) Age\n"
        "2. A burn needs butter.\n____ True\n____ False\n"
        "Questions 3-4 refer to the following case.\nA patient of 24 years fell from a ladder.\n"
        "3. What comes first?\n(A) Oxygen\n(B) Rest\n(C) Water\n"
        "4. What is next?\n(A) Ice\n(B) Heat\n(C) Salt\n"
        "Answer Key\n1. (A), (B) Age is none.\n2. False\n3. A\n4. A\n"
    )
    found = parse(paper).questions
    assert [q.answer for q in found] == ["AB", "错", "A", "A"]
    assert found[1].stem == "A burn needs butter."
    assert [q.material for q in found[1:]] == [
        "",
        *["A patient of 24 years fell from a ladder."] * 2,
    ]


def test_an_english_text_above_the_heading_of_its_questions_is_a_guessed_case() -> None:
    text = (
        "Every evening a lamplighter walked through the old town with a ladder and a small flame. "
        * 2
    )
    asked = "1. Who carried the ladder?\nA) The lamplighter\nB) A child\nAnswer: A\n"
    (one,) = parse(f"{text}\nMultiple Choice Questions\n{asked}").questions
    assert one.material.startswith("Every evening")
    assert "doubt:text_above" in one.notes


def test_an_answer_to_several_questions_is_doubted() -> None:
    page = "1.列出影响参与的原因。\n2.应提供哪些支持？\n答案：第一问考查意愿；第二问考查方式。\n"
    assert "doubt:answer_unclear" in parse(page).questions[1].notes


def test_exposition_is_no_case_though_questions_have_its_words() -> None:
    text = "感觉的规律有感觉适应、感觉对比和联觉。感觉适应是刺激持续作用引起感受性变化的现象。"
    asked = [(n, f"感觉适应的第{n}条规律中感受性变化是") for n in range(1, 8)]
    for count, doubted in ((3, True), (7, False)):  # of few questions it may be one
        found = parse(text + _questions(*asked[:count])).questions
        assert not any(q.material for q in found)
        assert all(("doubt:text_above" in q.notes) == doubted for q in found)


def test_what_points_at_a_case_that_it_lacks_is_doubted() -> None:
    asked = _questions((1, "结合材料，体现的原则是"), (2, "直观教学的材料是"))
    found = parse(asked).questions
    assert ["doubt:text_above" in q.notes for q in found] == [True, False]


def test_chapters_again_under_another_type_hold_questions_no_key() -> None:
    choice = "第{0}章 {1}\n1．{1}指（　　）。\nA．甲{0} B．乙{0} C．丙{0} D．丁{0}\n"
    open_ = "第{0}章 {1}\n1．简述{1}的任务。\n2．简述{1}的分类。\n"
    both = [(1, "记忆"), (2, "思维")]
    page = "一、单项选择题\n" + "".join(choice.format(*one) for one in both)
    page += "二、简答题\n" + "".join(open_.format(*one) for one in both)
    found = parse(page).questions
    assert [q.stem[:2] for q in found] == ["记忆", "思维", *["简述"] * 4]
    assert not any(q.answer for q in found)


def test_where_all_numbers_are_1_a_case_reaches_as_doubtfully_as_elsewhere() -> None:
    asked = [(1, "体温是"), (2, "该患者最可能是"), (3, "劳动合同应当"), (4, "建设用地须经")]
    first, *others = (_questions(one).replace(".", ")", 1) for one in asked)
    found = parse(first + "案例一\n" + PATIENT + "".join(others)).questions
    assert ["doubt:material_reach" in q.notes for q in found] == [False, False, True, True]
