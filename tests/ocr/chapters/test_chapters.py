"""Chapters by title and by pages, and keys at the end of the book."""

import pytest

from ocr.book import Chapter
from ocr.chapters.chapters import find_title, part
from ocr.layout.columns import Row
from ocr.layout.geometry import Piece
from ocr.layout.paragraphs import Paragraph

FIRST = Chapter(title="第一章　普通心理学", exam="GEE", subject="普通心理学")
SECOND = Chapter(title="第二章　实验心理学", exam="GEE", subject="实验心理学")


def paragraph(text: str, page: int = 1) -> Paragraph:
    row = Row((Piece(0, text, 1.0, 0, 0, 100, 20),), 0, 100, 0, page)
    return Paragraph(text, [row])


def split(texts: list[str], chapters: tuple[Chapter, ...]) -> list[tuple[list[str], list[str]]]:
    sections, outside = part([paragraph(t) for t in texts], chapters)
    assert sorted([*outside, *(i for s in sections for i in (*s.body, *s.key))]) == list(
        range(len(texts))
    )
    return [([texts[i] for i in s.body], [texts[i] for i in s.key]) for s in sections]


def test_titles_open_chapters() -> None:
    texts = ["前言", "第一章普通心理学", "1．甲", "第二章　实验心理学", "1．乙"]
    assert split(texts, (FIRST, SECOND)) == [(texts[1:3], []), (texts[3:], [])]


def test_titles_seen_again_open_the_key_at_the_end() -> None:
    texts = ["第一章 普通心理学", "1．甲", "第二章 实验心理学", "1．乙", "参考答案"]
    keys = ["第一章 普通心理学", "1．A", "第二章 实验心理学", "1．B"]
    first, second = split([*texts, *keys], (FIRST, SECOND))
    assert first == (texts[:2], keys[:2])
    assert second == (texts[2:], keys[2:])


def test_keys_printed_before_all_chapters_are_keys() -> None:
    keys = ["第一章 普通心理学", "1．A", "第二章 实验心理学", "1．B"]
    texts = ["第一章 普通心理学", "1．甲", "第二章 实验心理学", "1．乙"]
    first, second = split(["参考答案", *keys, *texts], (FIRST, SECOND))
    assert first == (texts[:2], keys[:2])
    assert second == (texts[2:], keys[2:])


def test_a_book_of_papers_with_answers_has_its_keys_at_the_end() -> None:
    asked = "1．甲　　A．乙　　B．丙"
    texts = ["第一章 普通心理学", asked, "第二章 实验心理学", asked]
    keys = ["第一章 普通心理学", "1．A", "第二章 实验心理学", "1．B"]
    first, second = split(["真题及答案", *texts, "参考答案", *keys], (FIRST, SECOND))
    assert (first[0], second[0][:2]) == (texts[:2], texts[2:])
    assert (first[1], second[1]) == (keys[:2], keys[2:])


def test_a_misread_title_is_found_and_a_stem_is_none() -> None:
    assert find_title("第-章 普通心理学", (FIRST, SECOND)) == 0
    assert find_title("1．第一章普通心理学研究的对象是什么，请加以说明", (FIRST, SECOND)) is None


def test_chapters_by_pages() -> None:
    chapters = (
        Chapter(pages=(2, 3), exam="GEE", subject="普通心理学"),
        Chapter(pages=(5, 5), exam="GEE", subject="实验心理学"),
    )
    found, outside = part([paragraph(str(n), n) for n in range(1, 7)], chapters)
    assert [s.body for s in found] == [[1, 2], [4]]
    assert outside == [0, 3, 5]


def test_a_title_over_the_key_alone_does_not_begin_the_only_chapter() -> None:
    texts = ["护理心理学试题", "1．甲", "2．乙", "第一章　普通心理学答案", "1．A　2．B"]
    assert split(texts, (FIRST,)) == [(texts, [])]
    opened = ["前言", "第一章　普通心理学", "1．甲", "答案"]
    assert split(opened, (FIRST,)) == [(opened[1:], [])]


def test_the_end_of_a_title_names_its_chapter_over_a_key() -> None:
    papers = tuple(
        Chapter(
            title=f"教育知识与能力（中学）模拟试卷（{n}）", exam="TQE", subject="中学教师心理学"
        )
        for n in "一二"
    )
    texts = [papers[0].title, "1．甲", papers[1].title, "1．乙", "参考答案及解析"]
    keys = ["模拟试卷（一）参考答案及解析", "1．A", "模拟试卷（二）答案", "1．B"]
    first, second = split([*texts, *keys], papers)
    assert first == (texts[:2], keys[:2])
    assert second == (texts[2:], keys[2:])


def test_what_ends_several_titles_or_is_no_key_names_no_chapter() -> None:
    mocks = tuple(
        Chapter(title=f"{name}模拟试卷（一）", exam="TQE", subject="中学教师心理学")
        for name in ("教育知识与能力之", "学科知识与教学能力之")
    )
    assert find_title("模拟试卷（一）参考答案及解析", mocks) is None
    assert find_title("教学能力之模拟试卷（一）参考答案", mocks) == 1
    assert find_title("能力之模拟试卷（一）参考答案见下一页的各题", mocks) is None
    assert find_title("卷（一）答案", (mocks[0], FIRST)) is None


def test_a_title_behind_its_part_and_before_its_answers_opens_the_chapter() -> None:
    levels = tuple(
        Chapter(title=f"{level}理论知识试题", exam="PCE", subject="心理咨询师三级")
        for level in ("初级", "中级")
    )
    texts = [
        "第一部分　初级理论知识试题及答案",
        "1．甲",
        "第二部分 中级理论知识试题及参考答案",
        "1．乙",
    ]
    assert split(texts, levels) == [(texts[:2], []), (texts[2:], [])]
    assert find_title("中级理论知识试题及答案", levels) == 1
    assert find_title("本书各部分中级理论知识试题及答案", levels) is None
    assert find_title("理论知识试题答案", levels) is None


def test_a_title_taken_for_a_header_opens_its_chapter_and_its_key() -> None:
    """As papers print it that have no running header: at the top of a page, over its key again."""
    texts = [
        ("1．甲", 1),
        ("1．乙", 2),
        ("参考答案", 3),
        ("1．A", 3),
        ("第二章　实验心理学", 3),
        ("1．B", 3),
    ]
    heads = {1: FIRST.title, 2: SECOND.title, 3: FIRST.title}
    found, outside = part([paragraph(*text) for text in texts], (FIRST, SECOND), heads)
    assert [(s.body, s.key) for s in found] == [([0], [2, 3]), ([1], [4, 5])]
    assert outside == []


def test_a_header_that_runs_on_does_not_end_what_begins_below_it() -> None:
    texts = [(FIRST.title, 1), ("1．甲", 2), (SECOND.title, 2), ("1．乙", 2), ("2．丙", 3)]
    heads = dict.fromkeys((1, 2, 3), FIRST.title)
    found, _ = part([paragraph(*text) for text in texts], (FIRST, SECOND), heads)
    assert [(s.body, s.key) for s in found] == [([0, 1], []), ([2, 3, 4], [])]


@pytest.mark.parametrize("beside", [0, 4])  # lines of the first chapter on the page of the contents
def test_titles_in_the_contents_open_no_chapter(beside: int) -> None:
    listed = ["目录", *(c.title for c in (FIRST, SECOND)), "参考答案", "后记"]
    texts = ["感觉是什么", "甲", "乙"]
    other = ["记忆是什么", "丙", "丁"]
    book = [*listed, FIRST.title, *texts, SECOND.title, *other, FIRST.title, "1.甲", SECOND.title]
    first = len(listed) + beside
    pages = [1] * first + [2] * (len(book) - first)
    paragraphs = [paragraph(text, page) for text, page in zip(book, pages, strict=True)]
    sections, outside = part(paragraphs, (FIRST, SECOND))
    assert outside == list(range(len(listed)))
    assert [paragraphs[at].text for at in sections[0].body] == [FIRST.title, *texts]
    assert [paragraphs[at].text for at in sections[1].body] == [SECOND.title, *other]
    assert [len(section.key) for section in sections] == [2, 1]
