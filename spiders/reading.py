"""What a site's reader takes and gives: pages in; links, parts and questions out. No engine."""

from dataclasses import dataclass, field
from functools import cached_property

from documents.encoding import Decoded, decode
from spiders.http_messages import Received, Sent


@dataclass(frozen=True)
class Ask:
    """A request that a page leads to. `label` is what the link said (a paper's title in a list)."""

    sent: Sent
    label: str = ""


@dataclass(frozen=True)
class Page:
    """A saved response (content encoding undone), with the label of the link that led to it."""

    sent: Sent
    received: Received
    force: str = ""  # encoding that the site's TOML insists on
    label: str = ""

    @property
    def url(self) -> str:
        """Address that was asked."""
        return self.sent.url

    @cached_property
    def decoded(self) -> Decoded:
        """The body as text."""
        return decode(self.received.body, self.received.header("Content-Type"), self.force)

    @property
    def text(self) -> str:
        """The body as text."""
        return self.decoded.text


@dataclass(frozen=True)
class Reading:
    """What one page holds.

    `follow` are pages on their own; `parts` belong to the same paper as this page (its further
    pages, its answers, its data), in order; `belongs` is the page this one is a part of.
    `rule` says why the page is no paper by itself (`list_page`, `part_of_paper` …).
    """

    follow: tuple[Ask, ...] = ()
    parts: tuple[Ask, ...] = ()
    belongs: Ask | None = None
    rule: str = ""
    detail: str = ""
    listed: int | None = None  # entries of a list page
    matched: dict[str, int] = field(default_factory=dict)  # selector or pattern → how many
    refused: tuple[tuple[str, str], ...] = ()  # what it leads to and nobody can ask for, and why


@dataclass(frozen=True)
class Found:
    """One question as printed. `page` is its index among the pages of the paper."""

    page: int
    locator: str
    stem: str
    number: str = ""
    section: str = ""
    declared: str = ""
    material: str = ""
    options: tuple[str, ...] = ()
    answer: str = ""
    explanation: str = ""
    images: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    confidence: float | None = None  # how surely it was read, where a reader can tell


@dataclass(frozen=True)
class Left:
    """Lines of a page that became part of no question, and the rule that says why."""

    page: int
    rule: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Paper:
    """What the pages of one paper hold together. `titles` name its subject, the best first."""

    titles: tuple[str, ...]
    questions: tuple[Found, ...] = ()
    left: tuple[Left, ...] = ()
