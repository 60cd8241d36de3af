"""A site's reader: its module and TOML by name, and its two functions as work for an executor.

Pages in, their Readings out; the pages of papers in, Papers out. What a reader raises on one page
is a rule of that page and never the end of the run.
"""

import importlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Protocol, cast

from cpsyexam.config import load
from cpsyexam.errors import ConfigError
from cpsyexam.executor import Failure, Work
from cpsyexam.worker import BEYOND, Bounds
from spiders.reading import Page, Paper, Reading
from spiders.settings import SITES, USUAL, WebLimits
from spiders.site import Site
from spiders.urls import refusal

# a page takes 10 to 40 ms, the start of a worker about one second
_BATCH, _WORTH = 8, 128
_HEAVY = 1_000_000  # bytes of a page that is not read in this process


class Reader(Protocol):
    """A site's module: two pure functions, and maybe `SITE`, a Site with keys of its own, and
    `matched`, which counts for `probe` what the site's selectors find in a paper's page.
    """

    def read(self, page: Page, site: Site) -> Reading:
        """Links and parts of one page."""

    def compose(self, pages: tuple[Page, ...], site: Site) -> Paper:
        """Questions of one paper from its pages, the head first."""


@cache
def read_site(name: str) -> Site:
    """A site's TOML. Raises ConfigError where there is none or it is wrong."""
    path = SITES / f"{name}.toml"
    if not path.is_file():
        known = ", ".join(sorted(p.stem for p in SITES.glob("*.toml")))
        raise ConfigError(
            f"no site named {name!r}",
            where=str(path),
            remedy=f"known: {known}; or make one: make site NAME={name}",
        )
    # a site of configuration alone needs no reader yet, and so nothing that reads pages
    model: type[Site] = getattr(reader_of(name), "SITE", Site) if _has_reader(name) else Site
    return load(path, model)


@cache
def reader_of(name: str) -> Reader:
    """A site's module; `article`, which needs configuration only, where it has none."""
    own = name if _has_reader(name) else "article"
    return cast("Reader", importlib.import_module(f"spiders.sites.{own}"))


def _has_reader(name: str) -> bool:
    return (SITES / f"{name}.py").is_file()


@dataclass(frozen=True)
class Composed:
    """A paper, or why its reader gave none."""

    paper: Paper
    failure: str = ""


def reading_of(page: Page, site: Site, name: str, links: int = USUAL.links) -> Reading:
    """What the reader of site `name` makes of a page that holds text; it leads to so many links."""
    try:
        said = page.decoded
        if said.mojibake:
            detail = f"{said.broken:.0%} of the characters broken as {said.encoding}: "
            detail += " ".join(said.text[:200].split())[:60]
            return Reading(rule="mojibake", detail=detail)
        reading = _bounded(reader_of(name).read(page, site), page, links)
    except Exception as error:  # noqa: BLE001 - a page must never end the run
        return Reading(rule="reader_failed", detail=_fault(error))
    wall = site.wall(page.text) if reading.rule == "no_questions" else ""
    return replace(reading, rule="login_wall", detail=wall) if wall else reading


def _bounded(reading: Reading, page: Page, links: int) -> Reading:
    """A reading without what cannot be asked for, and without more than a page may lead to."""
    asks = (*reading.follow, *reading.parts, *filter(None, [reading.belongs]))
    refused = {a.sent.url: why for a in asks if (why := refusal(a.sent.url))}
    if len(asks) > links:
        told = f"{len(asks)} links; {links} are followed; raise links in [web.limits]"
        refused[f"{page.url}#links"] = told
    if not refused:
        return reading
    parts = tuple(a for a in reading.parts if a.sent.url not in refused)[:links]
    follow = tuple(a for a in reading.follow if a.sent.url not in refused)
    belongs = reading.belongs
    return replace(
        reading,
        parts=parts,
        follow=follow[: links - len(parts)],
        belongs=None if belongs and belongs.sent.url in refused else belongs,
        refused=tuple(refused.items())[:links],
    )


def composed(pages: tuple[Page, ...], site: Site, name: str) -> Composed:
    """What the reader of site `name` makes of the pages of one paper."""
    try:
        return Composed(reader_of(name).compose(pages, site))
    except Exception as error:  # noqa: BLE001 - a paper must never end the run
        return Composed(Paper(()), _fault(error))


def reading_work(site: Site, name: str, limits: WebLimits = USUAL) -> Work[Page, Reading]:
    """Work of reading pages of site `name`."""
    return Work(
        partial(_readings, site=site, name=name, links=limits.links),
        batch=_BATCH,
        made=Reading,
        inline_below=_WORTH,
        heavy=lambda page: len(page.received.body) > _HEAVY,
        bounds=_bounds(limits),
    )


def composing_work(
    site: Site, name: str, limits: WebLimits = USUAL
) -> Work[tuple[Page, ...], Composed]:
    """Work of composing papers of site `name`."""
    return Work(
        partial(_papers, site=site, name=name),
        batch=_BATCH,
        made=Composed,
        inline_below=_WORTH,
        heavy=lambda pages: sum(len(page.received.body) for page in pages) > _HEAVY,
        bounds=_bounds(limits),
    )


def lost_page(failure: Failure) -> Reading:
    """The reading of a page on which its process died."""
    return Reading(rule="reader_failed", detail=_why(failure))


def lost_paper(failure: Failure) -> Composed:
    """What is left of a paper on which its process died."""
    return Composed(Paper(()), _why(failure))


def _fault(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return f"{BEYOND} the memory it may; raise memory in [web.limits]"
    return f"{type(error).__name__}: {error}"


def _bounds(limits: WebLimits) -> Bounds:
    return Bounds(seconds=limits.seconds, memory=limits.memory)


def _why(failure: Failure) -> str:
    """The reason, with the setting where a bound was met."""
    name = "memory" if failure.reason.endswith("memory") else "seconds"
    hint = f"; raise {name} in [web.limits]" if failure.reason.startswith(BEYOND) else ""
    return failure.reason + hint


def _readings(pages: Sequence[Page], *, site: Site, name: str, links: int) -> list[Reading]:
    return [reading_of(page, site, name, links) for page in pages]


def _papers(papers: Sequence[tuple[Page, ...]], *, site: Site, name: str) -> list[Composed]:
    return [composed(pages, site, name) for pages in papers]
