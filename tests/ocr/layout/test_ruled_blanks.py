"""Blanks that stand at the end of a line, or alone on the next one."""

import pytest

from ocr.layout.blanks import ruled_blanks
from ocr.layout.columns import Row
from ocr.layout.geometry import Piece
from ocr.layout.paragraphs import Paragraph
from ocr.page.fragment import Rule

HIGH = 30


def paragraph(text: str, top: float, wide: float = 600) -> Paragraph:
    row = Row((Piece(0, text, 1.0, 100, top, 100 + wide, top + HIGH),), 100, 900, 0, page=1)
    return Paragraph(text, [row])


def blanked(rule: Rule, head: str = "一、填空题") -> list[str]:
    lines = [
        paragraph(head, 0),
        paragraph("1．刚刚能引起感觉的最小刺激量叫", 100),
        paragraph("2．感受颜色的细胞是锥体细胞。", 200),
    ]
    return [p.text for p in ruled_blanks(lines, {1: [rule], 2: [Rule(710, 228, 800, 228)]})][1:]


@pytest.mark.parametrize(
    "rule",
    [Rule(710, 128, 800, 128), Rule(695, 140, 760, 140), Rule(130, 170, 220, 170)],
    ids=["behind", "into the last character", "on the next line"],
)
def test_a_rule_behind_a_line_is_a_blank(rule: Rule) -> None:
    assert blanked(rule) == [
        "1．刚刚能引起感觉的最小刺激量叫____",
        "2．感受颜色的细胞是锥体细胞。",
    ]


@pytest.mark.parametrize(
    "rule",
    [
        Rule(710, 128, 740, 128),
        Rule(780, 128, 870, 128),
        Rule(300, 128, 420, 128),
        Rule(710, 60, 800, 60),
        Rule(600, 170, 690, 170),
        Rule(710, 90, 710, 190, upright=True),
    ],
    ids=["short", "far", "below the text", "above", "not where lines begin", "upright"],
)
def test_other_rules_are_none(rule: Rule) -> None:
    assert blanked(rule)[0] == "1．刚刚能引起感觉的最小刺激量叫"


def test_only_in_sections_of_blanks() -> None:
    rule = Rule(710, 128, 800, 128)
    assert blanked(rule, head="一、判断题")[0] == "1．刚刚能引起感觉的最小刺激量叫"
