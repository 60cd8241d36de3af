"""Which paragraphs belong to which chapter, and which are its key at the end of the book."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz, process

from cpsyexam.text import fold
from ocr.book import Chapter
from ocr.habits.headings import flat, key_heading, over_key
from ocr.layout.paragraphs import Paragraph

_NUMBERED = re.compile(r"\W*\d{1,3}\s?[.、)]")  # as a question begins
_ENTRY = re.compile(r"\s*(?:答\s?案\s+|\d{1,3}\s?[.、]\s?)[A-H√×]{1,6}(?![A-Za-z])")
_OPTIONS = re.compile(r"(?:^|\s)[(]?A\s?[.、)].+[(]?B\s?[.、)]|^\s*[(]?A\s?[.、)]\s*\S", re.DOTALL)
NEXT = 2  # places between two titles of the contents; a chapter has more lines
ALIKE = 86.0  # rapidfuzz ratio of a line and a chapter's title
WHOLE, MORE = 6, 8  # characters of a title that begins a line, and of what else stands there
LONG, REST = 12, 40  # of a long title, and of what was joined to it
_LABEL = re.compile(r"第[一二三四五六七八九十百\d]{1,4}(?:章|节|编|部分|单元|讲|篇|课|练|套)")


_KEYED = re.compile(r"答\s?案[\w ]{0,6}\W*$")  # ends the title over a key
_KEY = re.compile(
    r"的?(?:参考|标准|正确)?答案(?:及|与|和)?(?:参考|试题)?(?:解析|详解|评分\w{2,4})?"
)
_WITH_KEY = re.compile(r"[及与和附](?:参考)?答案(?:[及与和]?(?:解析|详解))?$")  # 试题及答案
SHORT = 4  # characters of a title's end that name a chapter over its key


_PLACE = re.compile(  # 练习五, 专题3, 第二讲: what a book prints before a title
    r"(?:第?[一二三四五六七八九十百\d]{1,4}[\u4e00-\u9fff]{0,2}|[\u4e00-\u9fff]{2,4}[一二三四五六七八九十\d]{1,3})"
)


@dataclass
class Section:
    """A chapter with the places of its paragraphs, and of its key where that stands elsewhere."""

    chapter: Chapter
    body: list[int] = field(default_factory=list)
    key: list[int] = field(default_factory=list)


def part(
    paragraphs: Sequence[Paragraph],
    chapters: Sequence[Chapter],
    heads: Mapping[int, str] | None = None,
) -> tuple[list[Section], list[int]]:
    """Sections in the order of the book's TOML, and paragraphs outside of all chapters.

    A chapter begins at its title or on its first page; its title seen again after another chapter
    has begun opens its part of the key at the end of the book; one in the contents opens nothing.
    `heads` are the headers of pages: there a title may stand that is printed nowhere else.
    """
    titles = [find_title(p.text, chapters) for p in paragraphs]
    starts = _headed(paragraphs, titles, chapters, heads or {})
    if not starts and len(chapters) == 1 and not chapters[0].pages:
        over = next((p.text for p, title in zip(paragraphs, titles, strict=True) if title == 0), "")
        starts = {0: 0} if _KEYED.search(fold(over)) else {}  # its title is read over its key alone
    listed = _listed(paragraphs, titles)
    ahead = _keys_ahead(paragraphs, titles, listed)
    sections = [Section(chapter) for chapter in chapters]
    outside: list[int] = []
    current, in_key, begun = None, False, set[int]()
    alike = len({(c.exam, c.subject, c.category) for c in chapters}) == 1
    if alike and not starts and not any(title is not None for title in titles):
        # titles were not read, or are not printed
        current = None if any(c.pages for c in chapters) else 0
    for at, paragraph in enumerate(paragraphs):
        named = None if at in listed else starts.get(at, titles[at])
        if named is not None and named != current:
            in_key = (named in begun) != ahead
            current = named
            begun.add(named)
        elif named is None:
            current, in_key = _by_page(paragraph.page, chapters, current, in_key=in_key)
        if current is None:
            outside.append(at)
        else:
            (sections[current].key if in_key else sections[current].body).append(at)
    return sections, outside


def _keys_ahead(
    paragraphs: Sequence[Paragraph], titles: Sequence[int | None], listed: Collection[int]
) -> bool:
    """Do the keys of all chapters stand below a heading above the first chapter's title?

    Then each title is printed again, and before the first one is, answers stand and no options.
    """
    told = [(at, named) for at, named in enumerate(titles) if named is not None]
    told = [(at, named) for at, named in told if at not in listed]
    counts = Counter(named for _, named in told)
    if len(counts) < 2 or min(counts.values()) < 2:
        return False
    first = told[0][0]
    again = next(at for at, named in told[1:] if named == told[0][1])
    over = any(key_heading(flat(p.text)) or over_key(flat(p.text)) for p in paragraphs[:first])
    between = [fold(p.text) for p in paragraphs[first:again]]
    told_there = any(map(_ENTRY.match, between)) and not any(map(_OPTIONS.search, between))
    return over and told_there


def _listed(paragraphs: Sequence[Paragraph], titles: Sequence[int | None]) -> set[int]:
    """Places of titles in the contents: printed again, and hardly a line before the next one.

    Below such a title on its page the last one has what else the contents name before the text.
    """
    places = [at for at, named in enumerate(titles) if named is not None]
    last = {titles[at]: at for at in places}
    found: set[int] = set()
    for before, at, following in zip(
        [-1, *places], places, [*places[1:], len(titles)], strict=False
    ):
        between = paragraphs[at + 1 : following]
        close = following - at <= NEXT and not any(_NUMBERED.match(fold(p.text)) for p in between)
        ends = before in found and paragraphs[before].page == paragraphs[at].page
        ends = ends and all(titles[at] != titles[k] for k in found)  # again: the chapter itself
        if (
            following < len(titles)
            and (close or ends)
            and last[titles[at]] > at
            and titles[at] != titles[before]
        ):
            found.add(at)
    return found


def _headed(
    paragraphs: Sequence[Paragraph],
    titles: Sequence[int | None],
    chapters: Sequence[Chapter],
    heads: Mapping[int, str],
) -> dict[int, int]:
    """Chapters that a header names where the text does not, by the place of the first paragraph.

    Without a running header a title at the top of its page is taken for one, over its key again;
    a header that runs on from the page before opens nothing.
    """
    told: dict[int, list[int]] = {}  # pages and the chapters whose titles their text prints
    for paragraph, title in zip(paragraphs, titles, strict=True):
        if title is not None:
            told.setdefault(paragraph.page, []).append(title)
    over = {page: find_title(text, chapters) for page, text in heads.items()}
    found: dict[int, int] = {}
    current = None
    for page in sorted({*heads, *told}):
        own, named = told.get(page, []), over.get(page)
        if named is not None and named not in (current, over.get(page - 1), *own):
            first = next((at for at, p in enumerate(paragraphs) if p.page >= page), None)
            found |= {} if first is None else {first: named}
        current = own[-1] if own else current if named is None else named
    return found


def find_title(text: str, chapters: Sequence[Chapter]) -> int | None:
    """The chapter whose title this line is, or None."""
    said = bare_title(text)
    marks = [_LABEL.match(bare_title(chapter.title)) for chapter in chapters]
    labels = [mark[0] if mark else "" for mark in marks]
    if len(said) >= 3 and labels.count(said) == 1:
        return labels.index(said)  # 第七章 alone, its name on another line or beside the page
    if (keyed := _over_key(said, chapters)) is not None:
        return keyed
    asked = _WITH_KEY.sub("", said)
    alike: dict[int, str] = {}
    for at, title in enumerate(bare_title(chapter.title) for chapter in chapters):
        more = len(said) - len(title) if said.startswith(title) else 0
        most = REST if len(title) >= LONG else MORE
        if len(title) >= WHOLE and 0 < more <= most and "答" not in said[-more:]:
            return at  # 第二章 咨询的基本概念 自我评量
        ahead = asked.removesuffix(title)
        placed = _PLACE.fullmatch(ahead) or (not ahead and asked != said)
        if len(title) >= 3 and asked.endswith(title) and placed:
            return at  # 练习五 儿童的认知发展, 第二部分 中级理论知识试题及答案
        if title and abs(len(said) - len(title)) <= 4:
            alike[at] = title
    best = process.extractOne(said, alike, scorer=fuzz.ratio, score_cutoff=ALIKE)
    return best[2] if best else None


def is_title(text: str, chapters: Sequence[Chapter]) -> bool:
    """Is this the whole title of a chapter? Its label alone may stand in a drawing."""
    return bare_title(text) in {bare_title(chapter.title) for chapter in chapters if chapter.title}


def _over_key(said: str, chapters: Sequence[Chapter]) -> int | None:
    """The only chapter whose title ends as the title over a key begins: 模拟试卷一参考答案."""
    key = next((m for m in _KEY.finditer(said) if m.end() == len(said)), None)
    begin = said[: key.start()] if key else ""
    if len(begin) < SHORT:
        return None
    titles = [bare_title(chapter.title) for chapter in chapters]
    named = [at for at, title in enumerate(titles) if title.endswith(begin) and title != begin]
    return named[0] if len(named) == 1 and len(chapters) > 1 else None


def _by_page(
    page: int, chapters: Sequence[Chapter], current: int | None, *, in_key: bool
) -> tuple[int | None, bool]:
    for at, chapter in enumerate(chapters):
        if chapter.pages and chapter.pages[0] <= page <= chapter.pages[1]:
            return at, False
    if current is not None and chapters[current].pages and not chapters[current].title:
        return None, False  # past the last page of a chapter known by its pages alone
    return current, in_key


def bare_title(text: str) -> str:
    """A title without blanks and signs, folded."""
    return re.sub(r"[\W_]", "", fold(text))
