"""Answers on the blanks of a teacher's edition, reasons listed below a key, labels not read."""

from ocr.layout.blanks import filled_blanks
from ocr.layout.columns import Row
from ocr.layout.geometry import Piece
from ocr.layout.paragraphs import Paragraph
from ocr.page.fragment import Rule
from parsing import parse

EM = 30
STEMS = ("注意的特点是", "情绪由主观体验、", "人格特质论的代表是")
WORDS = ("集中性", "外部表现", "奥尔波特")
ENDS = ("。", "和生理唤醒组成。", "。")


def printed(heading: str) -> tuple[list[Paragraph], list[Rule]]:
    """Questions whose words stand on rules, half a character longer on either side."""
    found = [paragraph(heading, 0)]
    rules = []
    for at, (stem, word, end) in enumerate(zip(STEMS, WORDS, ENDS, strict=True), 1):
        number = f"{at}．{stem}"
        said = f"{number}{word}{end}"
        found.append(paragraph(said, at))
        x0 = 100 + EM * (len(number) - 0.5)
        rules.append(Rule(x0 - 8, 60 * at + 32, x0 + EM * len(word) + 8, 60 * at + 32))
    return found, rules


def paragraph(text: str, at: int) -> Paragraph:
    wide = EM * (len(text) - (0.5 if at else 0))
    piece = Piece(at, text, 0.99, 100, 60 * at, 100 + wide, 60 * at + 30)
    return Paragraph(text, [Row((piece,), 100, 1300, 0, page=1)])


def test_words_on_blanks_are_answers() -> None:
    paragraphs, rules = printed("一、填空题")
    found = filled_blanks(paragraphs, {1: rules})
    assert [p.text for p in found] == [
        "一、填空题",
        "1．注意的特点是____。", "【答案】集中性",
        "2．情绪由主观体验、____和生理唤醒组成。", "【答案】外部表现",
        "3．人格特质论的代表是____。", "【答案】奥尔波特",
    ]  # fmt: skip
    assert {p.doubt for p in found if p.text.startswith("【")} == {"answer_on_blank"}


def test_words_underlined_elsewhere_are_stressed() -> None:
    paragraphs, rules = printed("一、单项选择题")
    assert filled_blanks(paragraphs, {1: rules}) == paragraphs


def test_a_word_whose_end_is_unsure_stays() -> None:
    paragraphs, rules = printed("一、填空题")
    moved = [Rule(r.x0 + 0.5 * EM, r.y0, r.x1 + 0.5 * EM, r.y1) for r in rules]
    said = [p.text for p in filled_blanks(paragraphs, {1: moved})]
    assert "2．情绪由主观体验、外部表现和生理唤醒组成。" in said


def test_a_label_lost_between_two_others_is_put_back() -> None:
    def options(*rows: str) -> tuple[str, ...]:
        return parse(["1．下列各项中，最早提出的是（　　）。", *rows]).questions[0].options

    lost = options("A、沙因____马斯洛　　C、麦格雷戈　　D、勒温")
    assert lost == ("沙因", "马斯洛", "麦格雷戈", "勒温")
    assert options("A. 消除法　　B. 恒定法　　C平衡法　　D. 统计法")[2] == "平衡法"
