"""Tables whose rows are questions."""

from ocr.layout.columns import Row
from ocr.layout.geometry import Piece
from ocr.layout.question_tables import question_table
from ocr.layout.tables import Grid

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


WIDE = Grid((0, 60, 400, 500, 600, 700, 800), (50, 100, 160, 220, 280))


def wide(texts: dict[int, str], y: float, first: int) -> list[Piece]:
    """Cells of a row by column, a line of them at `y`."""
    return [
        Piece(first + i, text, 0.9, WIDE.xs[column] + 5, y, WIDE.xs[column] + 45, y + 24)
        for i, (column, text) in enumerate(texts.items())
    ]


def test_a_column_for_each_option() -> None:
    head = {0: "序号", 1: "题目内容", 2: "选项A", 3: "选项(", 4: "选项C", 5: "正确答案"}
    rows = [
        {0: "1", 1: "提出气质类型学说的人是（　　）", 2: "盖伦", 3: "冯特", 4: "荣格", 5: "A"},
        {0: "2", 1: "情绪的两极性是指（　　）", 2: "强弱", 3: "对立", 4: "快慢", 5: "B"},
        {0: "3", 1: "标准分数的平均数是零", 5: "正确"},
    ]
    pieces = wide(head, 60, 0)
    for n, row in enumerate(rows):
        pieces += wide(row, 105 + 60 * n, 10 * n + 10)
    pieces += [Piece(90, "他是古罗马医生", 0.9, 65, 131, 200, 155)]  # a second line of the first
    found = [row.text for row in question_table(WIDE, pieces, LIKE, [])]
    assert found == [
        "1．提出气质类型学说的人是（　　）他是古罗马医生",
        "A．盖伦", "B．冯特", "C．荣格", "【答案】A",
        "2．情绪的两极性是指（　　）", "A．强弱", "B．对立", "C．快慢", "【答案】B",
        "3．标准分数的平均数是零", "【答案】正确",
    ]  # fmt: skip


def test_options_counted_by_numbers_have_letters() -> None:
    head = {0: "编号", 1: "题干", 2: "选项1", 3: "选项二", 5: "答案"}
    rows = [{0: str(n), 1: "下列说法中正确的一项", 2: "甲", 3: "乙", 5: "A"} for n in (1, 2, 3)]
    pieces = wide(head, 60, 0)
    for n, row in enumerate(rows):
        pieces += wide(row, 110 + 60 * n, 10 * n + 10)
    found = [row.text for row in question_table(WIDE, pieces, LIKE, [])]
    assert found[1:3] == ["A．甲", "B．乙"]
