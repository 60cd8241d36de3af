"""Evidence from the page image: paper edge, ruled lines, faint print, figures."""

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter

from ocr.layout.geometry import Piece
from ocr.layout.tables import grids
from ocr.page.figures import figure_text, find_figures, find_rules
from ocr.page.fragment import Fragment
from ocr.page.paper import find_paper, flattened, without_faint
from tests.ocr import scans


def text_page(width: int = 1000, height: int = 1400) -> Image.Image:
    """A page with rows of black strokes like print."""
    page = scans.empty(width, height)
    pen = ImageDraw.Draw(page)
    for y in range(150, height - 150, 60):
        for x in range(100, width - 100, 34):
            pen.rectangle((x, y, x + 20, y + 3), fill=20)
            pen.rectangle((x + 8, y - 8, x + 11, y + 20), fill=20)
    return page


def test_a_scan_is_paper_to_its_edges() -> None:
    assert find_paper(scans.grey(text_page())) is None


@pytest.mark.parametrize("shadow", [0, 90])
def test_the_paper_of_a_photograph_is_cut_out_and_made_flat(shadow: int) -> None:
    page = scans.grey(text_page())
    corners = np.asarray([[150, 120], [1090, 160], [1120, 1540], [110, 1500]], dtype=np.float32)
    flat = np.asarray([[0, 0], [1000, 0], [1000, 1400], [0, 1400]], dtype=np.float32)
    turn = cv2.getPerspectiveTransform(flat, corners)
    photo = cv2.warpPerspective(page, turn, (1240, 1660), borderValue=70).astype(np.float32)
    photo -= np.linspace(0, shadow, 1240, dtype=np.float32)[None, :] * (photo > 100)
    pixels = photo.clip(0, 255).astype(np.uint8)
    found = find_paper(pixels)
    assert found is not None
    assert np.abs(np.asarray(found).reshape(4, 2) - corners).max() < 25
    high, wide = flattened(pixels, found).shape
    assert wide == pytest.approx(955, abs=30)
    assert high == pytest.approx(1380, abs=30)


def test_a_shaded_box_over_the_whole_page_is_no_edge() -> None:
    page = text_page()
    ImageDraw.Draw(page).rectangle((0, 900, 1000, 1100), fill=200)
    assert find_paper(scans.grey(page)) is None


def test_lines_of_a_table_are_found_and_strokes_of_letters_are_not() -> None:
    page = text_page()
    pen = ImageDraw.Draw(page)
    pen.rectangle((80, 1245, 920, 1395), fill=250)
    for x in (100, 300, 500, 700):
        pen.line((x, 1260, x, 1380), fill=30, width=2)
    for y in (1260, 1320, 1380):
        pen.line((100, y, 700, y), fill=30, width=2)
    (grid,) = grids(find_rules(scans.grey(page)))
    assert (len(grid.xs), len(grid.ys)) == (4, 3)
    assert grid.cell(350, 1290) == (0, 1)
    assert grid.cell(50, 1290) is None


def test_a_watermark_goes_and_print_stays() -> None:
    page = text_page()
    clean = scans.grey(page)
    assert without_faint(clean) is clean
    ring = Image.new("L", page.size, 255)
    ImageDraw.Draw(ring).ellipse((300, 400, 700, 800), outline=215, width=25)
    calm = without_faint(np.minimum(clean, scans.grey(ring)))
    assert int(calm[600, 312]) > 235  # where the ring was
    ink = clean < 60
    assert float((calm[ink] < 90).mean()) > 0.99


def test_a_figure_and_its_letters() -> None:
    page = scans.empty(1000, 1400)
    ImageDraw.Draw(page).ellipse((300, 400, 600, 700), outline=20, width=4)
    line = Fragment("普通心理学的研究对象", 1.0, (100, 200, 500, 200, 500, 236, 100, 236))
    found = find_figures(scans.grey(page.filter(ImageFilter.GaussianBlur(0.5))), [line], [])
    assert len(found) == 1
    x0, y0, x1, y1 = found[0]
    assert (x0, y0, x1, y1) == pytest.approx((300, 400, 600, 700), abs=12)
    pieces = [
        Piece(0, "普通心理学的研究对象", 1.0, 100, 200, 500, 236),
        Piece(1, "动机", 1.0, 420, 540, 480, 570),
        Piece(2, "B．动机", 1.0, 420, 600, 520, 630),
        Piece(3, "图3", 1.0, 430, 760, 480, 790),
    ]
    assert figure_text(pieces, found) == {1, 3}
    title = Piece(4, "第3课时", 1.0, 400, 450, 520, 490)
    assert figure_text([*pieces, title], found) == {3}  # the frame around a chapter's title
