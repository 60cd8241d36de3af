"""Texts of sources inside Markdown: shown as they are, never read as marks, links or HTML."""

import re
from urllib.parse import quote, urlsplit

from cpsyexam.terminal import printable

_MARKS = re.compile(r"([\\`*_{}\[\]<>()#|~$&!:@^=+-])|(?<=www)(\.)", re.IGNORECASE)


def literal(text: object) -> str:
    """A text in one line, its marks escaped."""
    return _MARKS.sub(lambda m: "\\" + m[0], one_line(text))


def one_line(text: object) -> str:
    """A text in one line, without what steers a terminal or turns its order."""
    return printable(" ".join(str(text).split()))


def link(shown: str, address: object) -> str:
    """A link to a web address; any other address as a text."""
    url = one_line(address)
    try:
        web = urlsplit(url).scheme in ("http", "https")
    except ValueError:
        web = False
    return f"[{shown}]({quote(url, safe=':/?#@!$&+,;=%~.-_')})" if web else literal(url)
