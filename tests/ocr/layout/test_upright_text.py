"""Text that runs down: its columns are read from right to left as lines."""

from ocr.book import Layout
from ocr.layout.assemble import assemble
from ocr.layout.geometry import laid, runs_down
from ocr.page.fragment import Fragment, Reading


def down(x: int, y: int, text: str) -> Fragment:
    end = y + 30 * len(text)
    return Fragment(text, 0.9, (x, y, x + 30, y, x + 30, end, x, end))


def across(y: int, text: str) -> Fragment:
    end = 100 + 30 * len(text)
    return Fragment(text, 0.9, (100, y, end, y, end, y + 30, 100, y + 30))


def page(*fragments: Fragment) -> Reading:
    return Reading(1000, 800, 0, "test", fragments)


COLUMNS = (
    down(600, 100, "甲、感觉对比"),
    down(600, 400, "乙、感觉后像"),
    down(700, 100, "一、刺激停止后"),
    down(650, 130, "感觉仍留片时"),
)
KEY = tuple(down(700, y, said) for y, said in ((100, "一、乙"), (300, "二、甲")))


def test_columns_become_lines_from_the_right() -> None:
    text = assemble([(1, page(*COLUMNS))], Layout())
    assert [p.text for p in text.paragraphs][-1] == "甲、感觉对比　　乙、感觉后像"
    assert text.paragraphs[0].text.startswith("一、刺激停止后")
    assert {line.at for line in text.lines} == {0, 1, 2, 3}


def test_a_page_of_short_pieces_goes_with_the_others_of_its_book() -> None:
    assert runs_down(COLUMNS) is True
    assert runs_down(KEY) is None
    (_, first), (_, key) = laid([(1, page(*COLUMNS)), (2, page(*KEY))])
    assert (first.width, first.height, key.width) == (800, 1000, 800)
    assert key.fragments[0].quad[:2] == (100, 270)


def test_lines_from_left_to_right_stay() -> None:
    lines = page(*(across(100 * n, "刺激停止后感觉仍留片时") for n in range(1, 6)))
    assert runs_down(lines.fragments) is False
    assert laid([(1, lines)]) == [(1, lines)]
