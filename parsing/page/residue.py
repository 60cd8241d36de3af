"""Signs that a forum or a converter has strewn over a page: between words, before every number.

Texts of lines and their numbers in; the texts cut in place, each piece a Leftover with its rule.
One such stretch may be anything; a page is believed to be strewn with them from a few on.
"""

import re
from collections.abc import Iterator

from parsing.records import Leftover
from parsing.source_text import BLANKS, fold

# what forums print against copying: single letters and signs, apart: 0 p" Z# ] E) e) M
_STREWN = re.compile(
    r"(?:(?<![!-~])|(?<=[.;?])|(?<=\d\)))[!-~]{1,2}(?:[ ]{1,2}[!-~]{1,2}){2,}?[ ]{1,2}[!-~]{0,2}?"
    r"(?=[A-H]\s?[.、]|\d{1,3}\s?[.、]|[^ -~]|$)"
)
_ODD = re.compile(r"[!#$%&*+@^`{|}~]")
_TIED = re.compile(r"[A-Za-z0-9][^\sA-Za-z0-9]")  # p" and Y*: no formula is printed so
_QUOTED = re.compile(r"(?<![-=A-Za-z<\d>])>(?=[\u3400-\u9fff\d(])")  # a mark of quotation
_LETTERED = re.compile(r"[(\[]?([B-H])\s?[.、:)\]]")
_FEW, _MANY = 2, 4  # stretches of a page, of signs and of marks
_OPTIONS = 3  # letters of a row


def drop_residue(texts: list[str], numbers: list[int], noise: list[Leftover], page: str) -> None:
    """Cut signs against copying, and marks of quotation inside lines."""
    for rule, hits in (("copy_guard", list(_strewn(texts))), ("quote_mark", list(_quoted(texts)))):
        if len(hits) < (_FEW if rule == "copy_guard" else _MANY):
            continue
        for line, start, end in reversed(hits):
            noise.append(Leftover(numbers[line], texts[line][start:end], rule, page))
            texts[line] = texts[line][:start] + texts[line][end:]


def drop_letters(texts: list[str], numbers: list[int], noise: list[Leftover], page: str) -> None:
    """Drop lines of letters alone that repeat the options above them: A⏎B⏎C⏎D to click on."""
    if not any(text.strip(BLANKS) in ("A", "\uff21") for text in texts):
        return
    bare = [fold(text).strip(BLANKS) for text in texts]
    filled = [i for i, text in enumerate(bare) if text]
    gone: set[int] = set()
    for at, i in enumerate(filled):
        if bare[i] != "A" or not at:
            continue
        last = _LETTERED.match(bare[filled[at - 1]])
        many = ord(last[1]) - 64 if last else 0
        run = filled[at : at + many]
        if many >= _OPTIONS and [bare[k] for k in run] == [chr(65 + k) for k in range(many)]:
            gone.update(run)
    for i in sorted(gone, reverse=True):
        noise.append(Leftover(numbers[i], texts[i], "option_letters", page))
        del texts[i], numbers[i]


def _strewn(texts: list[str]) -> Iterator[tuple[int, int, int]]:
    for line, text in enumerate(texts):
        if not _ODD.search(text):
            continue
        for m in _STREWN.finditer(text):
            signs = sum(not c.isalnum() and c != " " for c in m[0])
            if _ODD.search(m[0]) and _TIED.search(m[0]) and signs > 1:
                yield line, m.start(), m.end()


def _quoted(texts: list[str]) -> Iterator[tuple[int, int, int]]:
    for line, text in enumerate(texts):
        if ">" in text:
            yield from ((line, m.start(), m.end()) for m in _QUOTED.finditer(fold(text)))
