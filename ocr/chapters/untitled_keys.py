"""Keys under a title of their own making, or under none: the names of the sections come again.

一、单项选择题 above questions, and the same again above `1.A 2.C`: there the key begins.
"""

import re
from collections.abc import Sequence

from ocr.chapters.key_lines import key_lines
from ocr.habits.headings import is_heading
from ocr.habits.plain import flat

TITLE = 16  # characters of a title above the key
_TITLED = re.compile(r"^\W{0,3}\S{0,10}答\s?案\S{0,8}$")
_REMARK = re.compile(r"[(].*")
_NUMBERED = re.compile(r"^\s*[(\[【]?\s*\d{1,3}\s*[.、)\]】]|^\s*[(\[]?[A-H]\s*[.、)\]]")
_END = re.compile(r"[。？?!.]\s*$")
Line = tuple[int, str]


def titled(lines: Sequence[Line]) -> list[Line]:
    """The lines with 参考答案 above such a key; as they are where answers came before."""
    plain = [_REMARK.sub("", flat(text)).strip() for _, text in lines]
    start = _start(lines, plain)
    if start is None or any(_TITLED.match(text) for text in plain[: start - 1]):
        return list(lines)
    above = plain[start - 1]
    own = len(above) <= TITLE and not (_NUMBERED.match(above) or _END.search(above))
    cut = start - 1 if own else start
    return [*lines[:cut], (lines[start][0], "参考答案"), *lines[start:]]


def _start(lines: Sequence[Line], plain: Sequence[str]) -> int | None:
    """Place of the first name of a section that comes again above entries of a key."""
    seen: set[str] = set()
    for at, text in enumerate(plain):
        if not is_heading(lines[at][1]):
            continue
        if text in seen and 0 in key_lines([said for _, said in lines[at + 1 :]]).lines:
            return at
        seen.add(text)
    return None
