"""Reading order without OCR: golden folders (lines.json → paragraphs) and properties."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ocr.book import Layout
from ocr.layout.assemble import assemble
from ocr.page.fragment import Reading
from tests.ocr.printing import fragment, readings

GOLDEN = Path(__file__).parents[1] / "golden" / "order"
CASES = sorted(path.name for path in GOLDEN.iterdir())


@pytest.mark.parametrize("name", CASES)
def test_golden(name: str) -> None:
    pages, layout = readings(GOLDEN / name / "lines.json")
    expected = (GOLDEN / name / "expected.txt").read_text("utf-8").splitlines()
    assert [p.text for p in assemble(pages, layout).paragraphs] == expected


@pytest.mark.parametrize("name", CASES)
def test_order_of_the_fragments_does_not_matter(name: str) -> None:
    pages, layout = readings(GOLDEN / name / "lines.json")
    mixed = []
    for number, page in pages:
        fragments = list(page.fragments)
        random.Random(number).shuffle(fragments)
        mixed.append((number, Reading(page.width, page.height, 0, "test", tuple(fragments))))
    expected = (GOLDEN / name / "expected.txt").read_text("utf-8").splitlines()
    assert [p.text for p in assemble(mixed, layout).paragraphs] == expected


@settings(max_examples=40)
@given(
    left=st.integers(8, 30),
    right=st.integers(4, 30),
    skew=st.floats(-2.0, 2.0),
    gap=st.integers(30, 90),
    seed=st.integers(0, 1000),
)
def test_two_columns_are_read_one_after_the_other(
    left: int, right: int, skew: float, gap: int, seed: int
) -> None:
    lines = [[130, 160 + 44 * i, 690, 196 + 44 * i, f"左{i:02d}" + "文" * 16] for i in range(left)]
    lines += [
        [690 + gap, 164 + 44 * i, 1250 + gap, 200 + 44 * i, f"右{i:02d}" + "文" * 16]
        for i in range(right)
    ]
    expected = [str(line[4]) for line in lines]
    random.Random(seed).shuffle(lines)
    fragments = tuple(fragment(line, 1458, 2047, skew) for line in lines)
    text = assemble([(1, Reading(1458, 2047, 0, "test", fragments))], Layout())
    assert "".join(p.text for p in text.paragraphs) == "".join(expected)


def test_short_columns_stand_where_those_of_the_page_before_do() -> None:
    places = [(rows, at) for rows in ((20, 20, 20), (12, 4, 2)) for at in range(3)]
    said = {
        (rows, at): [f"{sum(rows)}栏{at}行{n:02}" + "文" * 16 for n in range(rows[at])]
        for rows, at in places
    }

    def page(rows: tuple[int, int, int]) -> Reading:
        lines = [
            [left, 300 + 60 * n, left + 650, 332 + 60 * n, text]
            for at, left in enumerate((100, 850, 1600))
            for n, text in enumerate(said[rows, at])
        ]
        fragments = tuple(fragment(line, 2339, 1653, 0.0) for line in lines)
        return Reading(2339, 1653, 0, "test", fragments)

    text = assemble([(1, page((20, 20, 20))), (2, page((12, 4, 2)))], Layout())
    read = "".join(p.text for p in text.paragraphs)
    assert read == "".join(line for place in places for line in said[place])


@settings(max_examples=40)
@given(st.lists(st.tuples(*[st.integers(0, 1400)] * 2, st.text(max_size=12)), max_size=40))
def test_nothing_is_lost(places: list[tuple[int, int, str]]) -> None:
    lines = [[x, y, x + 20 * len(t) + 5, y + 30, t] for x, y, t in places]
    fragments = tuple(fragment(line, 1458, 2047, 0.3) for line in lines)
    text = assemble([(1, Reading(1458, 2047, 0, "test", fragments))], Layout())
    assert sorted(line.at for line in text.lines) == list(range(len(fragments)))
    assert sorted(line.order for line in text.lines) == list(range(len(fragments)))


def test_an_empty_book_has_no_text() -> None:
    empty = Reading(1000, 1400, 0, "test", ())
    assert assemble([(1, empty), (2, empty)], Layout()).paragraphs == []
