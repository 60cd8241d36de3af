"""Option labels of a book's own style, as A．, before its pages are put in order.

Reading order, rows and paragraphs all go by option labels. Where a book prints (a), a, ○A, Ⓐ, 甲、
or a bare A, the first three labels come nearly equally often: then they are its style.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from cpsyexam.taxonomy import LETTERS
from ocr.habits.plain import flat
from ocr.layout.geometry import Piece

FEW = 4  # questions with such labels that make a style
EVEN = 0.7  # of the most frequent of the first three labels, how often the others come
OTHER = 0.1  # of these questions, how many may have labels that the grammar knows
_SMALL, _STEMS, _CIRCLED = "abcdefgh", "甲乙丙丁戊己庚辛", "ⒶⒷⒸⒹⒺⒻⒼⒽ"
_KNOWN = re.compile(r"\s*[(\[【]?\s*A\s*[.、:·)\]】]")


@dataclass(frozen=True)
class _Style:
    labels: str
    label: re.Pattern[str]


def _style(labels: str, pattern: str) -> _Style:
    return _Style(labels, re.compile(rf"(?:^|(?<=[\s_]))\s*{pattern.format(f'([{labels}])')}\s*"))


STYLES = (
    _style(_SMALL, r"[(\[]\s*{}\s*[)\]]\s*[.、]?"),
    _style(LETTERS[:8], r"[○〇◯]\s*{}\s*[.、]?"),
    _style(_CIRCLED, r"{}\s*[.、]?"),
    _style(_STEMS, r"[(]\s*{}\s*[)]\s*[.、]?"),
    _style(_STEMS, r"{}\s*[.、:]"),
    _style(_SMALL, r"{}\s*[.、](?![a-z]\s?\.)"),
    _style(_SMALL, r"{}(?:\s+|(?=[\u4e00-\u9fff“《]))(?![.、:)])"),
    _style(LETTERS[:8], r"{}(?:\s+|(?=[\u4e00-\u9fff“《]))(?![.、:)])"),
)
_SAID = {
    labels: (
        re.compile(rf"(?<![\d.])(\d{{1,3}}\s*[.、:)]?\s*)([{labels}]{{1,5}})(?=$|[\s,;，；。.\d])"),
        re.compile(
            rf"((?:答\s?案\s*[】\])]?\s*[:：]?|[(（])\s*)([{labels}]{{1,5}})(?=\s*(?:[)）。]|$|\s))"
        ),
    )
    for labels in (_STEMS, _SMALL)
}


def option_style(texts: Iterable[str]) -> _Style | None:
    """The style in which pieces of text begin that are options, None for one the grammar knows."""
    plain = [_plain(text) for text in texts]
    known = sum(_KNOWN.match(text) is not None for text in plain)
    for style in STYLES:
        count = Counter(m[1] for text in plain if (m := style.label.match(text)))
        first = [count[label] for label in style.labels[:3]]
        if first[0] >= FEW and min(first) >= EVEN * max(first) and known <= OTHER * first[0]:
            return style
    return None


def in_letters(pages: Sequence[Sequence[Piece]]) -> list[list[Piece]]:
    """The pieces of each page with letters for the labels of the book's own style."""
    style = option_style(piece.text for page in pages for piece in page)
    if style is None:
        return [list(page) for page in pages]
    return [[replace(p, text=_lettered(p.text, style)) for p in page] for page in pages]


def _lettered(text: str, style: _Style) -> str:
    """A piece with A．for its first label, and for those that go on after it."""
    plain = _plain(text)
    out, end, due = "", 0, -1
    for match in style.label.finditer(plain):
        place = style.labels.index(match[1])
        if place != due and (due >= 0 or match.start()):
            continue
        gap = "　　" if match.start() else ""
        out += text[end : match.start()].rstrip() + f"{gap}{LETTERS[place]}．"
        end, due = match.end(), place + 1
    said = out + text[end:]
    return _answers(said, style.labels) if style.labels in _SAID and due < 0 else said


def _answers(text: str, labels: str) -> str:
    """A piece without labels whose answers name them: 1．乙, 答案：b, （ 丙 ）."""
    plain = found = _plain(text)
    for pattern in _SAID[labels]:
        found = pattern.sub(lambda m: m[1] + "".join(LETTERS[labels.index(c)] for c in m[2]), found)
    return text if found == plain else found


def _plain(text: str) -> str:
    """Folded, but for circled letters."""
    return "".join(c if c in _CIRCLED else flat(c) for c in text)
