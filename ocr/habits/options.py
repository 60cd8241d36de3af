"""Option labels of a book's own style, as A．, and letters put right by their neighbours."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cpsyexam.taxonomy import LETTERS
from ocr.habits.confusions import Repaired
from ocr.habits.headings import flat
from ocr.layout.geometry import Piece

FEW = 4  # questions with such labels that make a style
EVEN = 0.7  # of the most frequent of the first three labels, how often the others come
OTHER = 0.1  # of these questions, how many may have labels that the grammar knows
_SMALL, _STEMS, _CIRCLED = "abcdefgh", "甲乙丙丁戊己庚辛", "ⒶⒷⒸⒹⒺⒻⒼⒽ"
_KNOWN = re.compile(r"\s*[(\[【]?\s*A\s*[.、:·)\]】]")
_SAID = {
    labels: (
        re.compile(rf"(?<![\d.])(\d{{1,3}}\s*[.、:)]?\s*)([{labels}]{{1,5}})(?=$|[\s,;，；。.\d])"),
        re.compile(
            rf"((?:答\s?案\s*[】\])]?\s*[:：]?|[(（])\s*)([{labels}]{{1,5}})(?=\s*(?:[)）。]|$|\s))"
        ),
    )
    for labels in (_STEMS, _SMALL)
}
NUMERALS = 3  # questions with such options that make a habit
_STEM = re.compile(r"^\s*(?:[(]\s*[)]\s*)?\d{1,3}\s*[.、](?!\d)")
_FIRST = re.compile(r"^\s*[(]1[)]\s*\S")
_MARK = re.compile(r"\s*[(]([1-8])[)]\s*")
_PART = re.compile(r"^\s*[一二三四五六七八九十]{1,3}\s*、\s*(?=\d)")
_INLINE = re.compile(rf"{_STEM.pattern}.*[)。？?]\s*[(]1[)].+[(]2[)].+[(]3[)]")
_LETTERED = re.compile(r"(?:^|\s)[(]?[A-D]\s*[.、)]")
_ENTRY = re.compile(r"(?<![\d.])(\d{1,3}\s*[.、:]?\s*)[(]\s*([1-8]{1,6}|[○〇Oo0×✕Xx])\s*[)]")
_POINTS = re.compile(
    r"(?:要点|答案?|提示)\s*[】\])]?\s*:?\s*$"
)  # below it (1) is a point of the answer
_NONE = 99  # options before: what follows is none
_TRUE = {"○": "√", "〇": "√", "O": "√", "o": "√", "0": "√", "✕": "×", "X": "×", "x": "×"}
ALIKE = {"A": "4", "B": "8E", "C": "GO", "D": "O0", "E": "BFR", "F": "EP", "G": "C6", "H": "N"}
_LABEL = re.compile(r"(?<![A-Za-z\d.．])([A-HNOPR]|[0468](?!\s*\.\d))(?=\s*[.．、])")
_SPACED = " \t　"
_NEW = re.compile(
    r"^\s*(?:[（(]?(\d{1,3})\s*[.．、)）]|[一二三四五六七八九十]+\s*、|【|第.{1,4}章)"
)


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


def lettered_options(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter and of its key with letters for these numbers."""
    plain = {at: flat(lines[at].text) for at in (*body, *key)}
    if not _habit([plain[at] for at in body]):
        return {}
    found: dict[int, Repaired] = {}
    last = -1  # place of the option before
    for at in (*body, *key):
        text = _key(plain[at], lines[at].text)
        if _STEM.match(plain[at]):
            last = _NONE if _POINTS.search(plain[at]) else -1
        if text == lines[at].text:
            text, last = _options(lines[at].text, plain[at], last)
        if text != lines[at].text:
            found[at] = Repaired(text, (*lines[at].notes, "options_printed: (1)"))
    return found


def _habit(texts: Sequence[str]) -> bool:
    asked = sum(
        bool(_INLINE.match(text))
        or (_asks(text) and any(_FIRST.match(t) for t in texts[i + 1 : i + 4]))
        for i, text in enumerate(texts)
    )
    lettered = sum(bool(_LETTERED.search(text)) for text in texts)
    return asked >= NUMERALS and lettered < 0.1 * asked + 1


def _asks(text: str) -> bool:
    """Does a question begin here, and not its answer?"""
    return bool(_STEM.match(text)) and not _POINTS.search(text)


def _options(text: str, plain: str, last: int) -> tuple[str, int]:
    """Options of a line, where their numbers follow those before; and the place of the last."""
    out, end = "", 0
    for match in _MARK.finditer(plain):
        place = int(match[1]) - 1
        head = not plain[: match.start()].strip("_ \u3000")
        if place != last + 1 or (place == 0 and not (head or _INLINE.match(plain))):
            continue
        gap = "　　" if match.start() else ""
        out += text[end : match.start()].rstrip("_ 　") + f"{gap}{LETTERS[place]}．"
        end, last = match.end(), place
    return out + text[end:], last


def _key(plain: str, text: str) -> str:
    """A line of nothing but such entries, with letters, ticks and crosses."""
    rest = _ENTRY.sub("", _PART.sub("", plain))
    if not _ENTRY.search(plain) or re.sub(r"[\s,;，；。.]", "", rest):
        return text
    return _ENTRY.sub(lambda m: f"{m[1]}{_said(m[2])}", plain)


def _said(answer: str) -> str:
    if answer.isdigit() and answer != "0":
        return "".join(LETTERS[int(digit) - 1] for digit in answer)
    return _TRUE.get(answer, answer)


def mended(lines: Mapping[int, Repaired], places: Sequence[int]) -> dict[int, Repaired]:
    """The lines, in the order of `places`, whose option letters were out of sequence, mended."""
    found: dict[int, Repaired] = {}
    last = -1  # place of the latest letter of the options being read
    question = 0
    for at in places:
        line = lines[at]
        new = _NEW.match(line.text)
        due = new is not None and new[1] == str(question + 1)
        if new and (due or not _starts_option(line.text, last)):
            last = -1
            question = int(new[1] or question)
        line, last = _in_sequence(line, last)
        if line.text != lines[at].text:
            found[at] = line
    return found


def _in_sequence(line: Repaired, last: int) -> tuple[Repaired, int]:
    """The line with letters that are out of sequence put right, and the place of its last one."""
    text, notes = line.text, list(line.notes)
    for match in list(_LABEL.finditer(text)):
        said, due = match[1], last + 1
        if due < len(LETTERS) and said == LETTERS[due]:
            last = due
        elif match.start() and text[match.start() - 1] not in _SPACED:
            continue  # a letter in the text
        elif said == "A":
            last = 0
        elif 0 < due < len(LETTERS) and said in ALIKE[LETTERS[due]] and _used(said, last):
            right = LETTERS[due]
            text = text[: match.start(1)] + right + text[match.end(1) :]
            notes.append(f"ocr_repair: option_letter: {said} → {right}")
            last = due
    return Repaired(text, tuple(notes)), last


def _used(said: str, last: int) -> bool:
    """Is this no letter that may still come by itself?"""
    return said not in LETTERS or not last < LETTERS.index(said) <= last + 2


def _starts_option(text: str, last: int) -> bool:
    """A digit that stands for the next letter, as in `8．知觉` after A; a number 8 is due later."""
    match = _LABEL.match(text)
    if match is None or not 0 <= last < len(LETTERS) - 1:
        return False
    return match[1] in ALIKE[LETTERS[last + 1]]
