"""Files that a page links to: always told of, and read where the site's TOML has them followed."""

import re
from urllib.parse import unquote, urlsplit

from cpsyexam.errors import SourceError
from documents.html import Text
from documents.images import shifted
from documents.kinds import kind_of
from documents.reading import read
from spiders.reading import Page
from spiders.urls import place_of

_FILE = re.compile(
    r"\.(?:docx?|wps|rtf|odt|pdf|xlsx?|et|pptx?|zip|rar|7z)(?=$|[?#&\s)）\]】])", re.IGNORECASE
)
_PAGES = frozenset({"html", "mhtml", "text", ""})
LARGEST = 200  # characters of a link's text that is shown


def is_file(url: str, text: str) -> bool:
    """Whether a link leads to a file of an office program, a PDF or an archive, by its address or
    by the file name that is its text (`attachment.php?aid=7`).
    """
    return bool(
        _FILE.search(unquote(place_of(url).partition("?")[0])) or _FILE.search(text.strip())
    )


def attached(page: Page) -> bool:
    """Whether a response is such a file, and no page."""
    return kind_of(page.received.body, name_of(page)) not in _PAGES


def name_of(page: Page) -> str:
    """The file's name: that in the address, or what the link said."""
    name = unquote(urlsplit(page.url).path).rpartition("/")[2]
    return name if _FILE.search(name) else page.label or name


def file_text(page: Page, before: int) -> Text:
    """The text of a file, its images numbered from `before` + 1.

    What cannot be read is a note instead; a site's run does not end by it.
    """
    try:
        found = read(page.received.body, name_of(page))
    except SourceError as error:
        return Text([], [], [], [f"attachment not read: {error}"])
    lines = [shifted(line, before) for line in found.lines]
    images = [f"{page.url}#{image}" for image in found.images]
    return Text(lines, list(found.marks) if not before else [], images, list(found.notes))
