"""Entries of keys as few books print them."""

import pytest

from ocr.habits.confusions import Repaired
from ocr.habits.headings import formed

OPTIONS = "A．甲　　B．乙　　C．丙　　D．丁"
ASKED = [line for n in range(1, 6) for line in (f"{n}．下列说法正确的是（　　）。", OPTIONS)]


def answers(*key: str) -> list[str]:
    lines = {at: Repaired(said, ()) for at, said in enumerate([*ASKED, "参考答案", *key])}
    found = formed("last", lines, list(lines), [])
    assert all(at > len(ASKED) for at in found)
    return [said for line in found.values() for said in line.text.split()]


@pytest.mark.parametrize("key", ["ADBC", "1．A　2．D　3．B", "A．甲", "1—5 ADBCA"])
def test_what_the_grammar_knows_or_nobody_can_number_stays(key: str) -> None:
    assert answers(key) == []


def test_a_remark_behind_the_letter_is_a_reason() -> None:
    assert answers("4. D点拨：后学的干扰先学的。") == ["4.", "D", "【解析】后学的干扰先学的。"]


def told(lines: list[str]) -> dict[int, str]:
    said = {at: Repaired(text, ()) for at, text in enumerate(lines)}
    return {at: line.text for at, line in formed("last", said, list(said), []).items()}


def test_answers_told_in_a_sentence_below_each_question() -> None:
    lines = ["1．从众由谁研究？", "正确答案是“阿希”", "2．思维是内隐的。", "答案为“对”", "3．甲",
             "正确答案是首因（或“最初印象”）"]  # fmt: skip
    assert told(lines) == {1: "正确答案：阿希", 3: "答案：对", 5: "正确答案：首因（或“最初印象”）"}
    assert told(lines[:4]) == {}  # no habit yet
    assert told(["答案是什么？", "答案是否唯一？", "答案为什么不同？"]) == {}
