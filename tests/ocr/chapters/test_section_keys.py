"""Keys whose sections bear only their ordinals get the names of the sections that they answer."""

from ocr.chapters.grammar_lines import sections_named
from parsing import parse

PAPER = [
    "一、单项选择题",
    "1. 记忆过程的三个基本环节是（　　）。",
    "A．识记、保持、再认　　B．感知、注意、想象　　C．识记、联想、推理",
    "2. 能够再认而不能回忆的遗忘，叫做（　　）。",
    "A．永久性遗忘　　B．暂时性遗忘　　C．主动遗忘　　D．有意遗忘",
    "二、判断题",
    "1. 回忆比再认要容易些。（　　）",
    "2. 过度学习能使保持的效果较好。（　　）",
    "三、填空题",
    "1. 最早用实验方法研究记忆的德国心理学家是____。",
    "2. 根据语言的描述在头脑中形成新形象的过程，叫做____想象。",
]
WHOLE = ["A", "B", "错", "对", "艾宾浩斯", "再造"]


def answers(*key: str, apart: bool = True) -> list[str]:
    own, away = list(enumerate(PAPER)), list(enumerate(key, len(PAPER)))
    own, away = sections_named(own, away) if apart else sections_named([*own, *away], [])
    found = parse([text for _, text in own], key=[text for _, text in away] or None)
    return [question.answer for question in found.questions]


def test_entries_behind_bare_ordinals_go_to_their_sections() -> None:
    assert answers("一、1.A，2.B。", "二、1. 错，2. 对。", "三、1. 艾宾浩斯　2. 再造") == WHOLE


def test_entries_that_run_on_behind_semicolons_are_parted() -> None:
    key = ("一、1. A，2. B。", "二、1. 不对，2. 对。", "三、1. 艾宾浩斯；2. 再造")
    assert answers(*key) == WHOLE


def test_a_section_that_does_not_fit_is_left_alone() -> None:
    key = ("一、1. A　2. B　3. C", "二、1. 艾宾浩斯；2. 再造。", "三、1. 艾宾浩斯；2. 再造")
    assert answers(*key) == ["", "", "", "", "艾宾浩斯", "再造"]


def test_ordinals_that_come_twice_say_nothing() -> None:
    assert answers("一、1. A　2. B", "一、1. B　2. A") == [""] * 6


def test_ordinals_of_tradition_and_entries_on_lines_below() -> None:
    key = ("壹、", "1. A", "2. B", "貳、", "1. －", "2. ＋", "參、", "1. 艾宾浩斯", "2. 再造")
    assert answers("参考答案", *key, apart=False) == WHOLE


def test_an_ordinal_that_heads_two_sections_names_none() -> None:
    lines = [(0, "一、单项选择题"), (1, "一、判断题"), (2, "二、填空题")]
    key = [(3, "一、"), (4, "二、1. 再造")]
    assert sections_named(lines, key)[1] == [(3, "一、"), (4, "二、填空题"), (4, "1. 再造")]


def test_nothing_is_a_key_without_its_heading() -> None:
    lines = [(0, "一、判断题"), (1, "1. 回忆比再认容易。"), (2, "一、1. √")]
    assert sections_named(lines, []) == (lines, [])
