"""What a reader makes of single pages: for the day when a site changes."""

import mimetypes
import tempfile
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from cpsyexam.errors import SourceError
from cpsyexam.executor import Progress
from spiders.crawl import Plan, crawl
from spiders.http_messages import Received, Sent
from spiders.reading import Left, Page, Paper, Reading
from spiders.replay import visit
from spiders.rows import account
from spiders.settings import WebSource
from spiders.site_reader import read_site, reader_of


@dataclass(frozen=True)
class Look:
    """One page: what it was read as, what it leads to, what it gives by itself."""

    url: str
    status: int
    encoding: str
    reading: Reading
    paper: Paper
    questions: int


@dataclass(frozen=True)
class Probe:
    """Pages, and what a whole archive comes to (rules → rows, questions)."""

    looks: tuple[Look, ...]
    gaps: tuple[tuple[str, str, str], ...] = ()  # URL, rule, detail
    rules: tuple[tuple[str, int], ...] = ()

    def unmatched(self) -> tuple[tuple[str, int, int], ...]:
        """Selectors and patterns that matched nothing: name, on how many pages, of how many."""
        pages: Counter[str] = Counter()
        empty: Counter[str] = Counter()
        for look in self.looks:
            pages.update(look.reading.matched.keys())
            empty.update(name for name, count in look.reading.matched.items() if not count)
        return tuple((name, count, pages[name]) for name, count in sorted(empty.items()))


def probe_file(path: Path, site: str, url: str = "") -> Probe:
    """A saved page; `url` is where it came from, which decides what kind of page it is.

    Raises SourceError where the file cannot be read.
    """
    try:
        body = path.read_bytes()
    except OSError as error:
        raise SourceError(f"cannot be read: {error.strerror}", where=str(path)) from error
    kind = mimetypes.guess_type(path.name)[0] or "text/html"
    settings = read_site(site)
    page = Page(
        Sent(url or settings.example or settings.start[0]),
        Received(200, (("Content-Type", kind),), body),
        settings.encoding,
    )
    return Probe((look(page, site),))


def look(page: Page, site: str) -> Look:
    """What the reader makes of one page alone."""
    settings, reader = read_site(site), reader_of(site)
    reading = _matched(reader.read(page, settings), page, site)
    paper = Paper(()) if reading.rule == "list_page" else reader.compose((page,), settings)
    said = f"{page.decoded.encoding} ({page.decoded.reason})"
    said += f", {page.decoded.broken:.0%} broken" if page.decoded.broken else ""
    return Look(page.url, page.received.status, said, reading, paper, len(paper.questions))


def _matched(reading: Reading, page: Page, site: str) -> Reading:
    """A paper's reading, with what the site's selectors find in it; a run does not ask for that."""
    count = getattr(reader_of(site), "matched", None)
    if count is None or (reading.rule and not reading.belongs):
        return reading
    return replace(reading, matched=count(page, read_site(site)))


def probe_archive(task: WebSource, progress: Progress) -> Probe:
    """All pages that a replay reaches; in a process of its own (see `engine.apart`)."""
    (_, archive, visited), *_ = visit((task,), progress)
    rows = account(task.source, task.site, archive, visited)
    rules = Counter(rule for _, rule, _, _ in rows.refused)
    rules.update(rule for _, rule, _ in rows.broken)
    counts = Counter(row["capture"] for row in rows.kept)
    left: dict[str, list[Left]] = {}
    for capture, rule, _, shown in rows.refused:
        if shown:
            left.setdefault(capture, []).append(Left(0, rule, tuple(shown.split("\n"))))
    looks = [
        Look(
            v.sent.url, v.status, "", _matched(v.reading, visited.page(v), task.site),
            Paper((), (), tuple(left.get(v.capture, ()))), counts[v.capture],
        )
        for v in visited.visits.values()
    ]  # fmt: skip
    return Probe(
        tuple(looks),
        tuple((g.sent.url, g.rule, g.detail) for g in visited.gaps.values()),
        tuple(sorted(rules.items())),
    )


def probe_url(task: Plan, progress: Progress) -> Probe:
    """One live page, asked for by the rules of a crawl; in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        source = task.source.model_copy(update={"archive": Path(folder)})
        plan = replace(task, source=source, follow=False, limit=10)
        _, visited = crawl(plan, progress)
        gaps = tuple((g.sent.url, g.rule, g.detail) for g in visited.gaps.values())
        looks = [look(visited.page(v), source.site) for v in visited.visits.values()]
        return Probe(tuple(looks), gaps)
