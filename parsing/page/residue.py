"""Signs that a forum or a converter has strewn over a page: between words, before every number.

Texts of lines and their numbers in; the texts cut in place, each piece a Leftover with its rule.
One such stretch may be anything; a page is believed to be strewn with them from a few on.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from parsing.records import Leftover
from parsing.source_text import BLANKS, fold

# what forums print against copying: single letters and signs, apart: 0 p" Z# ] E) e) M
_STREWN = re.compile(
    r"(?:(?<![!-~])|(?<=[.;?])|(?<=\d\)))[!-~]{1,2}(?:[ ]{1,2}[!-~]{1,2}){2,}?[ ]{1,2}[!-~]{0,2}?"
    r"(?=[A-H]\s?[.、]|\d{1,3}\s?[.、]|[^ -~]|$)"
)
_STREWN_END = re.compile(r"(?<=[\u3400-\u9fff)?）？])\s?[!-~]{1,2}(?: [!-~]{1,2}){1,2}\s*$")
_ODD = re.compile(r"[!#$%&*+@^`{|}~]")
_TIED = re.compile(r"[A-Za-z0-9][^\sA-Za-z0-9]")  # p" and Y*: no formula is printed so
_QUOTED = re.compile(r"(?<![-=A-Za-z<\d>])>(?=[\u3400-\u9fff\d(])")  # a mark of quotation
_LETTERED = re.compile(r"[(\[]?([B-H])\s?[.、:)\]]")
_FEW, _MANY = 2, 4  # stretches of a page, of signs and of marks
_OPTIONS = 3  # letters of a row


def drop_residue(texts: list[str], numbers: list[int], noise: list[Leftover], page: str) -> None:
    """Cut signs against copying, and marks of quotation inside lines."""
    strewn = list(_strewn(texts))
    if len(strewn) >= _FEW:
        _cut(texts, numbers, noise, strewn, Leftover(0, "", "copy_guard", page))
        _cut(texts, numbers, noise, list(_strewn_ends(texts)), Leftover(0, "", "copy_guard", page))
    quoted = list(_quoted(texts))
    if len(quoted) >= _MANY:
        _cut(texts, numbers, noise, quoted, Leftover(0, "", "quote_mark", page))


def _cut(
    texts: list[str],
    numbers: list[int],
    noise: list[Leftover],
    hits: list[tuple[int, int, int]],
    kind: Leftover,
) -> None:
    for line, start, end in reversed(hits):
        noise.append(replace(kind, line=numbers[line], text=texts[line][start:end]))
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


def _strewn_ends(texts: list[str]) -> Iterator[tuple[int, int, int]]:
    """Short runs of such signs that end a line, on a page that is strewn with longer ones."""
    for line, text in enumerate(texts):
        m = _STREWN_END.search(text)
        if m and _ODD.search(m[0]):
            yield line, m.start(), m.end()


def _quoted(texts: list[str]) -> Iterator[tuple[int, int, int]]:
    for line, text in enumerate(texts):
        if ">" in text:
            yield from ((line, m.start(), m.end()) for m in _QUOTED.finditer(fold(text)))
