"""Answer keys set as tables: cells paired with their numbers and handed on as a table.

Numbers may stand above their answers (题号 / 答案), beside them, or with them in one cell; they may
run across or down the page. What says which is the order in which the numbers rise.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from cpsyexam.text import fold
from ocr.habits.headings import flat
from ocr.habits.options import AS_LETTERS, CIRCLED
from ocr.layout.answers_beside import MARKS
from ocr.layout.columns import Row
from ocr.layout.geometry import Piece, em_size

FEW = 3  # entries that a key has at least, where no label says that it is one
COLUMN = 2.5  # line heights within which cells stand in one column
APART = 0.4  # of the distance between numbers that a cell may stand off its place
AGREED = 0.6  # share of the numbers of a row that follow each other
NAMED = 4  # cells of a row whose first one names it
TITLE = 12  # characters of such a name, and of a cell of numbers or letters
_ANSWER = r"[A-H]{1,8}(?![a-z.．、])|[①-⑧]{1,8}|(?:正确|错误|[√×✓✗对错])(?![\u4e00-\u9fff])"
_TOKEN = re.compile(
    r"\s*(?:(?P<numbers>[题題]\s?[号號目次序]|序\s?[号號])\s*:?"
    r"|(?P<answers>(?:参考|正确|标准)?答\s?案|选\s?项)\s*:?"
    r"|(?P<range>(?P<from>\d{1,3})\s*[-~—–]\s*(?P<to>\d{1,3}))(?!\s*[A-H√×])"
    rf"|(?P<pair>(?P<n>\d{{1,3}})\s*[.、:)]?\s*[(【]?\s*(?P<a>{_ANSWER})\s*[)】]?)"
    rf"|第?\s?(?P<number>\d{{1,3}})(?![\d.~\-—])(?:[.、]|\s?[题題])?|(?P<answer>{_ANSWER}))\s*[,;|.]?"
)
_ALONE = frozenset({"numbers", "answers", "number", "answer"})
_OF = {"numbers": "number", "answers": "answer"}  # what a row holds, by the label before it
_HEADING = re.compile(
    r"^\s*(?:[一二三四五六七八九十]{1,3}\s*[、.]|\([一二三四五六七八九十]{1,3}\)|第.{1,4}[章节单部编])?"
    r"\s*[^\d,。]{0,14}(?:题|答案|章.{0,10})\s*(?:\([^()]*\))?\s*:?\s*$"
)
_FOLDED = str.maketrans("ÀÁÂÃÄÅÇÈÉÊËŒＸХ✕✖╳", "AAAAAACEEEECXXXXX")
_SPECKS = re.compile(  # dirt of a copy: `. 1-5`, `BBAD.B`
    r"^[.·,。'`_\s]+(?=[\dA-H√×])|(?<=[A-H])[.·'`](?=[A-H])|(?<=[A-H\d])[·'`_]+$|(?<=[√×])[.·'`_]+$"
)
_DIRTY = re.compile(r"[A-H]{1,8}|[√×]|\d{1,3}|\d{1,3}\s?[-~—–]\s?\d{1,3}")
_MARKS = re.compile(r"[√×✓✗XxVv]")
_PAIR = re.compile(r"\d\s*[.、:]\s*[A-H√×]")
_BARE, _DOTTED = re.compile(r"[A-H]{1,6}"), re.compile(r"[A-H]{1,6}\s*[.·、]")
_STRAY = re.compile(r"[\u4e00-\u9fff]")  # a word of the binding margin beside a table
_ANY = re.compile(r"\S+")


Taken = tuple[int, list[str]]  # how many rows, and the lines that they say


class Block(NamedTuple):
    """Rows `first` to `last` (inclusive) of a column say these lines."""

    first: int
    last: int
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Token:
    """A cell: number, range, answer, pair, heading, unread; 题号 (numbers), 答案 (answers)."""

    kind: str
    text: str
    x: float
    high: float
    row: int
    number: int = 0
    answer: str = ""
    y: float = 0.0


def tokens(row: Row, at: int) -> list[Token] | None:
    """The cells of a row in place `at`, None where it is a row of text."""
    out: list[Token] = []
    pieces = _clean(row.pieces)
    for piece in pieces[1:] if len(pieces) > NAMED and _STRAY.fullmatch(pieces[0].text) else pieces:
        part = _cells(piece, at, _OF.get(out[0].kind, "") if out else "")
        if part is None:
            text = fold(piece.text)
            first = not out and len(pieces) > NAMED and len(text) <= TITLE
            if len(pieces) < 2 or not (_HEADING.match(text) or (first and not _PAIR.search(text))):
                return None
            part = [Token("heading", piece.text, piece.centre, piece.height, at)]
        out += part
    return out or None


def _clean(pieces: Sequence[Piece]) -> list[Piece]:
    """Short cells without specks; a speck among letters without points is no point: B C. D A."""
    texts = [p.text.strip() for p in pieces]
    bare = [text.strip(" .·'`_") for text in texts]
    if all(map(_MARKS.fullmatch, bare)):
        texts = [MARKS.get(text, text) for text in bare]
    dotted = [_DOTTED.fullmatch(flat(text)) is not None for text in texts]
    if sum(_BARE.fullmatch(flat(t)) is not None for t in texts) >= max(NAMED, 2 * sum(dotted)):
        texts = [t.strip(" .．·、") if d else t for t, d in zip(texts, dotted, strict=True)]
    said = [_SPECKS.sub("", text) if len(text) <= TITLE else text for text in texts]
    said = [s if _DIRTY.fullmatch(flat(s)) else t for s, t in zip(said, texts, strict=True)]
    return [replace(p, text=text) for p, text in zip(pieces, said, strict=True)]


def _cells(piece: Piece, at: int, role: str) -> list[Token] | None:
    """The cells that a piece holds; `role` = what the label of its row says that they are."""
    text = "".join(c if c in CIRCLED else fold(c) for c in piece.text).translate(_FOLDED)
    out, place = [], 0
    while place < len(text.rstrip()):
        m = _TOKEN.match(text, place)
        kind = (m.lastgroup or "") if m else ""
        said = (m["a"] or m["answer"] or "") if m else ""
        if role and kind != role:
            said = MARKS.get(text[place:].strip(), "") if role == "answer" else ""
            m = _ANY.search(text, place)
            kind = "answer" if said else "unread"
        if m is None or m.end() == place:
            return None
        before, own, whole = map(em_size, (text[: m.start()], m[0], text))
        x = piece.x0 + (before + own / 2) / whole * piece.width
        number = int(m["n"] or m["number"] or 0) if kind in ("pair", "number") else 0
        if kind == "range":
            number, said = int(m["from"]), m["to"]
        said = said.translate(AS_LETTERS)
        out.append(Token(kind, m[0].strip(), x, piece.height, at, number, said, piece.middle))
        place = m.end()
    return out


def key_blocks(rows: Sequence[Row]) -> list[Block]:
    """Key tables among the rows of a book, in order; rows of other text are in none."""
    found: list[Block] = []
    cells = [None if row.text else tokens(row, at) for at, row in enumerate(rows)]
    at = 0
    while at < len(rows):
        end, own = at, (rows[at].column, rows[at].left)
        while end < len(rows) and cells[end] and (rows[end].column, rows[end].left) == own:
            end += 1
        found += _blocks([c for c in cells[at:end] if c], at)
        at = max(end, at + 1)
    return found


def _blocks(rows: Sequence[list[Token]], first: int) -> Iterator[Block]:
    """Blocks of rows that are nothing but cells, below 参考答案 in a row of its own or not."""
    if len(rows) > 1 and [t.kind for t in rows[0]] == ["answers"]:
        yield from _blocks(rows[1:], first + 1)
        return
    if "pair" in (kinds := {t.kind for row in rows for t in row}) and not kinds & _ALONE:
        yield from _pairs(rows, first)
        return
    at = last = 0
    while at < len(rows):
        taken = _ranges(rows[at : at + 2]) or _below(rows[at:], last) or _beside(rows[at:])
        count, lines = taken or (1, [])
        if taken:
            yield Block(first + at, first + at + count - 1, tuple(lines))
            last = max((t.number for t in rows[at] if t.kind == "number"), default=0)
        at += count


def _ranges(rows: Sequence[list[Token]]) -> Taken | None:
    """A row of ranges, 1-5 6-10, and below each as many answers as it has numbers."""
    if [{t.kind for t in row} for row in rows] != [{"range"}, {"answer"}]:
        return None
    said: list[list[str]] = [[] for _ in rows[0]]
    level = rows[1][0].y  # answers of a narrow cell go on below, a box may reach over two cells
    for token in sorted(rows[1], key=lambda t: (round((t.y - level) / t.high), t.x)):
        nearest = min(range(len(said)), key=lambda i: abs(rows[0][i].x - token.x))
        said[nearest].append(token.answer)
    lines = []
    for token, words in zip(rows[0], said, strict=True):
        count = int(token.answer) - token.number + 1
        each = words if len(words) == count else list("".join(words))
        if len(each) != count:
            return None
        run = "".join(each) if max(map(len, each)) == 1 else " ".join(each)
        lines.append(f"{token.number}-{token.answer}　{run}")
    return 2, lines


def _below(rows: Sequence[list[Token]], last: int) -> Taken | None:
    """A row of numbers (after `last`), and below it their answers, or by name those of parts."""
    numbers = [t for t in rows[0] if t.kind == "number"]
    bare = {t.kind for t in rows[0]} <= {"number", "numbers"}
    lines: list[str] = []
    for count, row in enumerate(rows[1:] if numbers else (), 1):
        titled = row[0].kind == "heading"
        answers = [t for t in row if t.kind == "answer"]
        whole = bare and len(answers) == len(row) - titled
        labels = [t.kind for t in (rows[0][0], row[0]) if t.kind in ("numbers", "answers")]
        pairs = _paired(numbers, answers) if answers else []
        if titled and whole and len(numbers) >= FEW and len(pairs) >= AGREED * len(numbers):
            lines += [row[0].text, *_table(pairs)]
            continue
        goes_on = last > 0 and numbers[0].number == last + 1
        alike = whole and len(numbers) == len(answers) and (len(numbers) >= FEW or goes_on)
        if not lines and pairs and (labels == ["numbers", "answers"] or (alike and not labels)):
            return 2, _table(pairs)
        return (count, lines) if lines else None
    return (len(rows), lines) if lines else None


def _paired(numbers: Sequence[Token], answers: Sequence[Token]) -> list[tuple[int, str]]:
    """Each answer with the number of its column; columns count on where the numbers do."""
    if len(numbers) == 1:
        return [(numbers[0].number, answers[0].answer)] if len(answers) == 1 else []
    # pixels from one number's column to the next one's; where some were lost their count tells
    steps = [(b.x - a.x, b.number - a.number) for a, b in pairwise(numbers)]
    least = min(x for x, _ in steps)
    rises = min(n for _, n in steps) > 0
    pitch = median([x / (n if rises else max(1, round(x / least))) for x, n in steps])
    place = {t: (t.x - numbers[0].x) / pitch for t in (*numbers, *answers)}
    offsets = Counter(t.number - round(place[t]) for t in numbers)
    offset, agreed = offsets.most_common(1)[0]
    even = all(abs(place[t] - round(place[t])) < APART for t in (*numbers, *answers))
    if not even or agreed < max(2, AGREED * len(numbers)):
        return []
    last = max(round(place[t]) for t in numbers)
    return [(offset + round(place[a]), a.answer) for a in answers if 0 <= round(place[a]) <= last]


def _beside(rows: Sequence[list[Token]]) -> Taken | None:
    """Rows of number, answer, number, answer …, in cells of their own or both in one."""
    count, entries = 0, list[Token]()
    ranged = any(t.kind == "range" for t in rows[0])
    for row in rows:
        said = _alternating(row)
        if said is None or (ranged and count and said[:1] and _rising((entries[-1], said[0])) < 1):
            break
        entries += said
        count += 1
    if len(entries) < FEW or count < 2 - ranged:
        return None
    return count, _table([(t.number, t.answer) for t in _ordered(entries)])


def _alternating(row: Sequence[Token]) -> list[Token] | None:
    """The entries of a row, None where a number or an answer stands alone: 26-28 C C A, 29 B."""
    ranges = [t for t in row if t.kind == "range"]
    answers = sum(t.kind == "answer" for t in row)
    chapter = len({t.number for t in ranges}) == 1 and len(ranges) == answers  # 3-6 B, 3-7 C
    found, due = list[Token](), list[int]()
    for token in (t for t in row if t.kind not in ("numbers", "answers")):
        if token.kind == "answer" and due:
            found.append(replace(token, kind="pair", number=due.pop(0)))
        elif due or token.kind not in ("number", "range", "pair"):
            return None
        elif token.kind == "pair":
            found.append(token)
        else:
            last = int(token.answer or token.number)
            due = list(range(last if chapter else token.number, last + 1))
    return None if due else found


def _pairs(rows: Sequence[list[Token]], first: int) -> Iterator[Block]:
    """Cells with number and answer: read down where the numbers rise downwards."""
    cells = [t for row in rows for t in row]
    ordered = _ordered(cells)
    kinds = [t.kind for t in cells]
    if kinds.count("pair") < FEW or (ordered == cells and "heading" not in kinds):
        return  # as good as text
    said = {t: t.text if t.kind == "heading" else f"{t.number}．{t.answer}" for t in ordered}
    lines = tuple(line for t, line in said.items() if t.kind in ("pair", "heading"))
    yield Block(first, first + len(rows) - 1, lines)


def _ordered(cells: Sequence[Token]) -> list[Token]:
    """Cells across or down, whichever way their numbers rise more often; a whole run by number."""
    numbers = {t.number for t in cells}
    if len(numbers) == len(cells) == max(numbers) - min(numbers) + 1:
        return sorted(cells, key=lambda t: t.number)
    columns: list[list[Token]] = [[]]
    for token in sorted(cells, key=lambda t: t.x):
        own = columns[-1] or [token]
        far = token.x - median([t.x for t in own]) >= COLUMN * token.high
        if far or token.row in {t.row for t in columns[-1]}:
            columns.append([])
        columns[-1].append(token)
    down = [t for column in columns for t in sorted(column, key=lambda t: t.row)]
    return max((list(cells), down), key=_rising)


def _rising(cells: Sequence[Token]) -> int:
    pairs = pairwise(t.number for t in cells if t.kind == "pair")
    return sum(b == a + 1 for a, b in pairs)


def _table(pairs: Sequence[tuple[int, str]]) -> list[str]:
    """The two lines of a table that the grammar knows."""
    return ["　".join(map(str, said)) for said in zip(("题号", "答案"), *pairs, strict=True)]
