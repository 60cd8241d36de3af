"""Tables with a header of questions (题号 | 题目 | A | B | 答案) → questions as printed text."""

import re
from collections.abc import Callable

from bs4 import Tag
from bs4.element import NavigableString

from documents.headers import Columns, columns
from documents.html.dom import BLOCKS, LABEL, LETTER, attribute, elements, new, prefix, said

Row = list[Tag]
Held = dict[int, tuple[Tag, int]]  # column → cell that goes on below, and for how many rows
_TALL = 1000  # rows that one cell spans, at most
_WIDEST = 200  # columns up to which spans are filled
_PAIRS = 3  # answers of a key, at least
_NUMBER = re.compile(r"\d{1,3}[.、．]?")
_ANSWER = re.compile(r"[A-H]{1,8}|[√×✓✗对错]|正确|错误")
_WIDE = 40  # columns of a table of questions, at most


def rewrite(root: Tag) -> None:
    """Every table of questions becomes blocks of lines, a key of two rows one line (1.B 2.A);
    other tables stay.

    The header may be a table of its own in front of the rows, as table widgets print it.
    """
    waiting: tuple[Tag, Columns, int] | None = None
    for table in elements(root, "table"):
        rows = [] if table.find("table") is not None else _grid(table)
        at, head = _head(rows)
        if head is not None and at + 1 == len(rows):
            waiting = table, head, len(rows[-1])
            continue
        if head is not None:
            _replace(table, head, rows[at + 1 :], rows[:at])
        elif waiting is not None and rows and len(rows[0]) == waiting[2]:
            waiting[0].decompose()
            _replace(table, waiting[1], rows, [])
        elif key := _key(rows):
            line = new("div")
            line.append(NavigableString(key))
            table.replace_with(line)
        waiting = None


def _head(rows: list[Row]) -> tuple[int, Columns | None]:
    """The header among the first rows (a title may stand above it)."""
    for at, row in enumerate(rows[:3]):
        if 2 <= len(row) <= _WIDE and (found := columns([said(cell) for cell in row])):
            return at, found
    return 0, None


def _key(rows: list[Row]) -> str:
    """A key of pairs of rows, numbers above answers, as `1.B 2.A`; "" for any other table."""
    texts = [[said(cell) for cell in row] for row in rows]
    if not texts or len(texts) % 2 or len(texts[0]) < _PAIRS:
        return ""
    found: list[str] = []
    for numbers, answers in zip(texts[::2], texts[1::2], strict=True):
        if len(numbers) != len(answers):
            return ""
        pairs = [pair for pair in zip(numbers, answers, strict=True) if any(pair)]
        if not all(_NUMBER.fullmatch(n) and _ANSWER.fullmatch(a) for n, a in pairs):
            return ""
        found += [f"{n.rstrip('.、．')}.{a}" for n, a in pairs]
    return " ".join(found)


def _grid(table: Tag) -> list[Row]:
    """Rows that hold something, a cell over several columns or rows once for each."""
    found: list[Row] = []
    below: Held = {}
    for tr in table.find_all("tr"):
        row: Row = []
        later: Held = {}
        _fill(row, below, later)
        for cell in tr.find_all(["td", "th"], recursive=False):
            more = _span(cell, "rowspan", _TALL) - 1
            for copy in range(_span(cell, "colspan", _WIDE)):
                if len(row) >= _WIDEST:
                    more = 0
                    if copy:
                        break
                if more > 0:
                    later[len(row)] = cell, more
                row.append(cell)
            _fill(row, below, later)
        below |= later
        if any(said(c) or c.find("img") for c in row):
            found.append(row)
    return found


def _fill(row: Row, below: Held, later: Held) -> None:
    """Put the cells that come down from rows above where a row has got to."""
    while held := below.pop(len(row), None):
        if held[1] > 1:
            later[len(row)] = held[0], held[1] - 1
        row.append(held[0])


def _span(cell: Tag, name: str, most: int) -> int:
    text = attribute(cell, name).strip()
    return max(1, min(int(text), most)) if text.isdecimal() and len(text) < 6 else 1


def _replace(table: Tag, head: Columns, rows: list[Row], above: list[Row]) -> None:
    box = new("div")
    number = 0
    for row in above:
        for cell in {id(c): c for c in row}.values():
            _line(box, cell, "")
    for row in rows:
        if len(row) > head.stem and said(row[head.stem]) and len({id(c) for c in row}) > 1:
            number += 1
            _question(box, head, row, number)
        else:
            for cell in {id(c): c for c in row}.values():
                _line(box, cell, "")
    caption = table.find("caption")
    if caption is not None:
        table.insert_before(caption.extract())
    table.replace_with(box)


def _question(box: Tag, head: Columns, row: Row, number: int) -> None:
    def cell(at: int | None) -> Tag | None:
        found = row[at] if at is not None and at < len(row) else None
        return found if found is not None and (said(found) or found.find("img")) else None

    def put(at: int | None, label: Callable[[Tag], str]) -> None:
        if found := cell(at):
            _line(box, found, label(found))

    put(head.material, lambda _: "材料：")
    own = cell(head.number)
    kind = cell(head.type)
    counter = said(own).rstrip(".、．") if own else str(number)
    tag = f"【{said(kind).strip('【】[]()（）')}】" if kind else ""
    put(head.stem, lambda c: "" if LABEL.match(said(c)) and not own else f"{counter}. {tag}")
    if len(head.options) == 1:
        put(head.options[0], lambda _: "")
    else:
        for at, column in enumerate(head.options):
            letter = "ABCDEFGH"[at]
            put(column, lambda c, a=letter: "" if LETTER.match(said(c)) else f"{a}. ")  # type: ignore[misc]
    put(head.answer, lambda _: "答案：")
    put(head.explanation, lambda _: "解析：")
    for at, name in head.other:
        put(at, lambda _, n=name: f"{n}：" if n else "")  # type: ignore[misc]
    for at in range(head.width, len(row)):
        put(at, lambda _: "")


def _line(box: Tag, cell: Tag, label: str) -> None:
    """A cell as a block of its own, the label in front of its text."""
    block = new("div")
    for name in ("class", "style"):
        if value := attribute(cell, name):
            block[name] = value
    for child in list(cell.contents):
        block.append(child.extract())
    if label:
        _unwrap_first(block)
        prefix(block, label)
    box.append(block)
    box.append(NavigableString("\n"))


def _unwrap_first(block: Tag) -> None:
    """Blanks in front of the first text would part it from its label."""
    first = block.contents[0] if block.contents else None
    if isinstance(first, NavigableString) and not first.strip():
        first.extract()
    elif isinstance(first, Tag) and first.name in BLOCKS and not said(first):
        first.decompose()
