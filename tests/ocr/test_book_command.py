"""`cpsyexam book` on a scan: its TOML, the preview and the verdict."""

from pathlib import Path

from click.testing import CliRunner

from ocr.book import read_book
from pipeline.commands.book import command
from tests.ocr import scans


def test_a_scan_gets_its_toml_and_a_preview(tmp_path: Path) -> None:
    scan = scans.pdf(tmp_path / "练习.pdf", [scans.sample_page(4, dpi=150)], dpi=150)
    asked = ["--pages", "1", "--exam", "TQE", "--subject", "中学教师心理学", "--dpi", "150"]
    result = CliRunner().invoke(command, [str(scan), *asked, "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "questions on 1 pages" in result.output
    assert "engine: " in result.output
    book = read_book(scan.with_suffix(".toml"))
    assert book.about.chapter[0].exam == "TQE"
    assert book.about.dpi == 150
    html = (tmp_path / "build" / "books" / "练习.html").read_text("utf-8")
    assert html.count("<section>") == 1
    assert "data:image/jpeg;base64," in html
    assert html.count("<polygon") > 20
    again = CliRunner().invoke(command, [str(scan), "--pages", "9", "--out", str(tmp_path)])
    assert again.exit_code == 2
    assert "has pages 1 to 1" in again.output
