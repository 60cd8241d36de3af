"""A site's TOML: terms, start pages, link grammar, selectors, subjects, expectations."""

import re
from functools import cache
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field

from cpsyexam import taxonomy
from cpsyexam.config import Settings, Terms, load
from cpsyexam.text import fold
from spiders.settings import SITES
from spiders.urls import refusal


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise ValueError(f"not a regular expression: {error}") from error
    return text


_SELF_STUDY = re.compile(r"自考|自学考试")
Pattern = Annotated[str, AfterValidator(_pattern)]


class Links(Settings):
    """Patterns over a link's path and query, or over its text where the name ends in `_text`."""

    lists: Pattern = ""  # list pages
    papers: Pattern = ""  # papers
    wanted_text: Pattern = ""  # a link is followed only where its text matches; "" = all
    skipped_text: Pattern = ""
    # a paper's later pages: groups head, page and tail; head + tail is its first page, or, where
    # first pages are numbered too, the address with the number `first_page` ("1", "0")
    pages: tuple[Pattern, ...] = (
        r"(?P<head>.+?)_(?P<page>\d{1,2})(?P<tail>\.s?html?)$",
        r"(?P<head>.+/)index[-_](?P<page>\d{1,2})(?P<tail>\.s?html?)$",
        r"(?P<head>.+?)[?&]page(?:no)?=(?P<page>\d{1,2})(?P<tail>)$",
    )
    first_page: str = Field(default="", pattern=r"^\d{0,2}$")
    answers_text: Pattern = ""  # leads from a paper to the article with its answers
    questions_text: Pattern = ""  # leads from answers back to their paper
    attachments: Pattern = ""  # files (docx, xlsx …) that are read with the page; "" = only told of

    @property
    def first_number(self) -> int:
        """Number of a first page."""
        return int(self.first_page or 1)


class Selectors(Settings):
    """CSS selectors, the first that matches is taken; `remove` takes all."""

    title: tuple[str, ...] = ("h1", "title")
    trail: tuple[str, ...] = ()  # breadcrumb
    body: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()  # folded answers: hidden until a click
    lists: tuple[str, ...] = ()  # where links of a list page stand; whole page where empty


class Subject(Settings):
    """A title that matches is of this exam and subject."""

    match: Pattern
    exam: str
    subject: str


class Range(Settings):
    """How many of something a good page has."""

    least: int = Field(default=0, ge=0)
    most: int = Field(default=100_000, ge=0)


class Expect(Settings):
    """Bounds that are checked after each run, since a changed site fails in silence."""

    listing: Range = Range(least=1)
    paper: Range = Range(least=1)
    source: Range = Range(least=1)


class DataTable(Settings):
    """`[data]`: where the questions stand and what their fields are called.

    Paths are names and numbers with points between; `*` goes into every element of a list.
    """

    script: str = ""  # id of the script, or the variable it is assigned to; "" = none is read
    path: str = "*"
    stem: str = "title"
    options: str = "options"
    option: str = ""  # text of an option, where options are objects
    right: str = ""  # of an option: true where it is the key
    answer: str = "answer"  # letters, a text, or numbers of options
    first_answer: int = 0  # number of the first option, where answers are numbers
    explanation: str = ""
    material: str = ""
    number: str = ""


class Site(Settings):
    """One site: `spiders/sites/<name>.toml`."""

    title: str
    terms: Terms
    start: tuple[str, ...]
    hosts: tuple[str, ...] = ()  # besides those of the start pages
    encoding: str = ""  # forced, where the site never says it right
    final: Pattern = ""  # pages that never change: not asked again once they are there
    walls: Pattern = ""  # text of a page that wants a login or money
    example: str = ""  # address of a typical paper, for `probe FILE` without --url
    links: Links = Links()
    select: Selectors = Selectors()
    subjects: tuple[Subject, ...] = ()
    data: DataTable = DataTable()
    expect: Expect = Expect()

    def at_home(self, url: str, start: tuple[str, ...]) -> bool:
        """Whether a URL is http or https, on one of the site's hosts or a start page's."""
        if refusal(url):
            return False
        host = urlsplit(url).netloc
        return host in self.hosts or host in {urlsplit(s).netloc for s in start}

    def wall(self, text: str) -> str:
        """What a page says that wants a login or money, "" where it says nothing like it."""
        found = re.search(self.walls, text) if self.walls else None
        return found.group() if found else ""

    def subject(self, titles: tuple[str, ...]) -> tuple[str, str]:
        """(exam, subject) of the first title that names one, ("", "") where none does."""
        for title in titles:
            text = re.sub(r"\s+", "", fold(title))
            entries = (*self.subjects, *_full_names(), *shared_subjects())
            for entry in (*entries, *_plain_names(self_study=bool(_SELF_STUDY.search(text)))):
                if re.search(entry.match, text):
                    return entry.exam, entry.subject
        return "", ""


class _Shared(Settings):
    subjects: tuple[Subject, ...]


@cache
def shared_subjects() -> tuple[Subject, ...]:
    """Titles that name a subject on any site (`spiders/subjects.toml`)."""
    return load(SITES.parent / "subjects.toml", _Shared).subjects


def _full_names() -> tuple[Subject, ...]:
    """Subjects by their full names, the longest first; those of GEE are too short to come first."""
    return _named(tuple((e, s, s) for e in taxonomy.exams() if e != "GEE" for s in _of(e)))


def _plain_names(*, self_study: bool) -> tuple[Subject, ...]:
    """Short names: in a self-study title those of SSE without their faculty (教育类…), then GEE."""
    faculty = tuple(("SSE", s, s.partition("类")[2]) for s in _of("SSE")) if self_study else ()
    return _named(faculty) + _named(tuple(("GEE", s, s) for s in _of("GEE")))


def _of(exam: str) -> tuple[str, ...]:
    return tuple(taxonomy.subjects(exam)) if exam in taxonomy.exams() else ()


@cache
def _named(names: tuple[tuple[str, str, str], ...]) -> tuple[Subject, ...]:
    return _by_name({(exam, subject): name for exam, subject, name in names})


def _by_name(names: dict[tuple[str, str], str]) -> tuple[Subject, ...]:
    ordered = sorted(names.items(), key=lambda item: -len(item[1]))
    return tuple(
        Subject(match=re.escape(fold(name)), exam=exam, subject=subject)
        for (exam, subject), name in ordered
    )
