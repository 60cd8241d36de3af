"""Tables with a header of questions (题号 | 题目 | A | B | 答案) → questions as printed text."""

from collections.abc import Callable

from bs4 import Tag
from bs4.element import NavigableString

from documents.headers import Columns, columns
from documents.html.dom import BLOCKS, LABEL, LETTER, attribute, new, prefix, said

Row = list[Tag]
_WIDE = 40  # columns of a table of questions, at most


def rewrite(root: Tag) -> None:
    """Every table of questions becomes blocks of lines; other tables stay.

    The header may be a table of its own in front of the rows, as table widgets print it.
    """
    waiting: tuple[Columns, int] | None = None
    for table in root.find_all("table"):
        if table.find("table") is not None:
            waiting = None
            continue
        rows = [_cells(tr) for tr in table.find_all("tr")]
        rows = [row for row in rows if any(said(c) or c.find("img") for c in row)]
        if not rows:
            continue
        head, rest = _head(rows)
        if head is not None and not rest:
            waiting = head, len(rows[-1])
            table.decompose()
        elif head is not None:
            _replace(table, head, rest)
            waiting = None
        elif waiting is not None and len(rows[0]) == waiting[1]:
            _replace(table, waiting[0], rows)
            waiting = None
        else:
            waiting = None


def _head(rows: list[Row]) -> tuple[Columns | None, list[Row]]:
    """The header among the first rows (a title may stand above it), and the rows below it."""
    for at, row in enumerate(rows[:3]):
        if 2 <= len(row) <= _WIDE and (found := columns([said(cell) for cell in row])):
            return found, rows[at + 1 :]
    return None, rows


def _cells(row: Tag) -> Row:
    """Cells of a row, a cell over several columns once for each."""
    found: Row = []
    for cell in row.find_all(["td", "th"], recursive=False):
        span = attribute(cell, "colspan")
        found += [cell] * (min(int(span), _WIDE) if span.isdigit() and int(span) else 1)
    return found


def _replace(table: Tag, head: Columns, rows: list[Row]) -> None:
    box = new("div")
    number = 0
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
        put(at, lambda _, n=name: f"{n}：")  # type: ignore[misc]


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
