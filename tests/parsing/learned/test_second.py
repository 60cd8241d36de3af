"""What the second reading makes of labels; the labels are given, so the rules alone are seen."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from parsing import Parsed, Printed
from parsing.alarm import alarm
from parsing.learned import reader, second
from parsing.learned.features import Seen
from parsing.learned.places import labels, locate
from parsing.learned.reader import Certainty, weighed
from parsing.learned.units import Unit, units
from parsing.source_text import Sheet


class Told:
    """A tagger that knows a page's labels: the border to the learnt weights."""

    def __init__(self, named: Sequence[str], odds: float = 500.0, sure: float = 1.0) -> None:
        self.named, self.odds, self.sure = list(named), odds, sure

    def set(self, page: Seen) -> None:
        assert len(page.line_of) == len(self.named)

    def tag(self) -> list[str]:
        return self.named

    def probability(self, named: list[str]) -> float:
        return 1.0 if named == self.named else 2.0**-self.odds

    def marginal(self, name: str, place: int) -> float:
        return self.sure if self.named[place] == name else 0.0


NOTHING = Printed("", "", "", "", "", "", (), "", "", (), (), (0, 0))


def question(stem: str, *options: str, answer: str = "", number: str = "") -> Printed:
    return replace(NOTHING, stem=stem, options=options, answer=answer, number=number)


def read(text: str, true: Sequence[Printed], first: Parsed, odds: float = 500.0) -> Parsed:
    found: list[Unit] = units(Sheet(text.split("\n"), range(text.count("\n") + 1)).text)
    named = labels(found, locate(text, true))
    return second.read_again(text.split("\n"), first, Told(named, odds))


PAGE = "资料\n第一道 感觉是( )\nA 知觉\nB 反映\n答案 B\n记忆有几个环节\nA 两个\nB 三个\n本页完"
TRUE = (
    question("感觉是( )", "知觉", "反映", answer="B"),
    question("记忆有几个环节", "两个", "三个"),
)
BAD = Parsed(
    (question("感觉是( )\nA 知觉\nB 反映\n答案 B\n记忆有几个环节", "两个", "三个"),), (), 0.9
)


def test_questions_come_from_the_labels_with_a_doubt() -> None:
    got = read(PAGE, TRUE, BAD)
    assert [(q.stem, q.options, q.answer) for q in got.questions] == [
        ("感觉是( )", ("知觉", "反映"), "B"),
        ("记忆有几个环节", ("两个", "三个"), ""),
    ]
    assert all("doubt:read_again" in q.notes for q in got.questions)
    assert [q.lines for q in got.questions] == [(1, 4), (5, 7)]
    assert got.alarm == weighed(alarm(got.questions, got.leftovers), Certainty(1.0, 0.0))


def test_every_line_is_in_a_question_or_left_over() -> None:
    got = read(PAGE, TRUE, BAD)
    assert {(rest.line, rest.text, rest.rule) for rest in got.leftovers} == {
        (0, "资料", "before_first_question"),
        (1, "第一道", "unread"),
        (8, "本页完", "outside_question"),
    }


@pytest.mark.parametrize(
    ("alarm", "odds", "again"),
    [(0.9, 9, True), (0.9, 8, False), (0.29, 11, False), (0.29, 12, True)],
)
def test_the_labels_must_be_likelier_than_the_grammars(
    alarm: float, odds: float, *, again: bool
) -> None:
    got = read(PAGE, TRUE, Parsed(BAD.questions, (), alarm), odds)
    assert (got.questions != BAD.questions) is again


def test_a_question_that_both_see_stays_the_grammars() -> None:
    own = question("记忆有几个环节", "两个", "三个", answer="B", number="2")
    got = read(PAGE, TRUE, Parsed((own,), (), 0.9))
    assert got.questions[1] == own


def test_a_key_that_only_the_labels_see_is_taken_with_a_doubt() -> None:
    own = question("感觉是( )", "知觉", "反映")
    got = read(PAGE, TRUE, Parsed((own,), (), 0.9)).questions[0]
    assert got.answer == "B"
    assert "doubt:read_again" in got.notes


def test_two_places_that_differ_leave_the_answer_out() -> None:
    other = question("感觉是( )", "知觉", "反映", "其他", answer="A")
    got = read(PAGE, TRUE, Parsed((other,), (), 0.9)).questions[0]
    assert got.options == ("知觉", "反映")
    assert got.answer == ""
    assert "doubt:answers_disagree A/B" in got.notes


def test_an_answer_beyond_the_options_is_none() -> None:
    page = PAGE.replace("答案 B", "答案 D")
    true = (question("感觉是( )", "知觉", "反映", answer="D"), TRUE[1])
    assert read(page, true, BAD).questions[0].answer == ""


def test_the_letters_of_a_key_row_are_no_answer_of_the_question_above() -> None:
    page = "甲\n感觉是( )\nA 知觉\nB 反映\n1.B 2.C 3.A"
    true = (question("感觉是( )", "知觉", "反映", answer="B"),)
    found = units(page)
    named = labels(found, locate(page, true))
    named[next(i for i, unit in enumerate(found) if unit.start == page.index("B 2"))] = "BA"
    first = Parsed((question("甲感觉是( )", "知觉"),), (), 0.9)
    assert second.read_again(page.split("\n"), first, Told(named)).questions[0].answer == ""


def test_keys_apart_reach_their_questions_by_number() -> None:
    page = (
        "1 感觉是\nA 知觉\nB 反映\n2 记忆是\nA 过程\nB 状态\n3 思维是\nA 认识\nB 情绪\n1.B 2.A 3.A"
    )
    true = tuple(
        question(stem, *options, number=str(n))
        for n, (stem, *options) in enumerate(
            [("感觉是", "知觉", "反映"), ("记忆是", "过程", "状态"), ("思维是", "认识", "情绪")], 1
        )
    )
    got = read(page, true, Parsed((question("感觉是A"),), (), 0.9))
    assert [q.answer for q in got.questions] == ["B", "A", "A"]


def test_ticks_at_options_are_the_key() -> None:
    page = "感觉是\n? A 知觉\n? B 反映 √\n完"
    true = (question("感觉是", "知觉", "反映 √"),)
    got = read(page, true, Parsed((question("感觉是 ?"),), (), 0.9)).questions[0]
    assert (got.options, got.answer) == (("知觉", "反映"), "B")


def test_a_page_that_is_too_long_is_read_once() -> None:
    rows = ["感觉是( )"] * second.LONGEST
    assert second.read_again(rows, BAD) is BAD


def test_an_empty_page_stays_empty() -> None:
    empty = Parsed((), (), 1.0)
    assert second.read_again([], empty) is empty


def test_more_options_than_letters_are_several_questions_and_have_no_key() -> None:
    texts = tuple(f"{word}性质" for word in "甲乙丙丁戊己庚辛壬")
    page = "感觉是\n" + "\n".join(f"A {text}" for text in texts) + "\n答案 B"
    true = (question("感觉是", *texts, answer="B"),)
    got = read(page, true, Parsed((question("感觉"),), (), 0.9)).questions[0]
    assert (len(got.options), got.answer) == (9, "")
    assert "doubt:answer_of_several" in got.notes


def test_how_to_answer_is_no_answer() -> None:
    page = "中介因素包括哪些\n按顺序回答\n完"
    true = (question("中介因素包括哪些", answer="按顺序回答"),)
    assert read(page, true, Parsed((question("中介"),), (), 0.9)).questions[0].answer == ""


def test_a_tick_behind_an_option_is_the_key_and_not_its_text() -> None:
    page = "感觉是\n?A.知觉\n?B.反映?√\n?C.思维\n完"
    true = (question("感觉是", "知觉", "反映", "思维"),)
    got = read(page, true, Parsed((question("感觉是 ?"),), (), 0.9)).questions[0]
    assert (got.options, got.answer) == (("知觉", "反映", "思维"), "B")


def test_litter_behind_an_answer_in_words_is_left_out() -> None:
    page = "1.移情\n答:把情感转移到治疗者身上的现象。(158)\n完"
    true = (question("移情", answer="把情感转移到治疗者身上的现象。"),)
    first = Parsed((question("移情", answer="把情感转移到治疗者身上的现象。(158)"),), (), 0.9)
    assert read(page, true, first).questions[0].answer == "把情感转移到治疗者身上的现象。"


def test_another_answer_in_words_stays_the_grammars() -> None:
    page = "1.移情\n答:把情感转移到治疗者身上的现象。\n完"
    true = (question("移情", answer="治疗者身上"),)
    first = Parsed((question("移情", answer="另一个答案在别处。"),), (), 0.9)
    assert read(page, true, first).questions[0].answer == "另一个答案在别处。"


def test_the_counters_of_a_previews_segments_are_no_text() -> None:
    page = (
        "1、心理学试题一、单选题1.感觉是人脑对客观事物个别属性的反\n2、映,它属于( )。"
        "A.认识过程B.情绪过程2.记忆的第一个环节是( )。A.识记B.保\n3、持3.思维是( )。A.认识B.情绪"
        "4.注意是( )。A.指向B.过程5.想象是( )。A.认识B.情感"
    )
    true = (
        question("感觉是人脑对客观事物个别属性的反映,它属于( )。", "认识过程", "情绪过程"),
        question("记忆的第一个环节是( )。", "识记", "保持"),
        question("思维是( )。", "认识", "情绪"),
        question("注意是( )。", "指向", "过程"),
        question("想象是( )。", "认识", "情感"),
    )
    sheet, cut = reader.sheet(page.split("\n"))
    found = units(sheet.text)
    named = labels(found, locate(sheet.text, true))
    got = second.read_again(page.split("\n"), Parsed((), (), 1.0), Told(named))
    assert [q.stem for q in got.questions] == [q.stem for q in true]
    assert [rest.text for rest in cut] == ["1、", "2、", "3、"]
    assert {"1、", "2、", "3、"} <= {rest.text for rest in got.leftovers}


def test_a_reading_with_more_numbers_missing_is_not_taken() -> None:
    page = "1.感觉是\nA知觉\nB反映\n2.记忆是\nA过程\nB状态\n3.思维是\nA认识\nB情绪\n完"
    stems = (
        ("1", "感觉是", "知觉", "反映"),
        ("2", "记忆是", "过程", "状态"),
        ("3", "思维是", "认识", "情绪"),
    )
    whole = tuple(question(stem, *options, number=n) for n, stem, *options in stems)
    first = Parsed(tuple(replace(q, options=()) for q in whole), (), 0.9)
    assert read(page, (whole[0], whole[2]), first).questions is first.questions
    assert len(read(page, whole, first).questions) == 3


def test_a_reading_that_puts_one_question_into_another_is_not_taken() -> None:
    page = "教师职业道德的核心是\nA团结\nB教书育人关爱学生要求教师做学生的\nA良师\nB保姆\n完"
    one = question("教师职业道德的核心是", "团结", "教书育人")
    two = question("关爱学生要求教师做学生的", "良师", "保姆")
    first = Parsed((one, two), (), 0.9)
    glued = replace(one, options=("团结", "教书育人关爱学生要求教师做学生的"))
    assert read(page, (glued,), first).questions is first.questions


def test_a_point_of_a_list_is_no_question_and_is_not_lost() -> None:
    page = "1.简述遗忘的规律。\n1.先快后慢。\n完"
    asked, point = question("简述遗忘的规律。", number="1"), question("先快后慢。", number="1")
    got = read(page, (asked, point), Parsed((question("遗忘"),), (), 0.9))
    assert [q.stem for q in got.questions] == ["简述遗忘的规律。"]
    assert any("先快后慢" in rest.text for rest in got.leftovers)


def test_a_row_of_options_is_no_answer_of_an_open_question() -> None:
    page = "文化的功能是什么?\n筛选 A创造文化B传递文化C筛选文化D保存文化\n完"
    true = (question("文化的功能是什么?", answer="A创造文化B传递文化C筛选文化D保存文化"),)
    got = read(page, true, Parsed((question("文化"),), (), 0.9)).questions[0]
    assert (got.options, got.answer) == ((), "")


def test_a_stem_that_holds_anothers_right_option_has_no_key() -> None:
    page = "精神卫生日是\n10月10日(正确答案)谐音是\nA我要我 √\nB我懂我\n完"
    true = (question("精神卫生日是\n10月10日(正确答案)谐音是", "我要我 √", "我懂我"),)
    got = read(page, true, Parsed((question("精神卫生日"),), (), 0.9)).questions[0]
    assert (got.options, got.answer) == (("我要我", "我懂我"), "")
    assert "doubt:answer_of_several" in got.notes


def test_a_reading_of_fewer_questions_and_fewer_whole_ones_is_not_taken() -> None:
    page = "甲为( )\nA一\nB二\n乙为( )\nA一\nB二\n完"
    whole = [question(s, "一", "二", answer="A") for s in ("甲为( )", "乙为( )")]
    first = Parsed(tuple(whole), (), 0.9)
    assert read(page, (question("甲为( )", "一", "二"),), first).questions is first.questions


def test_a_tick_between_options_that_run_together_is_not_believed() -> None:
    page = "精神卫生日是\n10月10日 √5月25日\n完"
    true = (question("精神卫生日是", "10月10日 √", "5月25日"),)
    got = read(page, true, Parsed((question("精神"),), (), 0.9)).questions[0]
    assert (got.options, got.answer) == (("10月10日", "5月25日"), "")
    assert "doubt:answer_unclear" in got.notes


def test_the_grammars_doubts_stay_with_a_question_that_has_no_answer() -> None:
    doubted = replace(question("感觉是( )", "知觉"), notes=("number:dot", "doubt:answer_unclear"))
    got = read(PAGE, (TRUE[1], replace(TRUE[0], answer="")), Parsed((doubted,), (), 0.9))
    first = next(q for q in got.questions if q.stem == "感觉是( )")
    assert (first.answer, "doubt:answer_unclear" in first.notes) == ("", True)


@pytest.mark.parametrize(("terms", "kept"), [(2, True), (1, False)])
def test_terms_that_only_the_grammar_finds_in_a_key_are_not_lost(terms: int, *, kept: bool) -> None:
    named = [question(stem, answer="来访者抵制咨询") for stem in ("阻抗", "移情")][:terms]
    own = tuple(replace(q, notes=("answer:key_text",)) for q in named)
    first = Parsed((*BAD.questions, *own), (), 0.9)
    got = read("阻抗\n移情\n" + PAGE, TRUE, first)
    assert (got.questions == first.questions) is kept
