"""Tables whose rows are questions: 序号 | 题型 | 题干 | 选项 | 答案, or 序号 | 题目 | 对 | 错."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ocr.habits.headings import flat
from ocr.layout.answers_beside import MARKS
from ocr.layout.columns import Row
from ocr.layout.geometry import Piece
from ocr.layout.tables import Grid

Cells = dict[int, list[Piece]]
FEW = 3  # rows that such a table has at least
LONG = 8  # characters of most stems
MOST = 0.6  # share of the cells of a column that tell what it holds
_HEADS = {
    "number": re.compile(r"(?:序|题|编)\s*号|№|NO\.?"),
    "type": re.compile(r"题\s*型|类\s*[型别]"),
    "stem": re.compile(r"题\s*[目干](?:内\s*容)?|试\s*题(?:内\s*容)?|内\s*容|问\s*题"),
    "options": re.compile(r"(?:备\s*选\s*)?(?:选\s*项|答案选项)"),
    "answer": re.compile(r"(?:参\s*考|正\s*确)?答\s*案|判\s*断(?:结果)?|正\s*误|对\s*错"),
    "reason": re.compile(
        r"(?:答\s*案|试\s*题)?(?:解|分|评|简)\s*析|说\s*明|理\s*由|依\s*据|(?:改|订|更|纠)\s*[正错]"
    ),
    "score": re.compile(r"(?:分\s*[值数]|得\s*分|赋\s*分|评\s*分|满\s*分)"),
    "right": re.compile(r"对|正确|[√✓]"),
    "wrong": re.compile(r"错|错误|[×✗xX]"),
}
_KINDS = {
    "number": re.compile(r"\d{1,3}[.、]?"),
    "type": re.compile(r"[单多]?项?(?:单选|多选|判断|不定项|选择|填空|简答)题?"),
    "answer": re.compile(r"[A-Ha-h]{1,8}|[√×✓✗XxVv]|对|错|正确|错误"),
    "options": re.compile(r".*(?:^|\s)A\s*[.、:)].*", re.DOTALL),
}
# 选项A, 备选项一, A项
_LETTERED = re.compile(r"(?:备?选\s*项|答\s*案)?\s*(?:([A-H])|([1-6一二三四五六]))\s*(?:选?项)?")
_OPTION = re.compile(r"^\s*[(\[]?[A-H]\s*[.、:)\]]")
_TICK = re.compile(r"[√✓vV/]")
_ANSWER = re.compile(r"[A-H]{1,8}|[√×✓✗XxVv]|对|错|正确|错误")


def question_table(
    grid: Grid, pieces: Sequence[Piece], like: Row, heads: list[list[str]]
) -> list[Row]:
    """Rows that say the questions of a table, [] where it is none.

    `heads` are the columns of earlier tables with heads; those of this one are added.
    """
    table = _cells(grid, pieces)
    names = _named(table, grid) or _told(table, grid)
    headed = "".join(names) != "" and _named(table, grid) == names
    if headed:
        heads.append(names)
    known = next((h for h in reversed(heads) if len(h) == len(names)), None)
    names = known or names
    rows = table[1:] if headed else table
    if known and _keyed(known):
        cells = [row[names.index("number")] for row in rows if names.index("number") in row]
        if any(len(cell) > 1 or not _number(cell) for cell in cells):
            return []  # a rule between rows was not seen
        return [entry for row in rows for entry in _entry(row, names, like)]
    if "number" not in names or "stem" not in names:
        return []
    stems = sorted(len(_text(row.get(names.index("stem"), []))) for row in rows)
    if not stems or stems[len(stems) // 2] < LONG:
        return []
    numbered = [row for row in rows if _number(row.get(names.index("number"), []))]
    if len(numbered) < FEW or len(numbered) < MOST * len(rows):
        return []
    return [said for row in rows for said in _rows(row, names, like)]


def _cells(grid: Grid, pieces: Sequence[Piece]) -> list[Cells]:
    """Pieces by row and column, those of a cell from top to bottom."""
    table: list[Cells] = [{} for _ in range(len(grid.ys) - 1)]
    for piece in sorted(pieces, key=lambda p: (p.middle, p.x0)):
        place = grid.cell(piece.centre, piece.middle)
        if place:
            table[place[0]].setdefault(place[1], []).append(piece)
    return [row for row in table if row]


def _text(cell: Sequence[Piece]) -> str:
    return "".join(p.text.strip() for p in cell)


def _named(table: Sequence[Cells], grid: Grid) -> list[str]:
    """The columns by their heads, [] where the first row is none."""
    names = [""] * (len(grid.xs) - 1)
    if not table:
        return []
    for column, cell in table[0].items():
        text = flat(_text(cell)).strip()
        known = (n for n, head in _HEADS.items() if head.fullmatch(text))
        names[column] = next(known, _lettered(text))
    for column in range(1, len(names) - 1):  # a letter that was not read
        before, after = names[column - 1], names[column + 1]
        if not names[column] and len(before) == len(after) == 1 and ord(after) - ord(before) == 2:
            names[column] = chr(ord(before) + 1)
    return names if "number" in names and ("stem" in names or _keyed(names)) else []


def _lettered(text: str) -> str:
    """The letter of the option that a column holds, by its head, or ""."""
    match = _LETTERED.fullmatch(text)
    if match is None or (match[2] and "项" not in text):
        return ""
    return match[1] or "AABBCCDDEEFF"["1一2二3三4四5五6六".index(match[2])]


def _keyed(names: Sequence[str]) -> bool:
    """Are the rows entries of a key with reasons or points: 题号 | 答案 | 解析 (or 分值)?"""
    told = bool({"reason", "score"} & set(names)) and "stem" not in names
    return told and names.count("number") == names.count("answer") == 1


def _told(table: Sequence[Cells], grid: Grid) -> list[str]:
    """The columns by what most of their cells are; the widest other one holds the stems."""
    names = [""] * (len(grid.xs) - 1)
    for column in range(len(names)):
        texts = [flat(_text(row[column])).strip() for row in table if column in row]
        for name, kind in _KINDS.items():
            fits = sum(bool(kind.fullmatch(text)) for text in texts)
            if name not in names and texts and fits >= MOST * len(table):
                names[column] = name
                break
    free = [c for c, name in enumerate(names) if not name]
    if free:
        names[max(free, key=lambda c: grid.xs[c + 1] - grid.xs[c])] = "stem"
    return names


def _number(cell: Sequence[Piece]) -> str:
    match = _KINDS["number"].fullmatch(flat(_text(cell)).strip())
    return re.sub(r"\D", "", match[0]) if match else ""


def _by_name(row: Cells, names: Sequence[str]) -> dict[str, list[Piece]]:
    return {name: row.get(column, []) for column, name in enumerate(names) if name}


def _rows(row: Cells, names: Sequence[str], like: Row) -> Iterator[Row]:
    """The lines of a question: number and stem, options, answer."""
    cells = _by_name(row, names)
    number, kind = _number(cells.get("number", [])), _text(cells.get("type", []))
    stem = cells.get("stem", [])
    cut = next((i for i, p in enumerate(stem) if _OPTION.match(flat(p.text))), len(stem))
    head = f"{number}．" * bool(number) + f"（{kind}）" * bool(kind)
    places = [*cells.get("number", []), *cells.get("type", []), *stem[:cut]]
    lines = [(places, head + _text(stem[:cut]))] if places else []
    for piece in [*stem[cut:], *cells.get("options", [])]:
        if lines and not _OPTION.match(flat(piece.text)):
            own, text = lines.pop()
            lines.append(([*own, piece], text + piece.text.strip()))
        else:
            lines.append(([piece], piece.text.strip()))
    for letter in filter(cells.get, "ABCDEFGH"):
        said = _text(cells[letter])
        said = said if _OPTION.match(flat(said)) else f"{letter}．{said}"
        lines.append((cells[letter], said))
    told = [p for p in cells.get("answer", []) if _ANSWER.fullmatch(flat(p.text).strip())]
    right, wrong = (
        [p for p in cells.get(name, []) if _TICK.search(p.text)] for name in ("right", "wrong")
    )
    if answer := _text(told):
        lines.append((cells["answer"], f"【答案】{MARKS.get(answer, answer)}"))
    elif bool(right) != bool(wrong):
        lines.append((right or wrong, f"【答案】{'√' if right else '×'}"))
    for pieces, text in lines:
        yield _said(like, pieces, text)


def _entry(row: Cells, names: Sequence[str], like: Row) -> Iterator[Row]:
    """The line of an entry of a key: number, answer, reason."""
    cells = [_by_name(row, names).get(name, []) for name in ("number", "answer", "reason")]
    number, answer, reason = map(_text, cells)
    answer = MARKS.get(answer, answer)
    said = reason or answer or number
    if number and answer:
        prose = not reason and len(answer) > LONG
        head = re.sub(r"\D", "", number)
        said = f"{head}．{answer}" if prose else f"{head}．答案：{answer}。{reason}"
    if pieces := [p for cell in cells for p in cell]:
        yield _said(like, pieces, said)


def _said(like: Row, pieces: Sequence[Piece], text: str) -> Row:
    return replace(like, pieces=tuple(pieces), cells=True, text=text)
