"""A first look at a scan: its layout, chapters and keys, its own text beside OCR; `<book>.toml`."""

import re
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import NamedTuple

from cpsyexam.store import Remote
from cpsyexam.text import fold
from ocr.book import Layout
from ocr.layout.assemble import assemble
from ocr.layout.paragraphs import Paragraph
from ocr.page.again import mean_score
from ocr.page.fragment import LAYER, Reading
from ocr.page.pages import places
from ocr.page.textlayer import FEW, read_layer
from ocr.recognise import PageRead, read_page
from ocr.settings import BooksSettings
from parsing import Parsed, parse, words
from parsing.alarm import THRESHOLD
from parsing.words import any_of

ROWS = 5  # of a column of text
_LEADER = re.compile(r"(?:\s{2}|[.．·…]{2})[\s.．·…]*\d{1,3}$")  # to a page, in the contents
MOST = 3  # columns that a page may have
GOOD, POOR = 0.93, 0.85  # mean score of the lines of a good and of a poor scan
_CHAPTER = re.compile(
    r"^(?!\s*[(（]?(?:[A-H]|\d{1,3})\s*[.、)）])\s*(?:第\s*[一二三四五六七八九十百\d]{1,4}\s*[章节编部单篇]|(?:专题|模块|项目)\s*[一二三四五六七八九十\d]+"
    rf"|{any_of(words.LESSONS)}\s*[(]?[一二三四五六七八九十\d]+[)]?"
    r"|.{2,24}(?:试卷|试题|自测题|测验)(?:\s*[(][一二三四五六七八九十\d]+[)])?\s*$)"
)
_KEY = re.compile(r"^[^\d。]{0,16}(?:参考|标准|正确)?答案(?:与解析|及评分.{0,4}|及解析|详解)?\s*$")
USUAL = 200  # dpi at which the pages of a book are drawn
SAMPLE = 3  # pages that are read both ways
_LOOKED = 6  # pages among which these are
_OPTIONS = 3  # that a whole question has at least, where it has no answer


class Questions(NamedTuple):
    """Whole questions of some pages, and those that have an answer: more is better read."""

    whole: int
    answered: int


@dataclass(frozen=True)
class Comparison:
    """What was read on the pages of a sample, by their own text and by OCR."""

    pages: tuple[int, ...]
    own: Questions
    ocr: Questions

    @property
    def worse(self) -> bool:
        """Whether OCR tells more than the text that the PDF holds."""
        return self.ocr > self.own

    def line(self) -> str:
        """Both figures in words."""
        pages, own, ocr = ", ".join(map(str, self.pages)), self.own, self.ocr
        return (
            f"its own text tells {own.whole} whole questions on pages {pages},"
            f" {own.answered} of them with an answer; OCR {ocr.whole} and {ocr.answered}"
        )


def questions(readings: Sequence[tuple[int, Reading]], layout: Layout | None = None) -> Questions:
    """The whole questions of pages as they are read: with options, or with an answer."""
    text = assemble(readings, layout or Layout()).paragraphs
    return _counted(parse([p.text for p in text]))


def _counted(parsed: Parsed) -> Questions:
    asked = [q for q in parsed.questions if q.stem]
    whole = sum(bool(len(q.options) >= _OPTIONS or q.answer) for q in asked)
    return Questions(whole, sum(bool(q.answer) for q in asked))


def doubtful(lines: Sequence[str]) -> bool:
    """Whether a paper contradicts its own regularity, or most of its questions are in pieces."""
    parsed = parse(lines)
    return parsed.alarm >= THRESHOLD or 2 * _counted(parsed).whole < len(parsed.questions)


def compared(
    read: Sequence[PageRead], settings: BooksSettings, cache: Path | Remote
) -> Comparison | None:
    """A few of these pages read by OCR, too, those with most questions first.

    None where no page has text of its own.
    """
    own = [(p.place, p.reading) for p in read if p.reading and p.reading.by == LAYER]
    counts = Counter({place: questions([(place.number, r)]).whole for place, r in own})
    sample = sorted((place for place, _ in counts.most_common(SAMPLE)), key=lambda p: p.number)
    if not sample:
        return None
    looked = settings.model_copy(update={"text_layer": False})
    seen = [(place.number, read_page(place, looked, cache).reading) for place in sample]
    return Comparison(
        tuple(place.number for place in sample),
        questions([(place.number, reading) for place, reading in own if place in sample]),
        questions([(number, reading) for number, reading in seen if reading is not None]),
    )


def compare(path: Path, without: Sequence[int]) -> Comparison | None:
    """Some pages of a PDF, but those `without` text, against OCR by the embedded engine."""
    settings = BooksSettings(engine="onnxruntime")
    found = [place for place in places(path) if place.number not in without]
    looked = found[:: -(-len(found) // _LOOKED) or 1]
    read = [PageRead(place, "", read_layer(place, None, settings, FEW)) for place in looked]
    with tempfile.TemporaryDirectory() as cache:
        return compared(read, settings, Path(cache))


@dataclass(frozen=True)
class Survey:
    """What was seen on the pages looked at."""

    looked: tuple[int, ...]
    columns: int  # of most pages; 0 where they read worse with it than if each finds its own
    spread: bool
    photographed: bool
    score: float  # mean of the lines, 0 to 1
    line: float  # height of a line of text in pixels
    titles: tuple[tuple[int, str], ...]  # page and chapter title, in order
    keys: tuple[tuple[int, str], ...]  # page and heading of an answer key
    doubts: tuple[str, ...]

    @property
    def quality(self) -> str:
        """good, fair or poor."""
        return "good" if self.score >= GOOD else "fair" if self.score >= POOR else "poor"


def survey(readings: Sequence[tuple[int, Reading]]) -> Survey:
    """Look at pages as they were read."""
    paragraphs = assemble(readings, Layout()).paragraphs
    columns = _columns(paragraphs)
    counts = Counter(columns.values())
    usual = counts.most_common(1)[0][0] if counts else 1
    spreads = {r.page for p in paragraphs for r in p.rows if r.half}
    most = 2 * len(spreads) > len(readings)
    spread = bool(spreads) and _gain(readings, Layout(spread=True)) >= (0 if most else 1)
    if usual > MOST or _gain(readings, Layout.model_validate({"columns": usual})) < 0:
        usual = 0
    scores = [mean_score(reading.fragments) for _, reading in readings if reading.fragments]
    heights = [f.height for _, reading in readings for f in reading.fragments if len(f.text) > 5]
    titles = _found(paragraphs, _CHAPTER)
    doubts = [
        f"page {page} has {n} columns, the others {usual}"
        for (page, _), n in columns.items()
        if usual and n != usual
    ]
    line = median(heights) if heights else 0.0
    if scores and median(scores) < POOR:
        doubts.append("many lines are hard to read: a better scan, or `dpi = 300`, may help")
    if 0 < line < 18:
        doubts.append(f"lines are only {line:.0f} pixels high: raise `dpi`")
    if not titles:
        doubts.append("no chapter title was seen on these pages: name chapters by title or pages")
    return Survey(
        looked=tuple(page for page, _ in readings),
        columns=usual,
        spread=spread,
        photographed=any(reading.paper is not None for _, reading in readings),
        score=round(median(scores), 3) if scores else 0.0,
        line=round(line, 1),
        titles=titles,
        keys=_found(paragraphs, _KEY),
        doubts=tuple(doubts),
    )


def _gain(readings: Sequence[tuple[int, Reading]], layout: Layout) -> int:
    """How many more questions with options or an answer pages hold by these settings."""
    return questions(readings, layout).whole - questions(readings).whole


def _columns(paragraphs: Sequence[Paragraph]) -> dict[tuple[int, int], int]:
    """How many columns of text each page, or half of a scan, has."""
    rows = Counter((r.page, r.half, r.column) for p in paragraphs for r in p.rows)
    return dict(Counter((page, half) for (page, half, _), n in rows.items() if n >= ROWS))


def _found(
    paragraphs: Sequence[Paragraph], pattern: re.Pattern[str]
) -> tuple[tuple[int, str], ...]:
    """Pages and lines that match, each once: however its blanks are set, in the contents or not."""
    seen: dict[str, tuple[int, str]] = {}
    for paragraph in paragraphs:
        text = _LEADER.sub("", paragraph.text.strip())
        if len(text) <= 30 and len(paragraph.rows) == 1 and pattern.match(fold(text)):
            seen.setdefault(re.sub(r"\s", "", text), (paragraph.page, text))
    return tuple(seen.values())


def book_toml(
    scan: Path, pages: int, seen: Survey, *, exam: str, subject: str, dpi: int = USUAL,
    told: Comparison | None = None,
) -> str:  # fmt: skip
    """The text of the TOML: chapters as seen, or one over all pages; `dpi` where not the usual;
    the file's own text is left where OCR `told` more.
    """
    lines = [
        f'title = "{_quoted(scan.stem)}"',
        f'file = "{_quoted(scan.name)}"',
        f"# {pages} pages; looked at {', '.join(map(str, seen.looked))}",
        f"# quality: {seen.quality} (mean score {seen.score}, lines {seen.line} pixels high)",
        *(f"# unsure: {doubt}" for doubt in seen.doubts),
        f"columns = {seen.columns}  # 0 = found out on each page",
        *([f"dpi = {dpi}"] if dpi != USUAL else []),
        *([f"text_layer = false  # {told.line()}"] if told and told.worse else []),
        *["spread = true  # two book pages on one scan"] * seen.spread,
        *["# photographed: each page is cut out at the paper's edge"] * seen.photographed,
        *(f"# answer key: page {page}, {text}" for page, text in seen.keys),
        "",
        "[terms]  # what was found about using it, and who decided",
        'status = "unclear"  # nothing of it is pushed before this is "cleared"',
        'owner = ""',
        'licence = ""',
        'terms_url = ""',
        'decided_by = ""',
        'decided_on = ""',
        "",
    ]
    named = [f'title = "{_quoted(text)}"  # page {page}' for page, text in seen.titles]
    for chapter in named or [f"pages = [1, {pages}]"]:
        lines += ["[[chapter]]", chapter, f'exam = "{exam}"', f'subject = "{subject}"', ""]
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
