"""Habits of print: options (1) to (4), answers before numbers, lessons, keys of whole papers."""

import pytest

from ocr.book import Chapter
from ocr.chapters.chapters import find_title
from ocr.chapters.grammar_lines import answers_ahead
from ocr.chapters.key_lines import key_lines
from ocr.chapters.sheet_lines import entries, lessons, paper_key, without_paper_key
from ocr.habits.confusions import Repaired
from ocr.habits.options import lettered_options
from ocr.layout.answers_beside import foot_key, with_key
from ocr.layout.geometry import Piece, halves


def test_numbers_in_brackets_are_options_where_a_chapter_has_no_letters() -> None:
    said = ["1. 感觉的适应属于（　　）。", "(1)知觉____(2)观念(3)表象(4)感觉",
            "2. 下列属于情绪的是（　　）。(1)激情(2)记忆(3)想象(4)思维",
            "3. 记忆的第一个环节是", "(1)识记　　(2)保持"]  # fmt: skip
    key = ["一、1. (4)，2. (1)。"]
    lines = {at: Repaired(text, ()) for at, text in enumerate([*said, *key])}
    found = lettered_options(lines, range(5), [5])
    assert found[1].text == "A．知觉　　B．观念　　C．表象　　D．感觉"
    assert found[2].text.endswith("（　　）。　　A．激情　　B．记忆　　C．想象　　D．思维")
    assert found[5].text == "一、1. D,2. A。"
    lettered = {**lines, 1: Repaired("A．知觉　　B．观念", ())}
    lettered |= {at: Repaired("A．甲　　B．乙", ()) for at in (3, 4)}
    assert lettered_options(lettered, range(5), [5]) == {}


def test_points_below_the_label_of_an_answer_are_no_options() -> None:
    said = [
        "1. 感觉的适应属于（　　）。",
        "(1)知觉(2)观念(3)表象(4)感觉",
        "2. 属于情绪的是（　　）。(1)激情(2)记忆(3)想象",
        "3. 记忆的环节是",
        "(1)识记　　(2)保持",
    ]
    key = ["4、答题要点：", "(1)有效的说服。", "5．【参考答案】", "(1)树立榜样。"]
    lines = {at: Repaired(text, ()) for at, text in enumerate([*said, *key])}
    found = lettered_options(lines, range(5), range(5, 9))
    assert sorted(found) == [1, 2, 4]
    answers = {at: Repaired(text, ()) for at, text in enumerate(key)}
    assert lettered_options({**answers, 4: answers[0], 5: answers[1]}, range(6), ()) == {}


def test_a_verdict_before_its_number_is_a_tick_or_a_cross() -> None:
    lines = ["（○）1．记忆是过程。", "（X）2．思维没有过程。", "（AC）3．属于记忆的是"]
    found = [text for _, text in answers_ahead(list(enumerate(lines)))]
    assert found == ["(√)1．记忆是过程。", "(×)2．思维没有过程。", "(AC)3．属于记忆的是"]
    assert [text for _, text in answers_ahead([(0, lines[0])])] == [lines[0]]


def test_lessons_between_exercises_are_set_aside() -> None:
    said = dict(enumerate(["考点1 学习的概念", "学习是由经验引起的变化。", "1. 学习是什么？",
                           "考点2 动机的作用", "动机有激发作用。", "二、判断题"]))  # fmt: skip
    assert sorted(lessons(said, list(said))) == [0, 1, 3, 4]
    assert lessons({0: said[0], 1: said[1]}, [0, 1]) == {}


@pytest.mark.parametrize(
    ("line", "yes"),
    [
        ("心理学专业基础综合模拟试题（一）参考答案", True),
        ("教育心理学试题答案及评分参考", True),
        ("自我評量解答", True),
        ("考生须知：答案必须写在答题纸上，写在试题册上无效。", False),
        ("3．下列关于试卷答案的说法，正确的是", False),
    ],
)
def test_titles_of_the_keys_of_papers(line: str, yes: bool) -> None:  # noqa: FBT001
    assert paper_key(line) is yes


def test_what_stands_below_such_a_title_is_key_unless_options_follow() -> None:
    said = dict(enumerate(["1．甲？", "教育心理学试题参考答案", "1．D"]))
    assert without_paper_key([0, 1, 2], said) == ([0], [1, 2])
    options = dict.fromkeys((3, 4), "A．甲\u3000\u3000B．乙")
    assert without_paper_key([*range(5)], said | options) == ([0, 1, 2, 3, 4], [])


def test_entries_of_a_key_come_apart() -> None:
    lines = [(0, "二、1. 不对，　　2. 对。"), (1, "1．说服　　2．集中性")]
    found = [text for _, text in entries(lines, keyed=True)]
    assert found == ["二、", "1. 不对，", "2. 对。", "1．说服", "2．集中性"]


def test_reasons_may_follow_the_letter_at_once() -> None:
    key = [
        "1.D视网膜像改变而大小不变。",
        "2.A似动现象。这是知觉。",
        "3.B记忆表象。",
        "4.C旋律。例子。",
    ]
    found = key_lines(key)
    assert [(e.number, e.answer) for e in found.entries] == [(1, "D"), (2, "A"), (3, "B"), (4, "C")]
    assert found.entries[0].reason == "视网膜像改变而大小不变。"
    assert not key_lines(["1.A型行为者好竞争。", "2.注意有指向性。"]).entries


def test_a_key_below_both_columns_is_read_across() -> None:
    text = [Piece(n, "下列属于感觉的是哪一项", 1.0, x, 50.0 * n, x + 400, 50.0 * n + 30)
            for n, x in ((1, 100), (2, 100), (3, 600))]  # fmt: skip
    cells = [Piece(10 + n, f"{n}.{'ABCD'[n % 4]}", 1.0, 100 + 110 * n, 900, 150 + 110 * n, 930)
             for n in range(1, 6)]  # fmt: skip
    strip = foot_key([*text, *cells], 550)
    assert len(strip) == 5
    assert foot_key([*text, *cells], None) == []
    assert foot_key([*text, *cells[:2]], 550) == []
    assert with_key([], strip) == []


def test_a_title_over_two_pages_is_read_before_both() -> None:
    places = [(100.0 * n, 900.0 * x) for n in range(2, 8) for x in (0, 1)]
    sides = [Piece(at, "文", 1.0, x + 100, y, x + 700, y + 30) for at, (y, x) in enumerate(places)]
    title = Piece(99, "参考答案", 1.0, 700, 100, 1200, 130)
    left, right = halves([*sides, title], 1700, 1000, spread=True)
    assert title in left
    assert title not in right


def test_a_title_with_a_word_behind_it_begins_its_chapter() -> None:
    titles = [
        Chapter(title=f"第{n}章　{name}", exam="GEE", subject="普通心理学")
        for n, name in (("二", "咨询的基本概念"), ("三", "咨询的理论"))
    ]
    assert find_title("第三章　咨询的理论　自我评量", titles) == 1
    assert find_title("第三章　咨询的理论　参考答案", titles) is None
