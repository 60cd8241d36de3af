"""Headers, footers and page numbers, and what only looks like them."""

from dataclasses import replace

from ocr.layout.geometry import Piece
from ocr.layout.headers_footers import PageShape, find_headers_footers


def page(*lines: tuple[int, str]) -> PageShape:
    pieces = [
        Piece(at, text, 0.99, 100, y, 100 + 30 * len(text), y + 36)
        for at, (y, text) in enumerate(lines)
    ]
    return PageShape(pieces, 2000)


def roles(*pages: PageShape) -> list[dict[int, str]]:
    return find_headers_footers(pages)


def test_headers_and_numbers_on_every_page() -> None:
    pages = [
        page((90, "心理学习题"), (300, f"{n}．甲"), (900, "乙"), (1940, f"·{n + 6}·"))
        for n in range(4)
    ]
    assert roles(*pages) == [{0: "header", 3: "page_number"}] * 4


def test_the_title_of_slides_is_no_header() -> None:
    pages = [page((90, "单项选择题"), (300, f"{n}．甲"), (900, "乙")) for n in range(4)]
    assert roles(*pages) == [{0: "header"}] * 4
    assert roles(*(replace(slide, panel=True) for slide in pages)) == [{}] * 4


def test_torn_headers_are_known_by_the_whole_ones() -> None:
    pages = [
        page((90, "心理学考试习题精选"), (300, "甲"), (900, "乙")),
        page((92, "心理学考试习题精选"), (300, "丙"), (900, "丁")),
        PageShape(
            [
                Piece(0, "心理学考", 0.9, 101, 88, 220, 124),
                Piece(1, "武习题精选", 0.9, 220, 88, 370, 124),
                Piece(2, "心理学的对象", 0.99, 100, 300, 280, 336),
            ],
            2000,
        ),
        page((200, "学习"), (300, "戊")),  # a line of its own, outside the header's words
    ]
    found = roles(*pages)
    assert found == [{0: "header"}, {0: "header"}, {0: "header", 1: "header"}, {}]


def test_a_chapters_own_header_is_known_by_the_level_of_the_others() -> None:
    pages = [page((90, "心理学考试习题精选"), (300, "甲"), (900, "乙")) for _ in range(3)]
    pages += [page((92, "第二章　学习"), (300, "丙")), page((92, "3．学习"), (130, "丁"))]
    assert roles(*pages) == [{0: "header"}] * 4 + [{}]


def test_the_title_that_the_headers_repeat_stays() -> None:
    title = PageShape([Piece(0, "心理学自测题", 0.9, 100, 80, 400, 140)], 2000)
    others = [page((90, "心理学自测题"), (300, "甲"), (900, "乙")) for _ in range(3)]
    assert roles(title, *others) == [{}, *[{0: "header"}] * 3]


def test_a_header_cut_differently_on_every_page() -> None:
    pages = [
        PageShape(
            [
                Piece(0, "心理学考试习题精选"[:cut], 0.9, 100, 88, 100 + 30 * cut, 124),
                Piece(1, "心理学考试习题精选"[cut:], 0.9, 100 + 30 * cut, 88, 370, 124),
                Piece(2, "正文" * cut, 0.99, 100, 300, 280, 336),
            ],
            2000,
        )
        for cut in (3, 4, 6)
    ]
    assert roles(*pages) == [{0: "header", 1: "header"}] * 3


def test_chapter_titles_that_head_their_pages_are_no_headers() -> None:
    pages = [
        page((90, f"第{n}章　心理学的{what}"), (300, "一、单项选择题"))
        for n, what in (("一", "对象"), ("二", "方法"), ("三", "历史"), ("四", "应用"))
    ]
    assert roles(*pages) == [{}] * 4


def test_a_number_in_the_text_is_no_page_number() -> None:
    found = roles(
        page((90, "3"), (140, "题干"), (300, "A．1")),
        page((100, "一段题干"), (1900, "D．4"), (1940, "12")),
        page((100, "另一题"), (1000, "结束"), (1940, "第 9 页")),
    )
    assert found == [{}, {}, {2: "page_number"}]


def test_numbers_that_count_on_are_page_numbers_even_close_to_the_text() -> None:
    pages = [
        page((100, text), (1900, "D．以上都对"), (1940, f"{n}"))
        for n, text in ((31, "注意的品质"), (32, "想象与思维"), (33, "意志行动"))
    ]
    assert roles(*pages) == [{2: "page_number"}] * 3


def test_running_footers() -> None:
    pages = [
        page((300, f"题{n}"), (800, "甲"), (1930, f"www.example.org 第{n}页")) for n in range(5)
    ]
    assert roles(*pages) == [{2: "footer"}] * 5


def test_the_title_of_a_book_with_answers_is_a_footer() -> None:
    pages = [
        page((300, f"{n}. 题"), (1900, "计算机应用基础题库（附答案）"), (1940, f"{n}"))
        for n in (1, 2, 3)
    ]
    assert roles(*pages) == [{1: "footer", 2: "page_number"}] * 3


def test_empty_pages() -> None:
    assert roles(page(), page()) == [{}, {}]


def test_a_page_of_so_many_at_the_foot_is_a_footer_whatever_stands_before() -> None:
    pages = [
        page((300, "8．胆汁质"), (1940, "心理学试题　第1页（共3页）")),
        page((300, "9．定势"), (1940, "答案及评分参考　第2页 共3页")),
        page((300, "第3页共3页试题的第一题"), (1200, "心理学试题　第3页（共3页）")),
    ]
    assert roles(*pages) == [{1: "footer"}, {1: "footer"}, {}]


def test_the_number_of_a_question_in_its_chapter_is_no_page_of_so_many() -> None:
    other = page((300, "儿童的思维有何特点？"))
    assert roles(page((60, "2-20"), (300, "儿童的思维")), other) == [{}, {}]
    assert roles(page((60, "2/20"), (300, "儿童的思维")), other) == [{0: "page_number"}, {}]


def test_the_name_of_a_key_is_a_footer_at_the_foot_and_a_heading_at_the_head() -> None:
    pages = [
        page(
            (90, "参考答案"), (300, f"（{n}）提高认识。"), (1940, f"模拟试卷（四）参考答案 第{n}页")
        )
        for n in (4, 5)
    ]
    assert roles(*pages) == [{2: "footer"}, {2: "footer"}]


def test_page_numbers_between_dots_are_headers_with_what_stands_beside_them() -> None:
    pages = [
        page((90, "·86·　发展心理学"), (130, "8．胆汁质"), (170, "9．定势")),
        page((90, "习题参考答案　·305·"), (130, "1．甲"), (170, "2．乙")),
        page((90, "珍妮·3·古道尔研究的是"), (130, "1．甲"), (170, "2．乙")),
    ]
    assert roles(*pages) == [{0: "header"}, {0: "header"}, {}]


def test_a_number_between_dashes_is_a_page_s_wherever_its_neighbours_stand() -> None:
    pages = [page((300, "1．甲"), (1900, "A．乙　　B．丙"), (1930, "— 10 —"))]
    assert roles(*pages) == [{2: "page_number"}]
    assert roles(page((300, "1．甲"), (1900, "2．乙"), (1930, "10"))) == [{}]


def test_a_subject_that_heads_a_later_page_is_its_header_and_on_the_first_the_title() -> None:
    pages = [
        page((90, "普通心理学"), (300, "甲")),
        page((90, "普通心理学"), (150, "乙"), (900, "丙")),
    ]
    assert find_headers_footers([*pages[:1], pages[1]], {"普通心理学"})[1] == {0: "header"}
    assert find_headers_footers(pages[1:], {"普通心理学"}) == [{}]


def test_a_section_heading_as_high_as_the_headers_of_others_is_none() -> None:
    pages = [page((90, "心理学考试习题精选"), (300, "甲"), (900, "乙")) for _ in range(3)]
    assert roles(*pages, page((92, "二、名词解释"), (300, "丙")))[-1] == {}


def test_numbers_of_a_ruled_table_at_the_edges_are_no_page_numbers() -> None:
    pages = [
        page((300, "甲"), (1850, "乙"), (1900, "6")),
        page((90, "7"), (130, "丙"), (900, "丁")),
    ]
    assert roles(*pages) == [{2: "page_number"}, {0: "page_number"}]
    assert roles(*(PageShape(p.pieces, p.height, {0, 1, 2}) for p in pages)) == [{}, {}]
