"""Answers of a key to open questions that begin with a verdict: 错误。气质没有好坏之分…."""

import re

from parsing.keys.labels import tags
from parsing.source_text import Sheet

_VERDICT = re.compile(r"(?:正确|错误|不?对|错|[√×✓✗])(?=[\s。.,;:、]*$)")
_LONG = 8  # characters of an argument


def argued(sheet: Sheet, pos: int, start: int, end: int) -> str:
    """The verdict before `start`, in an entry from `pos` to `end`, with its argument; "" without.

    A reason with a label of its own is no part of the answer.
    """
    verdict = _VERDICT.search(sheet.text, pos, start)
    rest = sheet.text[start:end].strip(" 。.,;:、\n")
    labelled = any(tag.kind == "expl" for tag in tags(sheet.text, start, end))
    if verdict is None or labelled or len(rest) < _LONG:
        return ""
    return sheet.verbatim(verdict.start(), end)
