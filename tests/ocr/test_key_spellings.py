"""Entries of keys as few books print them."""

import pytest

from ocr.confusions import Repaired
from ocr.key_spellings import respelt

OPTIONS = "A．甲　　B．乙　　C．丙　　D．丁"
ASKED = [line for n in range(1, 6) for line in (f"{n}．下列说法正确的是（　　）。", OPTIONS)]


def answers(*key: str) -> list[str]:
    lines = {at: Repaired(said, ()) for at, said in enumerate([*ASKED, "参考答案", *key])}
    found = respelt(lines, list(lines), [])
    assert all(at > len(ASKED) for at in found)
    return [said for line in found.values() for said in line.text.split()]


@pytest.mark.parametrize(
    "key",
    [
        ("1→A　2→D　3→B　4→C　5→A",),
        ("1=A，2=D，3=B，4=C，5=A",),
        ("1—A　2—D　3—B　4—C　5—A",),
        ("①A②D③B④C⑤A",),
        ("1．A　D　B　C　A",),
        ("ADB", "CA"),
    ],
)
def test_each_entry_with_its_number(key: tuple[str, ...]) -> None:
    assert answers(*key) == ["1．A", "2．D", "3．B", "4．C", "5．A"]


def test_ranges_in_square_brackets() -> None:
    assert answers("【1～5】ADBCA") == ["1~5", "ADBCA"]


@pytest.mark.parametrize("key", ["ADBC", "1．A　2．D　3．B", "A．甲", "1—5 ADBCA"])
def test_what_the_grammar_knows_or_nobody_can_number_stays(key: str) -> None:
    assert answers(key) == []


def test_what_a_false_statement_should_say_is_no_part_of_the_answer() -> None:
    assert answers("1. √　　2. ×（先快后慢）") == ["1.", "√", "2.", "×", "【解析】先快后慢"]


def test_a_remark_behind_the_letter_is_a_reason() -> None:
    assert answers("4. D点拨：后学的干扰先学的。") == ["4.", "D", "【解析】后学的干扰先学的。"]
