"""Habits of print: options 甲乙丙丁, tags beside stems, keys with reasons in tables and margins."""

from ocr.chapters.key_lines import key_lines, parted
from ocr.chapters.key_runs import Asked, answered
from ocr.habits.confusions import Repaired
from ocr.habits.headings import formed
from ocr.layout.geometry import Piece
from ocr.layout.margins import type_tags
from ocr.layout.question_tables import question_table
from parsing import parse
from tests.ocr.layout.test_question_tables import GRID, LIKE, table


def lines(*texts: str) -> dict[int, Repaired]:
    return {at: Repaired(text, ()) for at, text in enumerate(texts)}


def piece(at: int, text: str, x0: float, y0: float) -> Piece:
    return Piece(at, text, 0.9, x0, y0, x0 + 30 * len(text), y0 + 30)


def test_types_right_of_stems_are_tags() -> None:
    stems = [piece(at, f"{at}．下列属于情绪的是（　　）。", 100, 80 * at) for at in range(1, 7)]
    tags = [piece(10 + at, "多选" if at % 2 else "单选", 900, 80 * at) for at in range(1, 7)]
    assert type_tags([[*stems, *tags]])[1] == [{tag.at for tag in tags}]
    assert type_tags([[*stems, *tags[:5]]])[1] == [set()]


def test_a_type_where_a_column_begins_is_a_heading() -> None:
    left = [piece(at, f"{at}．下列属于情绪的是（　　）。", 100, 80 * at) for at in range(1, 7)]
    right = [piece(20 + at, "激情与心境都是情绪。", 900, 80 * at + 40) for at in range(1, 7)]
    heads = [piece(10 + at, "单选题", 900, 80 * at) for at in range(1, 7)]
    assert type_tags([[*left, *right, *heads]])[1] == [set()]


def test_a_table_of_numbers_answers_and_reasons_is_a_key() -> None:
    rows = table(
        ("题号", "解　析", "答案", ""),
        ("1", "入学后环境改变是社会性原因。", "A", ""),
        ("2", "情感倒错多见于重性精神病。", "AC", ""),
    )
    heads: list[list[str]] = []
    said = [row.text for row in question_table(GRID, rows, LIKE, heads)]
    assert said == [
        "1．答案：A。入学后环境改变是社会性原因。",
        "2．答案：AC。情感倒错多见于重性精神病。",
    ]
    further = table(("3", "三原则不包括智力。", "ACD", ""))
    said = [row.text for row in question_table(GRID, further, LIKE, heads)]
    assert said == ["3．答案：ACD。三原则不包括智力。"]
    judged = table(("4", "幼儿以形象记忆为主。", "X", ""), ("5", "", "V", ""))
    said = [row.text for row in question_table(GRID, judged, LIKE, heads)]
    assert said == ["4．答案：×。幼儿以形象记忆为主。", "5．答案：√。"]
    row = ("4\n5", "由现实因素引起。\n人格的完善属于长远目标。", "A\nBC", "")
    unruled = table(("题号", "解析", "答案", ""), row)
    assert question_table(GRID, unruled, LIKE, heads) == []


def test_notes_with_answers_and_reasons_beside_judgements() -> None:
    notes = ["1. ×知识与智力有区别。", "2. √遗传有影响。", "3. √性格有评价。", "4. ×先快后慢。"]
    found = key_lines(notes)
    assert [(e.number, e.answer) for e in found.entries] == [
        (1, "错"), (2, "对"), (3, "对"), (4, "错"),
    ]  # fmt: skip
    assert found.entries[1].reason == "遗传有影响。"


def run(count: int, odd: int) -> tuple[list[Asked], str]:
    options = "A．甲　　B．乙　　C．丙　　D．丁"
    paper = [
        row for n in range(1, count + 1) for row in (f"{n}．属于第{n}类的是（　　）。", options)
    ]
    asked = [Asked(0, question) for question in parse(paper).questions]
    return asked, "　".join(f"{n}．{'CG' if n == odd else 'B'}" for n in range(1, count + 1))


def test_one_entry_of_a_long_run_that_does_not_fit_is_left_out() -> None:
    asked, key = run(14, 3)
    found = answered(asked, key_lines([key]).entries)
    assert sorted(found) == [at for at in range(14) if at != 2]
    asked, key = run(8, 3)
    assert answered(asked, key_lines([key]).entries) == {}


def test_an_answer_in_tortoise_brackets_after_a_blank_stands_below() -> None:
    assert parted("16．记忆的过程包括识记与____。〔回忆〕") == [
        "16．记忆的过程包括识记与____。",
        "【答案】回忆",
    ]
    assert parted("选自某书〔第二版〕") == ["选自某书〔第二版〕"]


def test_stars_behind_stems_are_no_part_of_them() -> None:
    texts = ["001 感觉阈限 ★★", "003 组块 ★", "简述短时记忆的特点。★", "他给五星好评的标记是★吗"]
    lines = {at: Repaired(text, ()) for at, text in enumerate(texts)}
    found = formed("first", lines, range(4), ())
    assert [r.text for r in found.values()] == ["001 感觉阈限", "003 组块", "简述短时记忆的特点。"]
    assert found[0].notes == ("stars: ★★",)
    assert formed("first", {at: lines[at] for at in (0, 1, 3)}, [0, 1, 3], ()) == {}  # no habit
