"""Answer keys set as tables: cells paired with their numbers and handed on as a table.

Numbers may stand above their answers (题号 / 答案), beside them, or with them in one cell; they may
run across or down the page. What says which is the order in which the numbers rise.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from cpsyexam.text import fold
from ocr.columns import Row

_TOKEN = re.compile(
    r"\s*(?:(?P<label>题\s?[号目次序]|序\s?号|(?:参考|正确|标准)?答\s?案|选\s?项)\s*[:：]?"
    r"|(?P<pair>(?P<n>\d{1,3})\s*[.．、:)]?\s*[(（]?\s*(?P<a>[A-H]{1,8}(?![a-z])|[√×✓✗对错](?!\w))\s*[)）]?)"
    r"|(?P<number>\d{1,3})(?![\d.~～\-—])[.．、]?"
    r"|(?P<answer>[A-H]{1,8}(?![a-z.．、])|[√×✓✗]|[对错](?!\w)))\s*[,，;；|]?"
)
_HEADING = re.compile(
    r"^\s*(?:[一二三四五六七八九十]{1,3}\s*[、.．]|[(（][一二三四五六七八九十]{1,3}[)）]|第.{1,4}[章节单部编])?"
    r"\s*[^\d，。]{0,14}(?:题|答案|章.{0,10})\s*(?:[(（][^()（）]*[)）])?\s*[:：]?\s*$"
)
FEW = 3  # entries that a key has at least, where no label says that it is one
COLUMN = 2.5  # line heights within which cells stand in one column
APART = 0.6  # of the distance between numbers that an answer may stand off its number


@dataclass(frozen=True)
class Token:
    """A cell's content and where it stands: label, number, answer or pair, else a heading."""

    kind: str
    text: str
    x: float
    high: float
    row: int
    number: int = 0
    answer: str = ""


@dataclass(frozen=True)
class Block:
    """Rows `first` to `last` (inclusive) of a column say these lines."""

    first: int
    last: int
    lines: tuple[str, ...]


def key_blocks(rows: Sequence[Row]) -> list[Block]:
    """Key tables among the rows of a page, in order; rows of other text are in none."""
    found: list[Block] = []
    tokens = [_tokens(row, at) for at, row in enumerate(rows)]
    at = 0
    while at < len(rows):
        end = at
        while end < len(rows) and tokens[end] and _together(rows[at], rows[end]):
            end += 1
        if end > at:
            found += _block([t for t in tokens[at:end] if t], at)
        at = max(end, at + 1)
    return found


def _together(one: Row, other: Row) -> bool:
    return one.column == other.column and one.left == other.left


def _tokens(row: Row, at: int) -> list[Token] | None:
    """The cells of a row, None where it is a row of text."""
    out: list[Token] = []
    for piece in row.pieces:
        text = fold(piece.text).strip()
        part = _cells(text)
        if part is None:
            if len(row.pieces) < 2 or not _HEADING.match(text):
                return None
            middle = (piece.x0 + piece.x1) / 2
            out.append(Token("heading", piece.text.strip(), middle, piece.height, at))
            continue
        for kind, said, number, answer, share in part:
            x = piece.x0 + share * piece.width
            out.append(Token(kind, said, x, piece.height, at, number, answer))
    return out


def _cells(text: str) -> list[tuple[str, str, int, str, float]] | None:
    out, place = [], 0
    while place < len(text):
        m = _TOKEN.match(text, place)
        if m is None or m.end() == place:
            return None
        kind = next(k for k in ("label", "pair", "number", "answer") if m[k])
        share = (m.start(kind) + m.end(kind)) / 2 / len(text)
        number = int(m["n"] or m["number"] or 0)
        out.append((kind, m[0].strip(), number, m["a"] or m["answer"] or "", share))
        place = m.end()
    return out or None


def _block(rows: Sequence[list[Token]], first: int) -> Iterator[Block]:
    """Blocks of rows that are nothing but cells."""
    kinds = {t.kind for row in rows for t in row}
    if "pair" in kinds and not kinds & {"number", "answer", "label"}:
        yield from _pairs(rows, first)
        return
    at = 0
    while at < len(rows):
        taken = _above(rows[at : at + 2]) or _beside(rows[at:])
        if taken:
            count, lines = taken
            yield Block(first + at, first + at + count - 1, tuple(lines))
            at += count
        else:
            at += 1


def _above(rows: Sequence[list[Token]]) -> tuple[int, list[str]] | None:
    """A row of numbers and the row of their answers below it."""
    if len(rows) < 2:
        return None
    numbers = [t for t in rows[0] if t.kind == "number"]
    answers = [t for t in rows[1] if t.kind == "answer"]
    others = {t.kind for t in (*rows[0], *rows[1])} - {"number", "answer", "label"}
    labels = any(t.kind == "label" for t in (*rows[0], *rows[1]))
    mixed = any(t.kind == "answer" for t in rows[0]) or any(t.kind == "number" for t in rows[1])
    if others or mixed or not numbers or not answers or (len(numbers) < FEW and not labels):
        return None
    pairs = _paired(_mended(numbers), answers)
    return (2, _table(pairs)) if pairs else None


def _mended(numbers: Sequence[Token]) -> list[Token]:
    """Numbers of a row that do not fit between their neighbours, put right by these."""
    values = [t.number for t in numbers]
    steps = [b - a for a, b in pairwise(values)]
    if sum(step == 1 for step in steps) < 0.5 * len(steps):
        return list(numbers)
    fits = [
        (i > 0 and values[i - 1] == v - 1) or (i + 1 < len(values) and values[i + 1] == v + 1)
        for i, v in enumerate(values)
    ]
    return [t for t, fit in zip(numbers, fits, strict=True) if fit or len(numbers) == 1]


def _paired(numbers: Sequence[Token], answers: Sequence[Token]) -> list[tuple[int, str]]:
    """Each number with the answer that stands nearest to it, and it to that one."""
    pitch = median([b.x - a.x for a, b in pairwise(numbers)]) if len(numbers) > 1 else 1e9
    out = []
    for number in numbers:
        nearest = min(answers, key=lambda a: abs(a.x - number.x))
        back = min(numbers, key=lambda n: abs(n.x - nearest.x))
        if back is number and abs(nearest.x - number.x) <= APART * pitch:
            out.append((number.number, nearest.answer))
    return out


def _beside(rows: Sequence[list[Token]]) -> tuple[int, list[str]] | None:
    """Rows of number, answer, number, answer …, which run across or down."""
    count = 0
    entries: list[Token] = []
    for row in rows:
        cells = [t for t in row if t.kind != "label"]
        kinds = "".join(t.kind[0] for t in cells)
        if not re.fullmatch(r"(?:na)*", kinds) or (count == 0 and cells and len(rows) < 2):
            break
        entries += [
            Token("pair", "", n.x, n.high, n.row, n.number, a.answer)
            for n, a in zip(cells[::2], cells[1::2], strict=True)
        ]
        count += 1
    if len(entries) < FEW:
        return None
    return count, _table([(t.number, t.answer) for t in _ordered(entries)])


def _pairs(rows: Sequence[list[Token]], first: int) -> Iterator[Block]:
    """Cells with number and answer: read down where the numbers rise downwards."""
    tokens = [t for row in rows for t in row]
    if sum(t.kind == "pair" for t in tokens) < FEW:
        return
    ordered = _ordered(tokens)
    if ordered == tokens and not any(t.kind == "heading" for t in tokens):
        return  # as good as text
    lines = [t.text if t.kind == "heading" else f"{t.number}．{t.answer}" for t in _known(ordered)]
    yield Block(first, first + len(rows) - 1, tuple(lines))


def _known(tokens: Sequence[Token]) -> list[Token]:
    return [t for t in tokens if t.kind in ("pair", "heading")]


def _ordered(tokens: Sequence[Token]) -> list[Token]:
    """Cells across or down, whichever way their numbers rise more often."""
    across = list(tokens)
    columns: list[list[Token]] = []
    for token in sorted(tokens, key=lambda t: t.x):
        if columns and token.row not in {t.row for t in columns[-1]} and _near(token, columns[-1]):
            columns[-1].append(token)
        else:
            columns.append([token])
    down = [t for column in columns for t in sorted(column, key=lambda t: t.row)]
    return max((across, down), key=_rising)


def _near(token: Token, column: Sequence[Token]) -> bool:
    return token.x - median([t.x for t in column]) < COLUMN * token.high


def _rising(tokens: Sequence[Token]) -> int:
    numbers = [t.number for t in tokens if t.kind == "pair"]
    return sum(b == a + 1 for a, b in pairwise(numbers))


def _table(pairs: Sequence[tuple[int, str]]) -> list[str]:
    """The two lines of a table that the grammar knows."""
    return [
        "题号　" + "　".join(str(number) for number, _ in pairs),
        "答案　" + "　".join(answer for _, answer in pairs),
    ]
