"""Markdown → HTML by CommonMark with tables, then read as a page."""

import re
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from documents.html import Text, fragment_text

_TASK = re.compile(r"^(\s*[-*+]\s+)\[([ xX])\]\s+", re.MULTILINE)
_TAG = re.compile(r"_(\[[^\[\]\n]{1,8}\])_(?=\S)")  # before Chinese no underscore ends emphasis
_BLANK = re.compile(r"_{3,}")
_STAND_IN = "\ue0fb"  # a blank to fill in is no emphasis
# lines of options stand below each other as they are written, not in one paragraph
_READER = MarkdownIt("commonmark", {"breaks": True, "html": True})
_READER.enable("table").disable("reference")  # `[甲]: 乙` is text that a reader should see
_READER.add_render_rule("fence", lambda _, tokens, at, *__: _fence(tokens[at]))


def read_markdown(source: str) -> Text:
    """The text of a Markdown file: numbers, options, tables, bold keys and boxes `[x]`."""
    source = _TAG.sub(r"\1 ", _TASK.sub(_box, source))
    source = "\n".join(
        line if _BLANK.fullmatch(line.strip()) else _BLANK.sub(_STAND_IN, line)
        for line in source.split("\n")
    )
    return fragment_text(_READER.render(source).replace(_STAND_IN, "____"))


def _fence(token: Token) -> str:
    """A fenced passage, and what stands behind its opening fence."""
    return f"<p>{escape(token.info)}</p><pre>{escape(token.content)}</pre>"


def _box(found: re.Match[str]) -> str:
    checked = " checked" if found[2] != " " else ""
    return f'{found[1]}<input type="checkbox"{checked}> '
