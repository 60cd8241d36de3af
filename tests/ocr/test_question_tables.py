"""Tables whose rows are questions."""

from ocr.columns import Row
from ocr.geometry import Piece
from ocr.question_tables import question_table
from ocr.tables import Grid

GRID = Grid((0, 60, 700, 800, 900), (0, 50, 150, 250, 350))
LIKE = Row((), 0, 900, 0)


def cell(at: int, text: str, column: int, y: float) -> Piece:
    x = GRID.xs[column] + 5
    return Piece(at, text, 0.9, x, y, x + 40, y + 30)


def table(head: tuple[str, ...], *rows: tuple[str, str, str, str]) -> list[Piece]:
    pieces = [cell(i, text, i, 10) for i, text in enumerate(head)]
    for n, texts in enumerate(rows):
        for column, text in enumerate(texts):
            for k, part in enumerate(text.split("\n") if text else []):
                pieces.append(cell(len(pieces), part, column, GRID.ys[n + 1] + 10 + 40 * k))
    return pieces


def said(pieces: list[Piece], heads: list[list[str]] | None = None) -> list[str]:
    return [
        row.text for row in question_table(GRID, pieces, LIKE, heads if heads is not None else [])
    ]


def test_judgements_with_ticks_under_right_and_wrong() -> None:
    rows = table(
        ("序号", "题　目", "对", "错"),
        ("1", "心境是一种强烈的、短暂的\n情绪状态。", "", "√"),
        ("2", "标准误随着样本容量变小。", "√", ""),
        ("3", "注意是一种独立的心理过程。", "", "√"),
    )
    assert said(rows) == [
        "1．心境是一种强烈的、短暂的情绪状态。", "【答案】×",
        "2．标准误随着样本容量变小。", "【答案】√",
        "3．注意是一种独立的心理过程。", "【答案】×",
    ]  # fmt: skip


def test_a_table_without_a_head_takes_that_of_the_page_before() -> None:
    heads = [["number", "stem", "right", "wrong"]]
    rows = table(
        ("4", "从众是个体在他人命令下的行为改变。", "", "√"),
        ("5", "前摄抑制是先学的材料干扰后学的。", "√", ""),
        ("6", "功能固着有利于问题的创造性解决。", "", "√"),
        ("7", "标准差越大说明离散程度越小。", "", "√"),
    )
    assert said(rows, heads)[:2] == ["4．从众是个体在他人命令下的行为改变。", "【答案】×"]


def test_options_and_answers_in_cells_of_their_own() -> None:
    rows = table(
        ("序号", "题干", "选项", "答案"),
        ("1", "对短时记忆的信息不断重复称为", "A.机械复述\nB.精细复述", "A"),
        ("2", "提出习得性无助的心理学家是谁", "A.班杜拉\nB.塞利格曼", "B"),
        ("3", "看书时画重点利用知觉的哪种特性", "A.选择性\nB.理解性", "A"),
    )
    assert said(rows)[:4] == [
        "1．对短时记忆的信息不断重复称为",
        "A.机械复述",
        "B.精细复述",
        "【答案】A",
    ]


def test_a_key_is_no_table_of_questions() -> None:
    rows = table(
        ("题号", "答案", "题号", "答案"),
        ("1", "B", "4", "C"),
        ("2", "A", "5", "D"),
        ("3", "C", "6", "A"),
    )
    assert said(rows) == []


def test_a_table_without_any_head_is_told_by_its_cells() -> None:
    rows = table(
        ("1", "对短时记忆的信息不断重复称为", "机械复述", "√"),
        ("2", "提出习得性无助的心理学家是班杜拉", "社会学习", "×"),
        ("3", "看书时画重点利用知觉的选择性特点", "知觉特性", "√"),
        ("4", "心境是一种强烈的短暂的情绪的状态", "情绪状态", "×"),
    )
    found = said(rows)
    assert [text for text in found if text.startswith("【答案】")] == [
        "【答案】√", "【答案】×", "【答案】√", "【答案】×",
    ]  # fmt: skip
    assert [text for text in found if text[0].isdigit()] == [
        f"{n}．{stem}"
        for n, stem in enumerate(
            (
                "对短时记忆的信息不断重复称为",
                "提出习得性无助的心理学家是班杜拉",
                "看书时画重点利用知觉的选择性特点",
                "心境是一种强烈的短暂的情绪的状态",
            ),
            1,
        )
    ]
