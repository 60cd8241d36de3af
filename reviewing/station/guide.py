"""The guide for reviewers: docs/reviewing*.md, which the wheel holds beside this module."""

from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup

_NAMES = {"zh": "reviewing.zh.md", "en": "reviewing.md"}


@cache
def guide(language: str) -> Markup:
    """The guide as HTML; what looks like HTML in it stays text."""
    here = Path(__file__).resolve()
    name = _NAMES[language]
    places = (here.parent / name, here.parents[2] / "docs" / name)
    file = next(place for place in places if place.is_file())
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    return Markup(made.render(file.read_text("utf-8")))  # noqa: S704  our own text, HTML off
