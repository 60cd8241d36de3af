"""Which rows of a page's own marks may be options: (1)… (2)… below a stem, not points of a text."""

import re

from parsing import words
from parsing.page.letters import UPPER
from parsing.source_text import Lines, begins_line
from parsing.words import any_of

NUMBER = re.compile(r"^[^\S\n]*(?:第?\d{1,3}\s?[.、题]|\d{1,3}\s)", re.MULTILINE)
_ASKED = re.compile(r"[?？:(]\s*\**\s*$|[(\[【]\s*[)\]】]|_{2,}|[是有为]\s*[。.]?\s*$|\]\s*\*?\s*$")
_ANSWERING = re.compile(r"答\s?案|答\s?[:：]|解\s?析|要点|参考|^\s*问题\s?:$")
_EXPLAINS = re.compile(rf"^\s*(?:\d{{1,3}}\s?[.、]\s?)?{any_of(words.TELLS)}[^\n]*$")
_NUMBERED_LINE = re.compile(r"\s*(?:[(]\s?\d\s?[)]\s*)?\d{1,3}\s?[.、]\s?\S{4}")
_UPPER_IN = re.compile(r"[(\[【]\s?[B-H]\s?[)\]】]|(?<![A-Za-z])[B-H]\s?[.、]\s?(?!\d)")
_STEM = 400  # characters before a row of options that may be its stem
Row = list[re.Match[str]]


def is_free(text: str, row: Row, style: str, lines: Lines) -> bool:
    """Whether a row is no list in a stem whose options follow in letters, nor part of an answer."""
    start, last = row[0].start(), row[-1].end()
    if style in ("circled", "numbered") and len(row) > 2:
        before = [text[max(0, m.start() - 2) : m.start()].rstrip()[-1:] for m in row[1:]]
        if before.count(";") == len(before):
            return False  # points of a sentence
    inside = style == "lower" and _UPPER_IN.search(text, start, last)
    if inside:
        return False
    if style != "bullet":
        upper = UPPER.search(text, start, min(len(text), last + 300))
        number = NUMBER.search(text, last, min(len(text), last + 300))
        if upper and not (number and number.start() < upper.start()):
            return False
    above = lines.begin(start) - 1
    if not begins_line(text, start, 0):  # on the stem's own line
        stem = text[max(above + 1, start - _STEM) : start]
        return not _ANSWERING.search(stem) and (style == "lower" or bool(_ASKED.search(stem)))
    stem = text[lines.begin(max(above, 0)) : max(above, 0)]
    while not stem.strip() and above > 0:
        above = lines.begin(above) - 1
        stem = text[lines.begin(max(above, 0)) : max(above, 0)]
    if _ANSWERING.match(stem.strip(" [【(")) or (style != "lower" and _EXPLAINS.search(stem)):
        return False
    return style == "lower" or bool(_ASKED.search(stem) or _NUMBERED_LINE.match(stem))
