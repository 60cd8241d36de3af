"""From rows to paragraphs: gaps become blanks; wrapped lines join, across columns and pages."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from cpsyexam.text import fold
from ocr.chapters.sheet_lines import key_title
from ocr.habits.headings import FIRST, flat, is_heading, marks, parted
from ocr.habits.numbers import due_number, number_style
from ocr.habits.options import circled_style
from ocr.layout.columns import Row
from ocr.layout.geometry import Piece, em_size
from ocr.layout.key_tables import key_blocks
from parsing.words import usual_labels

_NUMBER = re.compile(r"^\s*(\d{1,3})\s*([.．、·,])(?!\d)")  # a worn point reads as a comma
_ITEM = re.compile(
    r"^\s*(?:[A-Ha-h]\s*[.．、·:：)）]|[甲乙丙丁戊己]\s*、|[A-Ha-h]{1,5}\s*$|\d{1,4}\s*[.．、·~～-]|[【〔〖]|[(（]?\s*(?:参考|正确)?答案|[A-H]\s*,|[(（\[]\s*[A-Ha-h]\s*[)）\]]|[①-⑩❶-❿])"
)
_LABEL = re.compile(  # an option's letter; a number with its key ahead: (C)1.
    r"\s*(?:[(\[]?\s*[A-H]\s*(?:[.、:)\]]\s*)+|[(\[]\s*[A-HOX√×○]{1,5}\s*[)\]]\s*\d{1,3}\s*[.、]\s*)"
)
_WORD = re.compile(r"[A-Za-z\d]")  # of a line, which a blank parts from the next one
_SHORT = re.compile(r"[\dA-Za-z√×xX✓]{1,2}|[对错]")
_CHAPTER = re.compile(r"第[一二三四五六七八九十\d]{1,4}[章节编部单练课讲]")
_EMPTY = re.compile(r"^\s*[(【\[]\s*[)】\]]\s*[.。]?\s*$")  # at the end of a line of dots
_HANGING = re.compile(
    r"^\s*(?:[（(]?\d{1,4}\s*[.．、·)）]|[A-H]\s*[.．、·:：]|[一二三四五六七八九十]{1,3}\s*、)"
)
_SECTION = re.compile(r"^\s*(?:[一二三四五六七八九十]+\s*、)?[^()、。]{2,12}题\s*\([^()]*\)\s*$")
_END = re.compile(r"[。？！?!]\s*$")
_BRACKETED = re.compile(r"^\s*\(\d{1,2}\)")
_CIRCLED = re.compile(r"^\s*[①-⑧]")
_CLOSED = re.compile(r"(?!\s*\d)[^()]{1,30}\)")
FEW = 3  # lines that show a habit of the book
BLANK = "____"
GAP = 2.0  # characters: a wider gap inside a sentence was a printed blank
LARGER = 1.3  # times the type of the text: that of a title
SLACK = 1.6  # characters that a full line may end before the edge of its column


@dataclass
class Paragraph:
    """One printed line or several joined; `rows` in order, `scores` of their pieces."""

    text: str
    rows: list[Row] = field(default_factory=list)
    whole: bool = False  # a line of a table or key, which no other line goes on with
    aside: str = ""  # the rule by which it is no text for the grammar
    doubt: str = ""  # a reason of `ocr.checks` to look at the question it stands in

    @property
    def page(self) -> int:
        """Scan page on which it begins."""
        return self.rows[0].page


def places(paragraphs: Iterable[Paragraph]) -> Iterator[tuple[tuple[int, int, int], int]]:
    """(page, half, column) of each piece, and its place in the page's reading."""
    for paragraph in paragraphs:
        for placed in paragraph.rows:
            for piece in placed.pieces:
                yield (placed.page, placed.half, placed.column), piece.at


def em_of(rows: Sequence[Row]) -> float:
    """Width of a Chinese character in pixels, from the pieces of these rows."""
    found = [p.width / em_size(p.text) for row in rows for p in row.pieces if em_size(p.text) >= 4]
    return median(found) if found else max([p.height for r in rows for p in r.pieces] or [30.0])


def row_text(pieces: Sequence[Piece], em: float) -> str:
    """A row's text: option and key gaps as blanks, gaps inside a sentence as `____`."""
    text = pieces[0].text.strip()
    for before, piece in pairwise(pieces):
        said = piece.text.strip()
        short = any(_SHORT.fullmatch(p.text.strip()) for p in (before, piece))
        tab = _LABEL.fullmatch(flat(before.text))  # which parts an option from its letter
        if _ITEM.match(flat(said)) or short or _CHAPTER.match(text):
            text += "　　" + said
        elif piece.x0 - before.x1 >= GAP * em and not tab and not _EMPTY.match(fold(said)):
            text += BLANK + said
        else:
            text += " " + said if _WORD.match(text[-1:]) and _WORD.match(said) else said
    return text


def paragraphs(rows: Sequence[Row]) -> list[Paragraph]:
    """Paragraphs of a book in reading order; rows of tables and keys stay by themselves."""
    em = em_of(rows)
    firsts = ["　".join(p.text for p in placed.pieces[:2]) for placed in rows]
    style = number_style(firsts)
    known_marks = (marks(), _CIRCLED if circled_style(firsts) else None, style)
    found: list[Paragraph] = []
    number = 0
    said = list(_said(rows, em))
    bracketed = bracketed_numbers([text for text, _, _ in said])
    for text, placed, whole in said:
        before = _before(found, placed[0])
        mark = _NUMBER.match(fold(text))
        due = mark is not None and int(mark[1]) == number + 1
        if plain := due_number(text, style, number):
            due, number = True, plain
        number = int(mark[1]) if mark and (due or mark[2] != ",") else number
        free = not whole and not due and before is not None and not before.whole
        marked = not (before and _closes(before.text, text)) and (
            is_heading(text)
            or key_title(text)
            or any(m.match(t) for m in known_marks if m for t in (fold(text), text))
        )
        asked = bracketed and _BRACKETED.match(fold(text)) is not None
        if free and before and _continues(before, placed[0], text, em, marked=marked, asked=asked):
            for note in reversed(found):  # a box that breaks a sentence is no part of it
                if note is before:
                    break
                note.aside = "page_margin"
            before.text = glue(before.text, text)
            before.rows += placed
        else:
            found.append(Paragraph(text, placed, whole))
    return found


def _before(found: Sequence[Paragraph], row: Row) -> Paragraph | None:
    """The paragraph that a row may go on with: the last, or what breaks off before a box of notes,
    which holds no item.
    """
    if not found or row.box or not found[-1].rows[-1].box:
        return found[-1] if found else None
    for paragraph in reversed(found):
        if not paragraph.rows[-1].box:
            return found[-1] if _END.search(paragraph.text) else paragraph
        if _ITEM.match(flat(paragraph.text)) or is_heading(paragraph.text):
            break
    return found[-1]


def _said(rows: Sequence[Row], em: float) -> Iterator[tuple[str, list[Row], bool]]:
    """The text of each row, or of each line of a key table; whether nothing may join it."""
    at = 0
    for block in [*key_blocks(rows), None]:
        for placed in rows[at : block.first if block else len(rows)]:
            if placed.text:
                yield placed.text, [placed], True
            elif placed.cells:  # of a table that no key was read from
                yield "　　".join(p.text.strip() for p in placed.pieces), [placed], True
            else:
                for part in parted(usual_labels(row_text(placed.pieces, em))):
                    yield part, [placed], False
        if block:
            for line in block.lines:
                yield line, list(rows[block.first : block.last + 1]), True
            at = block.last + 1


def bracketed_numbers(texts: Sequence[str]) -> bool:
    """Do questions have the numbers (1), (2) …: do options follow most lines that begin so?"""
    plain = [fold(text) for text in texts]
    places = [at for at, text in enumerate(plain) if _BRACKETED.match(text)]
    ends = [*places[1:], len(plain)]
    spans = [plain[at + 1 : min(end, at + 4)] for at, end in zip(places, ends, strict=False)]
    options = sum(any(FIRST.match(text) for text in span) for span in spans)
    return options >= FEW and options > len(places) / 2


def glue(before: str, after: str) -> str:
    """Two lines as one: a blank only between Latin words."""
    if before[-1:].isascii() and after[:1].isascii() and before[-1:].isalpha():
        return f"{before} {after}" if after[:1].isalpha() else before + after
    return before + after


def _continues(
    paragraph: Paragraph, now: Row, text: str, em: float, *, marked: bool, asked: bool
) -> bool:
    """Is this row the rest of the paragraph? Full line before, no mark here, fitting indent.

    `asked`: the mark is the number of a question, not of a list inside the paragraph.
    """
    before = paragraph.rows[-1]
    if marked and (asked or not _counts_on(paragraph.text, text)):
        return False
    title = _SECTION.match(fold(paragraph.text)) or _type(now) > LARGER * _type(before)
    full = before.x1 + (_first_width(text) + SLACK) * em >= before.right
    if title or before.box != now.box or not full:
        return False
    indent = (now.x0 - now.left) / em
    own = (paragraph.rows[0].x0 - paragraph.rows[0].left) / em
    if indent < own + 0.8:
        return True
    hanging = bool(_HANGING.match(fold(paragraph.text)))
    if hanging and indent < own + 3.5:
        return True
    return not _END.search(paragraph.text) and len(paragraph.rows) > 1


def _closes(before: str, text: str) -> bool:
    """Does a line close the bracket that the one before leaves open? 一、单选题（…正确⏎答案。）"""
    opened = fold(before).rpartition("(")
    return bool(opened[1]) and ")" not in opened[2] and _CLOSED.match(fold(text)) is not None


def _type(row: Row) -> float:
    """Height of the type of a row in pixels: that of its longest piece."""
    return max(row.pieces, key=lambda p: len(p.text)).height


def _counts_on(before: str, text: str) -> bool:
    """Does the row go on with (2), (3) … of a list inside the paragraph, or begin one?"""
    mark = re.match(r"^\((\d{1,2})\)", fold(text))
    if not mark:
        return False
    number = int(mark[1])
    return f"({number - 1})" in fold(before) or (number == 1 and before[-1:] in ":：;；。")


def _first_width(text: str) -> float:
    """Width of what could not be parted from the beginning of a line."""
    word = re.match(r"[A-Za-z0-9.]*", text)
    size = 0.5 * len(word[0]) if word and word[0] else 1.0
    closing = re.match(r"[^\w\s]*", text[len(word[0]) if word else 0 :])
    return size + (len(closing[0]) if closing else 0)
