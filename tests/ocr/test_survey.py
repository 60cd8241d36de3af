"""A first look at a scan, the TOML made from it, and what stands beside the text."""

import tomllib
from collections.abc import Sequence
from pathlib import Path

from bench.structure_pages import boxed
from ocr.layout.answers_beside import answer_column, with_answers
from ocr.layout.columns import Row
from ocr.layout.geometry import Piece
from ocr.layout.margins import find_margin
from ocr.page.fragment import Fragment, Reading
from ocr.survey import book_toml, survey


def reading(*texts: str) -> Reading:
    fragments = [
        Fragment(t, 0.97, (100, y, 100 + 30 * len(t), y, 100 + 30 * len(t), y + 34, 100, y + 34))
        for y, t in zip(range(100, 1900, 60), texts, strict=False)
    ]
    return Reading(1400, 2000, 0, "test", tuple(fragments))


BODY = tuple(f"{n}．下列关于知觉的说法中正确的是哪一项" for n in range(1, 9))


def test_chapters_and_keys_are_seen_and_written_down(tmp_path: Path) -> None:
    pages = [(1, reading("第一章　感觉与知觉", *BODY)), (7, reading("参考答案", *BODY))]
    seen = survey(pages)
    assert seen.titles == ((1, "第一章　感觉与知觉"),)
    assert seen.keys == ((7, "参考答案"),)
    assert (seen.columns, seen.spread, seen.quality) == (1, False, "good")
    text = book_toml(tmp_path / 'a"b.pdf', 12, seen, exam="GEE", subject="普通心理学")
    said = tomllib.loads(text)
    assert said["title"] == 'a"b'
    assert said["chapter"] == [
        {"title": "第一章　感觉与知觉", "exam": "GEE", "subject": "普通心理学"}
    ]


def test_a_title_of_the_contents_is_named_once_however_its_blanks_are_set() -> None:
    other = tuple(f"{n}．关于记忆，下列哪一种说法不对" for n in range(1, 9))
    pages = [
        (1, reading("目录", "第一章 感觉与知觉……1", "第二章 记忆　　5")),
        (2, reading("前言在这里说明本书的用法", "第一章　感觉与知觉", *BODY)),
        (5, reading("记忆是人脑对经历过的事物的反映", "第二章　记忆", *other)),
    ]
    assert survey(pages).titles == ((1, "第一章 感觉与知觉"), (1, "第二章 记忆"))


def test_counted_lessons_are_chapters() -> None:
    first = reading("感觉是人脑对事物个别属性的反映", "课时作业(五)　感觉", *BODY)
    second = reading("记忆是人脑对经历过的事物的反映", "课时作业(六)　记忆", *BODY)
    seen = survey([(1, first), (2, second)])
    assert [title for _, title in seen.titles] == ["课时作业(五)　感觉", "课时作业(六)　记忆"]


def test_without_titles_there_is_one_chapter_and_a_doubt() -> None:
    seen = survey([(1, reading(*BODY))])
    said = tomllib.loads(book_toml(Path("x.pdf"), 12, seen, exam="GEE", subject="普通心理学"))
    assert said["chapter"][0]["pages"] == [1, 12]
    assert any("chapter" in doubt for doubt in seen.doubts)


def both(left: Sequence[str], right: Sequence[str]) -> Reading:
    """Two book pages on one scan."""
    moved = (
        boxed(f.text, (f.quad[0] + 1400, f.quad[1], f.quad[4] + 1400, f.quad[5]))
        for f in reading(*right).fragments
    )
    return Reading(2800, 2000, 0, "test", (*reading(*left).fragments, *moved))


def test_one_spread_among_its_pages_does_not_make_a_book_of_spreads() -> None:
    pages = [(1, reading(*BODY)), (2, both(BODY, BODY)), (3, reading(*BODY))]
    assert not survey(pages).spread
    assert survey(pages[1:2]).spread


def test_few_seen_spreads_make_a_book_of_them_where_it_reads_more_questions() -> None:
    options = "A．感觉　　B．知觉　　C．记忆"
    asked = [part for stem in BODY for part in (stem, options)]
    few = both(asked, ["9．下列关于记忆的说法中正确的是哪一项", options])  # no column on the right
    assert survey([(1, both(asked, asked)), (2, few), (3, few), (4, few)]).spread


def lines(x0: int, count: int = 10) -> list[Piece]:
    return [
        Piece(at, "普通心理学的研究对象是什么呢", 1.0, x0, 100 + 50 * at, x0 + 420, 130 + 50 * at)
        for at in range(count)
    ]


def test_what_stands_beside_the_text() -> None:
    body = lines(300)
    seal = [
        Piece(100 + i, c, 1.0, 100, 120 + 130 * i, 126, 150 + 130 * i)
        for i, c in enumerate("密封线")
    ]
    tab = Piece(200, "第三章", 1.0, 40, 200, 70, 300)
    note = Piece(300, "考频三星级", 1.0, 760, 205, 860, 228)
    assert find_margin([*body, *seal, tab, note]) == {100, 101, 102, 200, 300}
    option = Piece(400, "D．后像", 1.0, 760, 205, 860, 235)
    assert find_margin([*body, option]) == set()


def test_answers_beside_questions_go_below_them() -> None:
    rows, answers = [], []
    for n in range(1, 6):
        y = 200.0 * n
        stem = Piece(10 * n, f"{n}．心理学的对象是", 1.0, 100, y, 500, y + 30)
        option = Piece(10 * n + 1, "A．行为", 1.0, 130, y + 60, 300, y + 90)
        rows += [Row((p,), 100, 900, 0) for p in (stem, option)]
        answers.append(Piece(10 * n + 2, "ABCDE"[n - 1], 1.0, 880, y + 30, 900, y + 60))
    head = Piece(99, "答案", 1.0, 860, 100, 920, 130)
    column = answer_column([p for r in rows for p in r.pieces] + [*answers, head])
    assert {p.at for p in column} == {p.at for p in (*answers, head)}
    said = [r.text or r.pieces[0].text for r in with_answers(rows, column)]
    assert said[:4] == ["1．心理学的对象是", "A．行为", "【答案】A", "2．心理学的对象是"]
    assert said[-1] == "【答案】E"
