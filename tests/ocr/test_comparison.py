"""A PDF's own text is not read where it is litter, or tells less than its pages show."""

from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner
from PIL import Image

from ocr.book import read_book
from ocr.page.pages import Place
from ocr.page.textlayer import read_layer
from ocr.settings import BooksSettings
from ocr.stage import extract
from pipeline.cli import cli
from pipeline.commands.book import command
from tests.ocr import scans

SHOWN = Path(__file__).parent / "golden" / "engines" / "crop.png"  # two questions and a half
GOOD = (
    "一、单项选择题（每题只有一个正确答案）",
    "数学课上，学生连续做了十道用换元法求解的方程，第十一题只需提取公因式即可解出，多数学生却仍旧先设新",
    "未知数。这种现象属于（　　）。",
    "初二女生小颖额头长了一颗小痘，她确信全校同学都在盯着它看，因而不肯进教室。班主任应当知道，小颖的想法",
    "反映了埃尔金德所说的（　　）。",
)


def paper(path: Path, lines: tuple[str, ...]) -> Path:
    """A page whose text is these lines, whatever it shows."""
    with Image.open(SHOWN) as image:
        return scans.layered(path, image.convert("L"), list(lines))


def shifted(text: str) -> str:
    """A text as a font tells it whose characters are named wrongly, each by another good one."""
    return "".join(
        chr(0x4E00 + (ord(c) - 0x4E00 + 777) % 0x5000) if "\u4e00" <= c <= "\u9fff" else c
        for c in text
    )


@pytest.mark.parametrize(
    ("told", "good"),
    [
        (GOOD, True),
        (tuple(map(shifted, GOOD)), False),
        (tuple(line[::-1] for line in GOOD), False),
    ],
)
def test_litter_is_no_text(tmp_path: Path, told: tuple[str, ...], *, good: bool) -> None:
    file = paper(tmp_path / "a.pdf", told)
    assert (read_layer(Place(file, 1, 1), None, BooksSettings()) is not None) is good


def test_a_book_is_read_by_ocr_where_that_tells_more(tmp_path: Path) -> None:
    scan = paper(tmp_path / "练习.pdf", GOOD)  # without numbers and options
    asked = ["--pages", "all", "--exam", "TQE", "--subject", "中学教师心理学"]
    result = CliRunner().invoke(command, [str(scan), *asked, "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "its own text tells 0 whole questions on pages 1, " in result.output
    assert "OCR 2 and 0" in result.output
    toml = scan.with_suffix(".toml")
    assert read_book(toml).about.text_layer is False
    found = extract({}, BooksSettings(sources=(toml,)), cache=tmp_path / "build" / "cache" / "ocr")
    assert found.metrics["text_layer"] == 0
    assert found.kept.filter(pl.col("options").list.len() == 4).height == 2


def test_init_names_papers_whose_pages_tell_more_than_their_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "普通心理学"
    folder.mkdir()
    (folder / "甲.txt").write_text(
        "1. 记忆的开端是（ ）。\nA. 识记\nB. 保持\nC. 再认\n答案：A", "utf-8"
    )
    paper(folder / "乙.pdf", GOOD)
    begun = CliRunner().invoke(cli, ["init", "mine", "--from", folder.name, "--exam", "GEE"])
    assert begun.exit_code == 0, begun.output
    assert "Left out: 乙.pdf (a scan, which --scans takes along as a book)" in begun.output
    assert "its own text tells 0 whole questions on pages 1" in begun.output
