"""Books to learn by heart: terms with their definition behind a colon, blanks with their answer.

`1.移情：移情是指…` is a term with its answer, `1.情绪分为____。（心境）` a blank with it: each
where a section prints it so again and again.
"""

import re
from collections.abc import Iterator, Sequence

from ocr.headings import is_heading, whole_name
from ocr.plain import flat

FEW = 3  # lines of a section with such an answer
_TERM = re.compile(r"^\s*(\d{1,3}\s*[.、]\s*)([^:。?!]{2,30}?)\s*:\s*(?=(.{2}))")
_BLANK = re.compile(r"^\s*\d{1,3}\s*[.、].*____.*?[。.]?\s*(\(([^()]{1,30})\))\s*[。.]?\s*$")

Line = tuple[int, str]


def recited(lines: Sequence[Line]) -> Iterator[Line]:
    """(place, text) of lines, an answer within a line on one of its own."""
    start = 0
    heads = [at for at, (_, text) in enumerate(lines) if is_heading(text)]
    for end in (*heads[1:], len(lines)):
        section = lines[start:end]
        name = whole_name(section[0][1]) if section else ""
        split = _defined if "名词解释" in name else _filled if "填空" in name else None
        found = [split(text) if split else None for _, text in section]
        habit = sum(parts is not None for parts in found) >= FEW
        for (at, text), parts in zip(section, found, strict=True):
            if parts and habit:
                yield at, parts[0]
                yield at, parts[1]
            else:
                yield at, text
        start = end


def _defined(text: str) -> tuple[str, str] | None:
    match = _TERM.match(flat(text))
    if match is None:
        return None
    return text[: match.end(2)], f"答：{text[match.end() :].strip()}"


def _filled(text: str) -> tuple[str, str] | None:
    match = _BLANK.match(flat(text))
    if match is None:
        return None
    return text[: match.start(1)].rstrip(), f"答案：{text[match.start(2) : match.end(2)]}"
