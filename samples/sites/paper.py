"""One paper to be put on a sample site, and the answers of a plain web server."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from spiders.http_messages import Received


@dataclass(frozen=True)
class Paper:
    """`title` must name the subject (its Chinese name of the taxonomy, or as the site's TOML maps).

    Article sites print `lines` (questions, with or without answers) over `pages` pages, and `key`,
    where it is not empty, in an article of its own. ExamCoo takes `questions`: mappings with
    `format` (SCQ, MAQ, TF, FILL, QA), `stem`, `options`, `answer` (letters, or text), and maybe
    `material`, `section`, `explanation`, `image` (a file name), `id` (digits; made up otherwise).
    A line of an article may be `[图:NAME]`: it becomes an image.
    """

    title: str
    lines: tuple[str, ...] = ()
    key: tuple[str, ...] = ()
    questions: tuple[Mapping[str, Any], ...] = ()
    pages: int = 1


def html(text: str, *, charset: str = "utf-8", said: str = "utf-8") -> Received:
    """A page as `text/html`; `said` is the header's charset, "" for none."""
    kind = f"text/html; charset={said}" if said else "text/html"
    return Received(200, (("Content-Type", kind),), text.encode(charset, "xmlcharrefreplace"))


def robots(text: str = "User-agent: *\nDisallow: /passport/\n") -> Received:
    """A robots.txt."""
    return Received(200, (("Content-Type", "text/plain"),), text.encode())
