"""Answer keys set as tables: cells paired with their numbers and handed on as a table.

Numbers may stand above their answers (题号 / 答案), beside them, or with them in one cell; they may
run across or down the page. What says which is the order in which the numbers rise.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from ocr.grids.key_cells import Token, alternating, tokens
from ocr.layout.columns import Row

FEW = 3  # entries that a key has at least, where no label says that it is one
COLUMN = 2.5  # line heights within which cells stand in one column
APART = 0.4  # of the distance between numbers that a cell may stand off its place
AGREED = 0.6  # share of the numbers of a row that follow each other


@dataclass(frozen=True)
class Block:
    """Rows `first` to `last` (inclusive) of a column say these lines."""

    first: int
    last: int
    lines: tuple[str, ...]


def key_blocks(rows: Sequence[Row]) -> list[Block]:
    """Key tables among the rows of a book, in order; rows of other text are in none."""
    found: list[Block] = []
    cells = [None if row.text else tokens(row, at) for at, row in enumerate(rows)]
    at = 0
    while at < len(rows):
        end = at
        while end < len(rows) and cells[end] and _together(rows[at], rows[end]):
            end += 1
        found += _blocks([c for c in cells[at:end] if c], at)
        at = max(end, at + 1)
    return found


def _together(one: Row, other: Row) -> bool:
    return one.column == other.column and one.left == other.left


def _blocks(rows: Sequence[list[Token]], first: int) -> Iterator[Block]:
    """Blocks of rows that are nothing but cells, below 参考答案 in a row of its own or not."""
    if len(rows) > 1 and [t.kind for t in rows[0]] == ["answers"]:
        yield from _blocks(rows[1:], first + 1)
        return
    kinds = {t.kind for row in rows for t in row}
    if "pair" in kinds and not kinds & {"number", "answer", "numbers", "answers"}:
        yield from _pairs(rows, first)
        return
    at = last = 0
    while at < len(rows):
        taken = (
            _matrix(rows[at:])
            or _ranges(rows[at : at + 2])
            or _ranged(rows[at])
            or _above(rows[at : at + 2], last)
            or _beside(rows[at:])
        )
        if taken:
            count, lines = taken
            yield Block(first + at, first + at + count - 1, tuple(lines))
            last = max((t.number for t in rows[at] if t.kind == "number"), default=0)
            at += count
        else:
            at += 1


def _matrix(rows: Sequence[list[Token]]) -> tuple[int, list[str]] | None:
    """A row of numbers, and below it a row of answers for each part of the book, with its name."""
    numbers = [t for t in rows[0] if t.kind == "number"]
    if len(numbers) < FEW or any(t.kind not in ("number", "numbers") for t in rows[0]):
        return None
    lines: list[str] = []
    count = 1
    for row in rows[1:]:
        if row[0].kind != "heading" or any(t.kind != "answer" for t in row[1:]):
            break
        pairs = _paired(numbers, row[1:])
        if len(pairs) < AGREED * len(numbers):
            break
        lines += [row[0].text, *_table(pairs)]
        count += 1
    return (count, lines) if lines else None


def unread(row: Row) -> bool:
    """Are its cells numbers and answers that do not alternate? Nobody can tell which is whose."""
    kinds = [t.kind for t in tokens(row, 0) or []]
    kinds = ["number" if kind == "range" else kind for kind in kinds]
    told = "answers" in kinds or "numbers" in kinds or not {"number", "answer"} <= set(kinds)
    return not told and kinds != ["number", "answer"] * (len(kinds) // 2)


def _ranges(rows: Sequence[list[Token]]) -> tuple[int, list[str]] | None:
    """A row of ranges, 1-5 6-10, and below each as many answers as it has numbers."""
    ranges = [t for t in rows[0] if t.kind == "range"]
    if len(rows) < 2 or not ranges or len(ranges) < len(rows[0]):
        return None
    below = _by_lines([t for t in rows[1] if t.kind == "answer"])
    if not below or len(below) < len(rows[1]):
        return None
    said: list[list[str]] = [[] for _ in ranges]
    for token in below:
        nearest = min(range(len(ranges)), key=lambda i: abs(ranges[i].x - token.x))
        said[nearest].append(token.answer)
    lines = []
    for token, words in zip(ranges, said, strict=True):
        count = int(token.answer) - token.number + 1
        each = words if len(words) == count else list("".join(words))
        if len(each) != count:
            return None
        run = "".join(each) if max(map(len, each)) == 1 else " ".join(each)
        lines.append(f"{token.number}-{token.answer}　{run}")
    return 2, lines


def _by_lines(cells: Sequence[Token]) -> list[Token]:
    """Answers line by line: those of a narrow cell go on below, a box may reach over two cells."""
    lines: list[list[Token]] = []
    for token in sorted(cells, key=lambda t: t.y):
        if lines and token.y - lines[-1][0].y < 0.5 * token.high:
            lines[-1].append(token)
        else:
            lines.append([token])
    return [token for line in lines for token in sorted(line, key=lambda t: t.x)]


def _ranged(row: Sequence[Token]) -> tuple[int, list[str]] | None:
    """A range and, in the same row, as many answers as it has numbers: 26-35 C C A …"""
    if row[0].kind != "range" or any(t.kind != "answer" for t in row[1:]):
        return None
    first, last = row[0].number, int(row[0].answer)
    said = [t.answer for t in row[1:]]
    if len(said) != last - first + 1:
        return None
    return 1, _table(list(zip(range(first, last + 1), said, strict=True)))


def _above(rows: Sequence[list[Token]], last: int = 0) -> tuple[int, list[str]] | None:
    """A row of numbers and the row of their answers below it; `last` is the number before."""
    if len(rows) < 2:
        return None
    labels = {t.kind for t in (rows[0][0], rows[1][0])} & {"numbers", "answers"}
    named = rows[0][0].kind == "numbers" and rows[1][0].kind == "answers"
    numbers = [t for t in rows[0] if t.kind == "number"]
    answers = [t for t in rows[1] if t.kind == "answer"]
    if not numbers or not answers or (labels and not named):
        return None
    others = [t for t in (*rows[0], *rows[1]) if t not in numbers and t not in answers]
    goes_on = last > 0 and numbers[0].number == last + 1 and len(numbers) == len(answers)
    if not named and ((len(numbers) < FEW and not goes_on) or others):
        return None
    if not named and len(numbers) != len(answers):
        return None
    pairs = _paired(numbers, answers)
    return (2, _table(pairs)) if pairs else None


def _paired(numbers: Sequence[Token], answers: Sequence[Token]) -> list[tuple[int, str]]:
    """Each answer with the number of its column; columns count on where the numbers do."""
    if len(numbers) == 1:
        return [(numbers[0].number, answers[0].answer)] if len(answers) == 1 else []
    pitch = _pitch(numbers)
    place = {t: (t.x - numbers[0].x) / pitch for t in (*numbers, *answers)}
    offsets = Counter(t.number - round(place[t]) for t in numbers)
    offset, agreed = offsets.most_common(1)[0]
    even = all(abs(place[t] - round(place[t])) < APART for t in (*numbers, *answers))
    if even and agreed >= max(2, AGREED * len(numbers)):
        last = max(round(place[t]) for t in numbers)
        return [
            (offset + round(place[a]), a.answer) for a in answers if 0 <= round(place[a]) <= last
        ]
    return []


def _pitch(numbers: Sequence[Token]) -> float:
    """Pixels from one number's column to the next one's; where some were lost their count tells."""
    gaps = [b.number - a.number for a, b in pairwise(numbers)]
    if min(gaps) > 0:
        return median([(b.x - a.x) / n for (a, b), n in zip(pairwise(numbers), gaps, strict=True)])
    least = min(b.x - a.x for a, b in pairwise(numbers))
    return median([(b.x - a.x) / max(1, round((b.x - a.x) / least)) for a, b in pairwise(numbers)])


def _beside(rows: Sequence[list[Token]]) -> tuple[int, list[str]] | None:
    """Rows of number, answer, number, answer …, in cells of their own or both in one."""
    count = 0
    entries: list[Token] = []
    for row in rows:
        said = alternating(row)
        if said is None or not row:
            break
        entries += said
        count += 1
    if len(entries) < FEW or count < 2:
        return None
    return count, _table([(t.number, t.answer) for t in _ordered(entries)])


def _pairs(rows: Sequence[list[Token]], first: int) -> Iterator[Block]:
    """Cells with number and answer: read down where the numbers rise downwards."""
    cells = [t for row in rows for t in row]
    if sum(t.kind == "pair" for t in cells) < FEW:
        return
    ordered = _ordered(cells)
    if ordered == cells and not any(t.kind == "heading" for t in cells):
        return  # as good as text
    lines = [
        t.text if t.kind == "heading" else f"{t.number}．{t.answer}"
        for t in ordered
        if t.kind in ("pair", "heading")
    ]
    yield Block(first, first + len(rows) - 1, tuple(lines))


def _ordered(cells: Sequence[Token]) -> list[Token]:
    """Cells across or down, whichever way their numbers rise more often; a whole run by number."""
    numbers = {t.number for t in cells}
    if len(numbers) == len(cells) == max(numbers) - min(numbers) + 1:
        return sorted(cells, key=lambda t: t.number)
    across = list(cells)
    columns: list[list[Token]] = []
    for token in sorted(cells, key=lambda t: t.x):
        if columns and token.row not in {t.row for t in columns[-1]} and _near(token, columns[-1]):
            columns[-1].append(token)
        else:
            columns.append([token])
    down = [t for column in columns for t in sorted(column, key=lambda t: t.row)]
    return max((across, down), key=_rising)


def _near(token: Token, column: Sequence[Token]) -> bool:
    return token.x - median([t.x for t in column]) < COLUMN * token.high


def _rising(cells: Sequence[Token]) -> int:
    numbers = [t.number for t in cells if t.kind == "pair"]
    return sum(b == a + 1 for a, b in pairwise(numbers))


def _table(pairs: Sequence[tuple[int, str]]) -> list[str]:
    """The two lines of a table that the grammar knows."""
    return [
        "题号　" + "　".join(str(number) for number, _ in pairs),
        "答案　" + "　".join(answer for _, answer in pairs),
    ]
