"""Labels in brackets of which a part was not read."""

from ocr.confusions import Repaired
from ocr.worn_brackets import FEW, rebracketed

WHOLE = "[A] 感觉　　[B] 知觉　　[C] 记忆　　[D] 思维"


def mended(*texts: str, whole: int = FEW // 4) -> list[str]:
    lines = [text for n in range(whole) for text in (f"{n + 1}、下列属于（）", WHOLE)]
    lines += texts
    said = {at: Repaired(text, ()) for at, text in enumerate(lines)}
    said |= rebracketed(said, range(len(lines)))
    return [said[at].text for at in range(len(lines) - len(texts), len(lines))]


def test_a_letter_that_is_due_gets_its_brackets() -> None:
    assert mended("9、表现有（）", "A硬抵抗____[B软抵抗", "(C)迁移____{D]不抵抗")[1:] == [
        "[A] 硬抵抗____[B] 软抵抗",
        "[C] 迁移____[D] 不抵抗",
    ]
    assert mended("9、常用（）", "[A]榜样", "B]强化", "[人格尊重", "[(移情")[2:] == [
        "[B] 强化",
        "[C] 人格尊重",
        "[D] 移情",
    ]


def test_a_letter_that_is_not_due_stays() -> None:
    stem = "9、甲认为 D因素更重要（）"
    assert mended(stem, "[A] 甲　　[B] 乙 D是错的") == [stem, "[A] 甲　　[B] 乙 D是错的"]
    assert mended("9、（）", "[括号在前的句子") == ["9、（）", "[括号在前的句子"]


def test_without_the_habit_nothing_is_changed() -> None:
    texts = ("9、表现有（）", "A硬抵抗____[B软抵抗")
    assert mended(*texts, whole=FEW // 4 - 1) == list(texts)


def test_what_was_changed_is_noted() -> None:
    lines = [text for n in range(3) for text in (f"{n + 1}、（）", WHOLE)] + ["4、（）", "A感觉"]
    found = rebracketed({at: Repaired(t, ()) for at, t in enumerate(lines)}, range(len(lines)))
    assert [f.notes for f in found.values()] == [("ocr_repair: option_label: A → [A]",)]
