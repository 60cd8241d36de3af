"""Every page has the one frame and the one stylesheet."""

import re
from pathlib import Path

from jinja2 import ChoiceLoader, DictLoader

from cpsyexam import pages
from tests.reviewing.chromium import NEEDED, launched

ROOT = Path(__file__).resolve().parents[2]
OWN = ("bench", "samples", "tests", ".venv")  # they print exam papers, not pages of the product


def _files(pattern: str) -> list[Path]:
    folders = (path.parent for path in ROOT.glob("*/__init__.py") if path.parent.name not in OWN)
    return sorted(path for folder in folders for path in folder.rglob(pattern))


def test_no_page_has_a_design_of_its_own() -> None:
    assert len(_files("*.html.j2")) > 15
    for path in [*_files("*.py"), *_files("*.j2")]:
        text = path.read_text("utf-8")
        assert ("<style>" in text) is (path.name == "frame.html.j2"), path
        if "<html" in text and path.suffix == ".j2":
            assert path.name in ("frame.html.j2", "base.html.j2"), path


def test_frame_gives_language_title_style_and_escapes() -> None:
    made = pages.environment("cpsyexam.pages")
    blocks = "{% block title %}T{% endblock %}{% block main %}{{ x }}{% endblock %}"
    page = {"p.html.j2": '{% extends "frame.html.j2" %}' + blocks}
    assert made.loader is not None
    made.loader = ChoiceLoader([DictLoader(page), made.loader])
    text = made.get_template("p.html.j2").render(x="<b>")
    assert '<html lang="en">' in text
    assert "<title>T</title>" in text
    assert "&lt;b&gt;" in text
    assert pages.style().strip() in text


def test_style_knows_dark_pages_and_paper() -> None:
    style = pages.style()
    names = re.findall(r"(--[a-z-]+):", style.split("@media")[0])
    dark = style.split("prefers-color-scheme: dark")[1].split("* {")[0]
    assert len(names) > 10
    assert [name for name in names if f"{name}:" not in dark] == []
    assert "size: A4" in style
    used = set(re.findall(r"var\((--[a-z-]+)\)", style))
    assert used <= set(names)


@NEEDED
def test_rows_of_a_wide_table_read_as_paragraphs_on_a_phone() -> None:
    made = pages.environment("cpsyexam.pages")
    heads = "".join(f"<th>column {n}<br>n</th>" for n in range(12))
    cells = "".join(f'<td class="n">value{n}</td>' for n in range(12))
    table = f'<div class="wide"><table><tr>{heads}</tr><tr>{cells}</tr></table></div>'
    blocks = "{% block title %}T{% endblock %}{% block main %}" + table + "{% endblock %}"
    page = {"p.html.j2": '{% extends "frame.html.j2" %}' + blocks}
    made.loader = ChoiceLoader([DictLoader(page), pages.environment("cpsyexam.pages").loader])  # type: ignore[list-item]
    over = "(e => e.scrollWidth - e.clientWidth)(document.querySelector('.wide'))"
    with launched() as browser:
        phone = browser.new_page(viewport={"width": 400, "height": 800})
        phone.set_content(made.get_template("p.html.j2").render())
        assert phone.evaluate(over) == 0
        before = "getComputedStyle(document.querySelectorAll('td')[3], '::before').content"
        assert "column 3" in phone.evaluate(before)
        phone.set_viewport_size({"width": 1400, "height": 800})
        assert phone.evaluate(before) == "none"
