"""Nothing that a text holds steers the terminal it is printed on, or turns its order."""

import json

import pytest

from cpsyexam.terminal import json_text, printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31m红\x07", "␛[31m红␇"),
        ("\x7f", "␡"),
        ("\x9b2J", "\ufffd2J"),
        ("甲\u202e乙", "甲\ufffd乙"),
        ("\ud800", "\ufffd"),
        ("两行\n一\t格", "两行\n一\t格"),
    ],
)
def test_what_steers_is_shown_as_a_picture(text: str, shown: str) -> None:
    assert printable(text) == shown


@pytest.mark.parametrize("text", ["\x9b2J", "甲\u202e乙", "\x7f", "\U000e0041", "普通"])
def test_json_keeps_the_text_and_steers_nothing(text: str) -> None:
    said = json_text({"题": text})
    assert json.loads(said) == {"题": text}
    assert printable(said) == said
    assert "题" in said
