"""Single decisions of the grammar."""

import pytest

from parsing import Hints, Mark, parse
from parsing.alarm import THRESHOLD
from parsing.page.lines import noise_rule
from parsing.questions.lettered import find
from parsing.source_text import Sheet, fold
from parsing.words import LITTER, NOISE, format_of


def options(text: str) -> list[str]:
    folded = fold(text)
    return [folded[o.start : o.end].strip() for o in find(folded, 0, len(folded))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "缺乏会患夜盲症的是（）A.维生素B B.维生素A C.维生素C D.维生素D",
            ["维生素B", "维生素A", "维生素C", "维生素D"],
        ),
        (
            "A. H. Maslow提出的是()A.需要层次B.强化C.顿悟D.图式",
            ["需要层次", "强化", "顿悟", "图式"],
        ),
        ("甲\nA同化\nB顺应\nC平衡\nD图式", ["同化", "顺应", "平衡", "图式"]),
        ("甲\n（A）一（B）二\n（C）三（D）四", ["一", "二", "三", "四"]),
        (
            "甲的是\nA.A型人格\nB.B型人格\nC.C型人格\nD.以上都对",
            ["A型人格", "B型人格", "C型人格", "以上都对"],
        ),
        ("属于气质的是A胆汁质B多血质C黏液质 D抑郁质", ["胆汁质", "多血质", "黏液质", "抑郁质"]),
        ("甲\nA.一\nC.三\nB.二\nD.四", ["一", "二", "三", "四"]),
        ("某A型人格者的表现是什么？", []),
    ],
)
def test_options_are_split_by_letters_in_order(text: str, expected: list[str]) -> None:
    assert options(text) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("单项选择题", "SCQ"),
        ("多选题", "MAQ"),
        ("不定项选择题", "INDEF"),
        ("选择题", ""),
        ("名词解释", "QA"),
        ("判断题", "TF"),
        ("填空题", "FILL"),
        ("单选题、多选题", "INDEF"),
    ],
)
def test_formats_by_name(name: str, expected: str) -> None:
    assert format_of(name) == expected


@pytest.mark.parametrize("rule", [*NOISE, *LITTER], ids=lambda rule: rule.rule)
def test_each_noise_rule_catches_its_example(rule: object) -> None:
    found = next(r for r in (*NOISE, *LITTER) if r is rule)
    assert noise_rule(fold(found.example)) == found.rule


@pytest.mark.parametrize(
    "line",
    [
        "1.企业开设微信公众号吸引消费者，运用的是（ ）",
        "A.关注儿童的需要",
        "时间知觉的线索有（ ）",
        "3.下列属于阅读策略的是",
        "答案：B",
    ],
)
def test_noise_rules_leave_questions_alone(line: str) -> None:
    assert noise_rule(fold(line)) == ""


def test_decimals_years_and_ages_begin_no_question() -> None:
    text = (
        "1.某量表标准差为\n1.5倍，常模建于\n1992年，适用于\n3岁以上儿童的是（ ）\n"
        "A.甲\nB.乙\n答案：A\n2.乙（ ）\nA.甲\nB.乙\n答案：B"
    )
    assert [q.number for q in parse(text).questions] == ["1", "2"]


def test_texts_stay_as_printed() -> None:
    text = "１．注意（Attention）的“指向性”是指（　　）\nＡ．甲，乙\nＢ．丙；丁\n答案：Ａ"
    question = parse(text).questions[0]
    assert question.stem == "注意（Attention）的“指向性”是指（　　）"
    assert question.options == ("甲，乙", "丙；丁")
    assert question.answer == "A"


def test_hints_fill_what_the_paper_leaves_open() -> None:
    hints = Hints(format="SCQ", section="一", chapter="第二章")
    question = parse("1.甲（ ）\nA.乙\nB.丙", hints=hints).questions[0]
    assert (question.format, question.section, question.chapter) == ("SCQ", "一", "第二章")


@pytest.mark.parametrize(
    ("key", "answers"),
    [
        ("1-3 ABC", ["A", "B", "C"]),
        ("1C 2B 3A", ["C", "B", "A"]),
        ("1.A2.B3.C", ["A", "B", "C"]),
        ("题号 1 2 3\n答案 A B D", ["A", "B", "D"]),
        ("1-3 AB", ["", "", ""]),  # two letters for three numbers
        ("1.A 2.B 3.C 4.D", ["", "", ""]),  # a key of another section
        ("1.A 3.C", ["A", "", "C"]),
        ("1.A 2.B 2.C 3.D", ["A", "", "D"]),
        ("1.A 2.F 3.D", ["A", "F", "D"]),
    ],
)
def test_keys_attach_by_number_or_not_at_all(key: str, answers: list[str]) -> None:
    paper = "一、单选题\n" + "\n".join(f"{n}.题干（ ）\nA.甲\nB.乙\nC.丙\nD.丁" for n in (1, 2, 3))
    assert [q.answer for q in parse(paper, key=key).questions] == answers


def test_positions_survive_characters_that_matching_ignores() -> None:
    sheet = Sheet(["知(zhī)覺\u200b的特(tè)性"], [0])
    at = sheet.text.index("的")
    assert sheet.raw(at, len(sheet.text)) == "的特(tè)性"


def test_structure_marks_give_the_key() -> None:
    lines = [
        "上一页 下一页",
        "1.知(zhī)觉的特性不包括（ ）",
        "A.整体(tǐ)性 B.适应性",
        "2.甲（ ）",
        "A.一",
        "B.二",
    ]
    marks = [Mark(2, 13, 18, "right"), Mark(4, 0, 3, "right"), Mark(5, 0, 3, "bold")]
    found = parse(lines, marks=marks).questions
    assert [q.answer for q in found] == ["B", "A"]
    assert all("answer:mark" in q.notes for q in found)


def test_a_mark_that_contradicts_the_printed_answer_leaves_it_out() -> None:
    lines = ["1.知觉的特性不包括（ ）", "A.整体性", "B.适应性", "答案：A"]
    found = parse(lines, marks=[Mark(2, 0, 5, "right")]).questions[0]
    assert found.answer == ""
    assert "doubt:answers_disagree B/A" in found.notes


def test_marks_outside_the_text_are_ignored() -> None:
    marks = [Mark(9, 0, 5, "right"), Mark(0, 90, 99, "right"), Mark(-1, -3, -1, "right")]
    assert parse(["1.甲（ ）", "A.一", "B.二"], marks=marks).questions[0].answer == ""


REGULAR = [
    f"{n}.下列属于认知过程的是（ ）\nA.感知\nB.动机\nC.性格\nD.气质\n答案：A" for n in range(1, 9)
]


def test_a_regular_page_raises_no_alarm() -> None:
    assert parse("\n".join(REGULAR)).alarm == 0.0


@pytest.mark.parametrize(
    "spoiled",
    [
        REGULAR[2].replace("答案：A", ""),  # no key where the others have one
        REGULAR[2].replace("\nB.动机\nC.性格\nD.气质", ""),  # options lost
        REGULAR[2].replace("答案：A", "答案：A\n答案：B"),
    ],
)
def test_what_contradicts_the_page_raises_the_alarm(spoiled: str) -> None:
    assert parse("\n".join([*REGULAR[:2], spoiled, *REGULAR[3:]])).alarm >= THRESHOLD


def test_what_closes_a_page_is_no_answer() -> None:
    text = (
        "1.简述定势的含义。\n答案：先前活动造成的心理准备。\n以上就是本次练习的全部内容\n相关阅读"
    )
    parsed = parse(text)
    assert parsed.questions[0].answer == "先前活动造成的心理准备。"
    assert [rest.rule for rest in parsed.leftovers] == ["page_footer", "page_footer"]


def test_an_ordinal_inside_a_stem_is_no_number_of_the_page() -> None:
    options = "A.铃声\nB.灯光\nC.气味\nD.词语\n答案：D\n"
    paper = "".join(f"下列属于第{n}类信号的是（ ）\n{options}" for n in (1, 2, 3))
    assert [q.stem for q in parse(paper).questions] == [
        f"下列属于第{n}类信号的是（ ）" for n in (1, 2, 3)
    ]


ENGLISH = """Part I. Multiple Choice (2 points each)
1. The founder of psychoanalysis is
A. Wundt
B. Freud
C. Skinner
2. True or false items are easy to guess because
A. they have two options
B. they are long
C. they are open
True/False
1. Memory decays over time.
2. Students like essays
Short Answer
1. Define operant conditioning.
Answer Key
Multiple Choice
1. B
2. A
True/False
1. T
2. F
Short Answer
1. Learning by consequences."""


def test_english_headings_name_the_type_of_what_follows_and_part_the_key() -> None:
    parsed = parse(ENGLISH)
    assert [(q.format, q.section, q.stem, q.answer) for q in parsed.questions] == [
        ("", "Part I. Multiple Choice (2 points each)", "The founder of psychoanalysis is", "B"),
        (
            "",
            "Part I. Multiple Choice (2 points each)",
            "True or false items are easy to guess because",
            "A",
        ),
        ("TF", "True/False", "Memory decays over time.", "对"),
        ("TF", "True/False", "Students like essays", "错"),
        ("QA", "Short Answer", "Define operant conditioning.", "Learning by consequences."),
    ]
    assert parsed.questions[1].options == (
        "they have two options",
        "they are long",
        "they are open",
    )
    assert {rest.rule for rest in parsed.leftovers} == {"section_heading", "key_heading"}
