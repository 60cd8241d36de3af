"""The preview of a page: its lines where they were read, a frame around each question."""

import json
import re

import numpy as np
import pytest

from ocr.book import read_book
from ocr.chapters.segment import segment
from ocr.layout.assemble import assemble
from ocr.preview import AROUND, WIDE, Shown, preview
from tests.ocr.scans import SAMPLE
from tests.ocr.test_sample_book import GOLDEN, load

PAGE = 5
NUMBER = r"(-?\d+(?:\.\d+)?)"
FRAME = re.compile(
    rf'<rect x="{NUMBER}" y="{NUMBER}" width="{NUMBER}" height="{NUMBER}"[^>]*stroke="#27ae60"'
)


@pytest.fixture(scope="module")
def html() -> str:
    book = read_book(SAMPLE.with_suffix(".toml"))
    pages = json.loads(GOLDEN.read_text("utf-8"))
    readings = [(number, load(page)) for number, page in enumerate(pages, 1)]
    text = assemble(readings, book.about)
    reading = readings[PAGE - 1][1]
    blank = np.full((reading.height, reading.width), 250, np.uint8)
    return preview("样书", [Shown(PAGE, blank, reading)], text, segment(book, text.paragraphs))


def test_each_fragment_is_drawn_where_it_was_read(html: str) -> None:
    page = json.loads(GOLDEN.read_text("utf-8"))[PAGE - 1]
    drawn = [
        list(map(float, re.split(r"[ ,]", p)))
        for p in re.findall(r'points="([^"]+)" fill="#', html)
    ]
    assert sorted(drawn) == sorted([float(v) for v in quad] for _, _, *quad in page)
    reading = load(page)
    assert f'viewBox="0 0 {reading.width} {reading.height}"' in html
    assert f'width="{WIDE}" height="{round(reading.height * WIDE / reading.width)}"' in html


def test_a_frame_encloses_the_lines_of_its_question_with_a_little_room(html: str) -> None:
    lines = [
        (min(v[::2]), min(v[1::2]), max(v[::2]), max(v[1::2]))
        for points in re.findall(r'points="([^"]+)" fill="#', html)
        for v in [list(map(float, re.split(r"[ ,]", points)))]
    ]
    frames = [tuple(map(float, found)) for found in FRAME.findall(html)]
    assert len(frames) >= 4
    across, down = AROUND
    held = 0
    for x, y, wide, high in frames:
        inside = [
            (x0, y0, x1, y1)
            for x0, y0, x1, y1 in lines
            if x <= (x0 + x1) / 2 <= x + wide and y <= (y0 + y1) / 2 <= y + high
        ]
        held += len(inside)
        assert min(line[0] for line in inside) == pytest.approx(x + across)
        assert min(line[1] for line in inside) == pytest.approx(y + down)
        assert max(line[2] for line in inside) == pytest.approx(x + wide - across)
        assert max(line[3] for line in inside) == pytest.approx(y + high - down)
    assert held > len(lines) / 2
    english, _, _ = html.partition('<div class="tongue" lang="zh">')
    numbers = re.findall(r"<li><b>(\d*)</b>", english)
    assert numbers == re.findall(r'fill="#27ae60">(\d*)</text>', html)[-len(numbers) :]


def test_the_page_is_told_in_both_languages(html: str) -> None:
    parts = re.findall(
        r'<(?:p class="legend tongue"|div class="tongue") lang="zh">.*?(?:</p>\s*</header>|</div>)',
        html.replace("</p>\n<p", "<p"),
        re.DOTALL,
    )
    chinese = re.sub(r"<[^>]*>", "", " ".join(parts))
    assert "绿框为一道题" in chinese
    assert "第 5 页" in chinese
    assert "有题目没有找到答案：第 3 题" in chinese
    assert "个选项" in chinese
    assert not re.search(r"[a-z]{3,}", chinese)
    assert "a green frame is a question" in html
    assert "answers missing: of 3" in html
