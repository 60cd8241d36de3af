"""Printed designs: what the truth says stands on the page that it names."""

import random
from pathlib import Path

import pypdfium2
import pytest

from bench.designs import designs, render
from bench.designs.bank import Draw, invented
from bench.designs.chromium import binary
from bench.designs.press import press
from bench.designs.wear import Wear
from cpsyexam.config import read_toml
from cpsyexam.errors import ConfigError

browser_needed = pytest.mark.skipif(not binary(), reason="no chromium on this machine")
NAME = "exam_two"


def _squeezed(text: str) -> str:
    """Without blanks and low lines: a blank is drawn, not written."""
    return "".join(text.replace("_", "").split())


@browser_needed
def test_the_text_layer_of_the_named_pages_holds_stem_options_and_answer() -> None:
    design = designs()[NAME]
    volume = design.compose(Draw(invented(), 3))
    printing = press(design, volume, 3)
    document = pypdfium2.PdfDocument(printing.pdf)
    layers = [_squeezed(page.get_textpage().get_text_range()) for page in document]
    document.close()
    assert len(layers) == printing.pages
    for item in random.Random(1).sample(volume.items, 12):
        pages = sorted({s.page for s in printing.spots if s.kind == "q" and s.id == item.id})
        said = "".join(layers[page - 1] for page in pages)
        for text in (item.stem, *item.options):
            assert _squeezed(text)[:8] in said
            assert _squeezed(text)[-4:] in said
        keys = {s.page for s in printing.spots if s.kind == "a" and s.id == item.id}
        assert any(_squeezed(item.answer)[:20] in layers[page - 1] for page in keys)


def test_a_typst_design_reports_where_its_questions_stand() -> None:
    pytest.importorskip("typst", reason="typst is not installed: extra bench")
    volume = (design := designs()["handbook"]).compose(Draw(invented(), 3))
    printing = press(design, volume, 3)
    document = pypdfium2.PdfDocument(printing.pdf)
    layers = [_squeezed(page.get_textpage().get_text_range()) for page in document]
    document.close()
    for item in volume.items:
        first = min(s.page for s in printing.spots if s.kind == "q" and s.id == item.id)
        assert _squeezed(item.stem)[:8] in layers[first - 1]


@pytest.mark.slow
@browser_needed
def test_the_same_seed_gives_the_same_book(tmp_path: Path) -> None:
    first, again = (
        render(NAME, invented(), 1, 40, "photo+pencil+stamp+bleed", tmp_path / folder)
        for folder in ("first", "again")
    )
    assert first.truth == again.truth
    assert [p.read_bytes() for p in first.scans] == [p.read_bytes() for p in again.scans]
    said = read_toml(first.toml)  # what a user would know of the book
    assert first.scans[0].parent == first.folder / said["file"]
    assert [c["title"] for c in said["chapter"]] == [first.truth["questions"][0]["chapter"]]


def test_another_seed_draws_other_questions() -> None:
    one, two = (designs()[NAME].compose(Draw(invented(), seed)) for seed in (1, 2))
    assert [item.stem for item in one.items] != [item.stem for item in two.items]


def test_every_design_fills_its_sections_from_the_invented_bank() -> None:
    for design in designs().values():
        volume = design.compose(Draw(invented(), 1))
        assert all(section.items for c in volume.chapters for section in c.sections), design.name
        assert len({item.id for item in volume.items}) == len(volume.items)


def test_unknown_names_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no wear smudge"):
        Wear.of("copy+smudge")
    with pytest.raises(ConfigError, match="take one of"):
        render("nothing", invented(), 1, 40, "clean", tmp_path)
