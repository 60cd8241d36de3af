"""Option letters out of sequence."""

import pytest

from ocr.habits.confusions import Repaired
from ocr.habits.options import mended


def mend(*lines: str) -> list[str]:
    known = {at: Repaired(text, ()) for at, text in enumerate(lines)}
    return [(known | mended(known, range(len(lines))))[at].text for at in range(len(lines))]


@pytest.mark.parametrize(
    ("read", "stood"),
    [
        (
            ["A．甲　　B．乙", "C．丙　　D．丁", "B．戊"],
            ["A．甲　　B．乙", "C．丙　　D．丁", "E．戊"],
        ),
        (["A．甲　　8．乙", "G．丙　　O．丁"], ["A．甲　　B．乙", "C．丙　　D．丁"]),
        (["A．甲B．乙", "C．丙D．丁", "B．戊"], ["A．甲B．乙", "C．丙D．丁", "E．戊"]),
        (["1．题", "A．甲", "B．乙", "2．题", "A．甲", "B．乙"], []),
        (["A．甲　　B．乙", "C．丙　　D．丁", "8．下一题"], []),
        (["A．甲", "C．丙", "D．丁"], []),
        (["A．维生素 B．乙", "C．和B．的差别"], []),
        (["7．题", "A．1分钟　　B.15分钟　　C.25分钟", "D．3分钟", "8．下一题"], []),
        (
            ["7．题", "A．1分钟", "8．下一题", "A．甲　　8．乙"],
            ["7．题", "A．1分钟", "8．下一题", "A．甲　　B．乙"],
        ),
    ],
)
def test_sequence(read: list[str], stood: list[str]) -> None:
    assert mend(*read) == (stood or read)


def test_each_is_noted() -> None:
    lines = {0: Repaired("A．甲　B．乙　C．丙　D．丁　B．戊", ("before",))}
    assert mended(lines, [0])[0].notes == ("before", "ocr_repair: option_letter: B → E")
