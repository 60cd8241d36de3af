"""Layout and grammar without OCR: designs by other hands, with the least that is found of them."""

from pathlib import Path

import pytest

from bench.designs import designs
from bench.designs.bank import invented
from bench.designs.chromium import binary
from bench.structure import score
from bench.structure_pages import boxed, joined, stacked

browser_needed = pytest.mark.skipif(not binary(), reason="no chromium on this machine")


@browser_needed
@pytest.mark.parametrize(
    ("name", "least", "of"),
    [("daily_drill", 23, 23), ("nurse_strip", 27, 27), ("kaoyan_312", 30, 30)],
)
@pytest.mark.slow
def test_a_design_is_read_back(name: str, least: int, of: int, tmp_path: Path) -> None:
    found, _ = score(designs()[name], invented(), 1, tmp_path)
    assert (found.questions, found.wrong, found.lost) == (of, 0, 0), found.failures
    assert found.exact >= least, found.failures
    again, _ = score(designs()[name], invented(), 1, tmp_path)  # from the pages that were kept
    assert again.exact == found.exact


def test_pieces_of_a_line_are_drawn_together() -> None:
    pieces = [boxed("知觉", (0, 0, 60, 30)), boxed("A", (200, 0, 220, 30)),
              boxed("恒常性", (80, 2, 170, 32))]  # fmt: skip
    assert [f.text for f in joined(pieces)] == ["知觉 恒常性", "A"]


def test_characters_below_each_other_are_one_upright_line() -> None:
    pieces = [boxed(char, (0, 40 * at, 30, 40 * at + 30)) for at, char in enumerate("密封线")]
    (line,) = stacked(pieces)
    assert (line.text, line.quad[5]) == ("密封线", 110)
