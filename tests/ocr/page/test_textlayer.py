"""A PDF's own text: when it is used, and that its boxes lie where the image shows it."""

from pathlib import Path

import pytest

from ocr.page import textlayer
from ocr.page.pages import Place, picture
from ocr.settings import BooksSettings
from tests.ocr import scans

CHINESE = "心理学是研究人的心理现象及其活动规律的科学。" * 4


@pytest.mark.parametrize(
    ("text", "good"),
    [
        (CHINESE, True),
        (CHINESE[:40], False),
        (CHINESE + "\ufffd" * 10, False),
        (CHINESE + "\ue012" * 10, False),
        (CHINESE + "!#$%&*" * 3, False),
        ("ÐÄÀíÑ§ÊÇÑÐ¾¿ÈËµÄÐÄÀíÏÖÏó¼°Æä»î¶¯¹æÂÉ" * 3, False),
        (CHINESE + "______" * 2 + "......" * 2, True),
        ("Psychology is the study of mind. " * 5, True),
        ("Psychology is the study of mind. " * 3, False),  # a footer of a page drawn as curves
        ("题号 1 2 3 4 5 6 7 8 9 10\n答案 C B D D E C B D A A\n" * 3, True),
        ("Svbfkrorjb lv wkh vwxgb ri plqg. " * 5, False),  # the letters of another coding
    ],
)
def test_gate(text: str, *, good: bool) -> None:
    assert textlayer.good(text) is good


def test_a_scan_has_no_layer() -> None:
    assert textlayer.read_layer(Place(scans.SAMPLE, 1, 1), None, BooksSettings()) is None


def test_old_ocr_under_a_page_image_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(textlayer, "cjk_share", lambda _: 1.0)  # the font has no 汉字
    lines = [f"{n}. hidden text of an older recogniser, line {n}" for n in range(12)]
    visible = scans.text_pdf(tmp_path / "visible.pdf", lines)
    hidden = scans.text_pdf(tmp_path / "hidden.pdf", lines, hidden_over=scans.marked())
    settings = BooksSettings()
    assert textlayer.read_layer(Place(hidden, 1, 1), None, settings) is None
    layer = textlayer.read_layer(Place(visible, 1, 1), None, settings)
    assert layer is not None
    assert [f.text for f in layer.fragments] == lines
    pixels = picture(Place(visible, 1, 1), dpi=settings.dpi, max_side=settings.max_side)
    for fragment in layer.fragments:
        x0, y0, x1, _, _, y1, _, _ = map(round, fragment.quad)
        assert pixels[y0:y1, x0:x1].min() < 100


def test_other_files_have_no_layer(tmp_path: Path) -> None:
    scans.marked().save(tmp_path / "a.png")
    assert textlayer.read_layer(Place(tmp_path / "a.png", 1, 1), None, BooksSettings()) is None
