"""Answers on the blanks of a teacher's edition, reasons listed below a key, labels not read."""

from ocr.chapters.reasons_below import explained, reasons_below
from ocr.habits.confusions import Repaired
from ocr.habits.option_letters import mended
from ocr.layout.blanks import filled_blanks
from ocr.layout.columns import PlacedRow, Row
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
    return Paragraph(text, [PlacedRow(Row((piece,), 100, 1300, 0), 1, 0)])


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


KEY = ["参考答案", "1. A　　2. B", "习题解析", "1. 塞里提出了应激的学说。",
       "3. 应激的反应因人而异，", "由认知评价决定。"]  # fmt: skip


def test_reasons_below_a_key_explain_their_questions() -> None:
    said = dict(enumerate(["1. 提出应激学说的是", "A. 塞里　　B. 坎农", *KEY]))
    found = reasons_below(list(said), said, keyed=False)
    assert found.said == {
        "1": ("塞里提出了应激的学说。", [5]),
        "3": ("应激的反应因人而异，\n由认知评价决定。", [6, 7]),
    }
    assert found.places == {4, 5, 6, 7}
    questions = parse(
        ["1. 提出应激学说的是", "A. 塞里　　B. 坎农", "C. 霍姆斯　　D. 恩格尔"]
    ).questions
    told, used = explained(questions, found)
    assert told[0].explanation == "塞里提出了应激的学说。"
    assert used == {0: [5]}


def test_titles_between_dashes_head_a_list_of_reasons_too() -> None:
    said = dict(
        enumerate(["------ 参考答案 ------", "1. A　　2. B", "------ 部分解析 ------", *KEY[3:]])
    )
    assert list(reasons_below(list(said), said, keyed=False).said) == ["1", "3"]
    asked = dict(enumerate(["从中选出正确答案。", "1. A　　2. B", *KEY[2:]]))
    assert reasons_below(list(asked), asked, keyed=False).said == {}


def test_what_gives_answers_is_no_list_of_reasons() -> None:
    said = dict(enumerate(["参考答案", "习题解析", "1. A　塞里提出。", "2. B　坎农提出。"]))
    assert reasons_below(list(said), said, keyed=False).said == {}
    without_key = dict(enumerate(KEY[2:]))
    assert reasons_below(list(without_key), without_key, keyed=False).said == {}


def test_a_label_lost_between_two_others_is_put_back() -> None:
    def text(said: str) -> str:
        line = Repaired(said, ())
        return mended({0: line}, [0]).get(0, line).text

    assert text("A、沙因____马斯洛　　C、麦格雷戈") == "A、沙因　　B、马斯洛　　C、麦格雷戈"
    assert text("A. 消除法　　B. 恒定法　　C平衡法　　D. 统计法").count("C.") == 1
    lines = {0: Repaired("A、领导____压力", ()), 1: Repaired("C、规模　　D、同质", ())}
    assert mended(lines, [0, 1])[0].text == "A、领导　　B、压力"
    assert text("A、沙因____马斯洛　　B、麦格雷戈") == "A、沙因____马斯洛　　B、麦格雷戈"
