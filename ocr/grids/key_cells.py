"""Cells of answer keys: what a row of short pieces says, cell by cell."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cpsyexam.taxonomy import LETTERS
from cpsyexam.text import fold
from ocr.habits.headings import flat
from ocr.layout.columns import Row
from ocr.layout.geometry import Piece, em_size

CIRCLED = "①②③④⑤⑥⑦⑧"
_ANSWER = r"[A-H]{1,8}(?![a-z.．、])|[①-⑧]{1,8}|(?:正确|错误|[√×✓✗对错])(?![\u4e00-\u9fff])"
_TOKEN = re.compile(
    r"\s*(?:(?P<numbers>[题題]\s?[号號目次序]|序\s?[号號])\s*:?"
    r"|(?P<answers>(?:参考|正确|标准)?答\s?案|选\s?项)\s*:?"
    r"|(?P<range>(?P<from>\d{1,3})\s*[-~—–]\s*(?P<to>\d{1,3}))(?!\s*[A-H√×])"
    rf"|(?P<pair>(?P<n>\d{{1,3}})\s*[.、:)]?\s*[(【]?\s*(?P<a>{_ANSWER})\s*[)】]?)"
    rf"|第?\s?(?P<number>\d{{1,3}})(?![\d.~\-—])(?:[.、]|\s?[题題])?|(?P<answer>{_ANSWER}))\s*[,;|.]?"
)
_HEADING = re.compile(
    r"^\s*(?:[一二三四五六七八九十]{1,3}\s*[、.]|\([一二三四五六七八九十]{1,3}\)|第.{1,4}[章节单部编])?"
    r"\s*[^\d,。]{0,14}(?:题|答案|章.{0,10})\s*(?:\([^()]*\))?\s*:?\s*$"
)
_FOLDED = str.maketrans("ÀÁÂÃÄÅÇÈÉÊËŒＸХ✕✖╳", "AAAAAACEEEECXXXXX")
_SPECKS = re.compile(
    r"^[.·,。'`_\s]+(?=[\dA-H√×])|(?<=[A-H])[.·'`](?=[A-H])|(?<=[A-H\d])[·'`_]+$|(?<=[√×])[.·'`_]+$"
)
_DIRTY = re.compile(r"[A-H]{1,8}|[√×]|\d{1,3}|\d{1,3}\s?[-~—–]\s?\d{1,3}")
FEW = 4  # cells of a row whose first one names it
TITLE = 12  # characters of such a name
LONG = 12  # characters of a cell of numbers or letters
_MARKS = re.compile(r"[√×✓✗XxVv]")
_PAIR = re.compile(r"\d\s*[.、:]\s*[A-H√×]")
_BARE = re.compile(r"[A-H]{1,6}")
_DOTTED = re.compile(r"[A-H]{1,6}\s*[.·、]")
_STRAY = re.compile(r"[\u4e00-\u9fff]")  # a word of the binding margin beside a table
_ANY = re.compile(r"\S+")


@dataclass(frozen=True)
class Token:
    """A cell: number, answer, pair of both, heading, or the words 题号 (numbers), 答案 (answers).

    `unread` is a cell of a row that names itself whose text is none of these.
    """

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
    if all(_MARKS.fullmatch(p.text.strip(" .·'`_")) for p in row.pieces):
        row = replace(row, pieces=tuple(map(_marked, row.pieces)))
    row = _undotted(row)
    stray = len(row.pieces) > 4 and _STRAY.fullmatch(row.pieces[0].text.strip())
    for piece in map(_clean, row.pieces[1:] if stray else row.pieces):
        role = out[0].kind if out and out[0].kind in ("numbers", "answers") else ""
        part = _cells(piece, at, role)
        if part is None:
            named = (
                not out
                and not _PAIR.search(fold(piece.text))
                and len(row.pieces) > FEW
                and len(piece.text) <= TITLE
            )
            if len(row.pieces) < 2 or not (named or _HEADING.match(fold(piece.text))):
                return None
            middle = (piece.x0 + piece.x1) / 2
            part = [Token("heading", piece.text.strip(), middle, piece.height, at)]
        out += part
    return out or None


def alternating(row: Sequence[Token]) -> list[Token] | None:
    """The entries of a row, None where a number or an answer stands alone."""
    found, number = [], None
    for token in (_uncompound(t, row) for t in row if t.kind not in ("numbers", "answers")):
        if token.kind == "number" and number is None:
            number = token
        elif token.kind == "answer" and number is not None:
            found.append(replace(number, kind="pair", text="", answer=token.answer))
            number = None
        elif token.kind == "pair" and number is None:
            found.append(token)
        else:
            return None
    return found if number is None else None


def _uncompound(token: Token, row: Sequence[Token]) -> Token:
    """3-6 with its answer beside it is question 6 of chapter 3, no range."""
    ranges = [t for t in row if t.kind == "range"]
    answers = sum(t.kind == "answer" for t in row)
    same = len({t.number for t in ranges}) == 1 and len(ranges) == answers
    if token.kind != "range" or not same:
        return token
    return replace(token, kind="number", number=int(token.answer), answer="")


def _undotted(row: Row) -> Row:
    """A speck below a letter among letters without points is no point: B C. D A."""
    bare = [p for p in row.pieces if _BARE.fullmatch(flat(p.text).strip())]
    dotted = [p for p in row.pieces if _DOTTED.fullmatch(flat(p.text).strip())]
    if not dotted or len(bare) < max(FEW, 2 * len(dotted)):
        return row
    said = [replace(p, text=p.text.strip(" .．·、")) if p in dotted else p for p in row.pieces]
    return replace(row, pieces=tuple(said))


def _marked(piece: Piece) -> Piece:
    bare = piece.text.strip(" .·'`_")
    return replace(piece, text=_truth(bare) or bare)


def _clean(piece: Piece) -> Piece:
    """Specks before and in a short cell are dirt of a copy: `. 1-5`, `BBAD.B`."""
    text = piece.text.strip()
    if len(text) > LONG or not _SPECKS.search(text):
        return piece
    bare = _SPECKS.sub("", text)
    return replace(piece, text=bare) if _DIRTY.fullmatch(flat(bare)) else piece


def _cells(piece: Piece, at: int, role: str) -> list[Token] | None:
    """The cells that a piece holds; `role` = what the label of its row says of them."""
    text = "".join(c if c in CIRCLED else fold(c) for c in piece.text).translate(_FOLDED)
    out, place = [], 0
    while place < len(text.rstrip()):
        m = _TOKEN.match(text, place)
        kind = next((k for k in KINDS if m[k]), "") if m else ""
        if role and not (m and kind == {"numbers": "number", "answers": "answer"}[role]):
            known = _truth(text[place:]) if role == "answers" else ""
            m = _ANY.search(text, place)
            kind = "answer" if known else "unread"
            said = known
        else:
            said = (m["a"] or m["answer"] or "") if m else ""
        if m is None or m.end() == place:
            return None
        before, own, whole = map(em_size, (text[: m.start()], m[0], text))
        x = piece.x0 + (before + own / 2) / whole * piece.width
        number = int(m["n"] or m["number"] or 0) if kind in ("pair", "number") else 0
        if kind == "range":
            number, said = int(m["from"]), m["to"]
        out.append(
            Token(kind, m[0].strip(), x, piece.height, at, number, _letters(said), piece.middle)
        )
        place = m.end()
    return out


KINDS = ("numbers", "answers", "range", "pair", "number", "answer")


def _truth(text: str) -> str:
    """A cross read as a letter, a tick as a root or a letter V."""
    return {"X": "×", "x": "×", "V": "√", "v": "√"}.get(text.strip(), "")


def _letters(answer: str) -> str:
    return "".join(LETTERS[CIRCLED.index(c)] if c in CIRCLED else c for c in answer)
