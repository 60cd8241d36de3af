"""Options: letters A, B, C … in order, each with its own text.

A letter inside an option (维生素B, A. H. Maslow, B型) must not split it, so each candidate is
weighed by its mark and its place, and the best chain A→B→C… wins.
"""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from parsing.records import ALPHABET
from parsing.source_text import Sheet

_LETTER = re.compile(
    r"(?=[(\[【<A-H\ue001-\ue008])(?:(?P<open>[(\[【<])\s?(?P<in>[A-H])\s?[)\]】>]\s?[.、:]?"
    r"|(?P<own>[\ue001-\ue008])(?P=own){0,3}"
    r"|(?P<out>[A-H])(?:[^\S\n]{0,2}(?P<mark>[.、:)\]]|,(?=\S))|(?=[^A-Za-z0-9]|\d"
    r"|[A-H][和及与、])))"
)
_MARK = r"{}\s?[.、)]\s{{0,4}}√?\s{{0,4}}"
_EMPTY_ROW = re.compile(
    rf"(?:\(?{_MARK.format('A')}\(?{_MARK.format('B')}\(?{_MARK.format('C')}"
    rf"(?:\(?{_MARK.format('[D-H]')}){{0,5}})\s*$"
)
_SCORE = re.compile(r"\s*[(\[【]\s?(?:分\s?数\s?:\s?|本题|每题)\s?\d[\d.\s]{0,6}分?\s?[)\]】]\s*$")
_NAMED = re.compile(r"[型组类项族级区层]")
TICK = re.compile(r"\s*[√✓✔☑]\s*$")
_TICKED = re.compile("[√✓✔☑]")
_OWN_AGAIN = {a: re.compile(rf"(?<=\s){a}\s?[.．、]\s?(?=\S)") for a in ALPHABET}
_INITIAL = re.compile(r"\s?[A-Z]\s?\.")  # A. H. Maslow
_CLOSING = (")", "]", "】")
_TICK_BEFORE = re.compile(r"(?:\n|\A)[^\S\n]*[√✓✔☑][^\S\n]*\Z")
_BY_COLUMN = ("ACBD", "ADBEC", "ADBECF", "ABDCE")  # letters of two columns, row by row
_FIRST_A = 0.5  # a later A must be that much better than the first: an option may hold an A
# weights of a letter by its mark and place, chosen on rendered papers and golden cases (make
# bench-parse); tests/parsing/test_weights.py turns each the wrong way
_BRACKETED = 2.5  # (A)
_FIRST_ON_LINE, _AFTER_BLANK, _AFTER_STOP = 2.5, 1.2, 0.9
_AFTER_LETTER, _AFTER_DIGIT = 2.0, 0.8  # against: DNA, 3B
_INITIALS = 2.5  # against: A. H. Maslow
_NAME = 1.6  # against: 维生素A, A型
_SAME_MARK, _OTHER_MARK, _SAME_PLACE = 1.0, 0.8, 0.4  # of neighbours in a row
_LEAVES_BRACKETS = 3.0  # against: (D)涂爾幹(E. Durkheim), where A to D have brackets
_SEPARATORS = ";；,，、•·"
_STARS = ("*", "★", "☆")
_DIP = 1.5  # a weak letter may stand in a chain that later letters make good
_MARKS = {".": 2.0, "、": 2.0, ")": 1.7, "]": 1.0, ":": 1.4, ",": 0.4}


class Option(NamedTuple):
    """A letter and the stretch of its text."""

    letter: str
    pos: int  # of the letter's mark
    start: int
    end: int
    style: str
    weight: float
    bol: bool  # first on its line


def _letters(text: str, start: int, end: int) -> list[Option]:
    """The letters of a stretch that may begin an option, with what speaks for and against each."""
    found = []
    for m in _LETTER.finditer(text, start, end):
        at, after = m.span()
        opening, own, mark = m["open"], m["own"], m["mark"]
        letter = m["in"] or m["out"] or chr(ord(own) - 0xE001 + 65)
        before = text[at - 1] if at > start else "\n"
        gap = text[max(start, at - 12) : at]
        bare = gap.rstrip()
        bol = not bare or "\n" in gap[len(bare) :]
        style = "paren" if opening else "own" if own else mark or "bare"
        weight = _BRACKETED if opening or own else _MARKS[mark] if mark else 0.0
        if bol:
            weight += _FIRST_ON_LINE
        elif before.isspace():
            weight += _AFTER_BLANK
        else:
            weight += _AFTER_STOP * (before in ")]】?。:;._…")
            if before.isascii() and before.isalnum():
                weight -= _AFTER_LETTER if before.isalpha() else _AFTER_DIGIT
        if mark == "." and _INITIAL.match(text, after, after + 4):
            weight -= _INITIALS
        if style == "bare":
            named = before in "素类第" or _NAMED.match(text, after, end) is not None
        else:
            named = before == "素" and not bol
        weight -= _NAME if named else 0.0
        found.append(Option(letter, at, after, after, style, weight, bol))
    return found


def find(text: str, start: int, end: int) -> list[Option]:
    """The options of a stretch with their texts' spans; [] where there are fewer than two."""
    row = _EMPTY_ROW.search(text, max(start, end - 60), end)
    stop = row.start() if row and "A" in text[start : row.start()] else end
    letters = _letters(text, start, stop)
    picked = _chain(letters)
    if len({o.letter for o in letters}) > len(picked):
        picked = max(picked, _scattered(letters), key=len)
    if len(picked) < 2:
        return []
    ends = sorted({o.pos for o in picked})
    following = dict(zip(ends, [*ends[1:], stop], strict=True))
    return [o._replace(end=following[o.pos]) for o in picked]


def _chain(letters: list[Option]) -> list[Option]:
    """The best chain A→B→C…"""
    best: list[dict[str, int]] = [{} for _ in ALPHABET]  # by place: style → index of the best chain
    scores: list[float] = []
    back: list[int] = []
    top = -1
    for i, o in enumerate(letters):
        place = ALPHABET.index(o.letter)
        score, at = o.weight, -1
        if place:
            ways = ((_joined(letters[j], o, scores[j]), j) for j in best[place - 1].values())
            score, at = max(ways, default=(-1.0, -2))
        worth = at == -1 or (at >= 0 and score > scores[at] - _DIP)
        scores.append(score)
        back.append(at)
        if not worth:
            continue
        rival = best[place].get(o.style)
        bracketed = o.style == "paren"
        margin = (0.0 if place or bracketed else _FIRST_A) - 0.01 * bracketed
        if rival is None or score > scores[rival] + margin:
            best[place][o.style] = i
        if place and (top < 0 or score > scores[top]):
            top = i
    out: list[Option] = []
    while top >= 0:
        out.append(letters[top])
        top = back[top]
    return out[::-1]


def _joined(before: Option, o: Option, score: float) -> float:
    """The score of a chain with one more letter."""
    same = _SAME_MARK if before.style == o.style else -_OTHER_MARK
    leaves = before.style == "paren" != o.style and not o.bol and before.letter > "B"
    same -= _LEAVES_BRACKETS * leaves
    return score + o.weight + same + _SAME_PLACE * (before.bol == o.bol)


def _scattered(letters: list[Option]) -> list[Option]:
    """Options out of order (columns read wrongly): each letter once, first on its line, or all
    of them in one mark, two columns as rows: A.… C.… B.… D.…
    """
    marked = [o for o in letters if o.style != "bare"]
    listed = [o for o in marked if o.bol]
    for strong in (listed, marked if len({o.style for o in marked}) == 1 else []):
        names = "".join(o.letter for o in strong)
        whole = len(names) > 2 and "".join(sorted(names)) == ALPHABET[: len(names)]
        if whole and (strong is not marked or names in _BY_COLUMN):
            return sorted(strong, key=lambda o: o.letter)
    return []


@dataclass
class Texts:
    """Printed texts of options, where they stand, which are ticked, and what was cut off."""

    texts: list[str] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    ticked: list[int] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)


def _lettered_again(options: list[Option], printed: list[str]) -> list[str]:
    """Options whose own letter stands once more inside them, without it; "" for any other.

    Ends with the first that has none: all or none are printed so.
    """
    out: list[str] = []
    for option, text in zip(options, printed, strict=True):
        pieces = _OWN_AGAIN[option.letter].split(text) if option.letter in text else []
        if len(pieces) != 2:
            return [*out, ""]
        out.append("".join(pieces))
    return out


def tick_before(text: str, pos: int) -> int | None:
    """Where the tick begins that stands on an option's line before its letter; None without one."""
    found = _TICK_BEFORE.search(text, max(0, pos - 8), pos)
    return found.start() if found else None


def texts(sheet: Sheet, options: list[Option]) -> Texts:
    """The texts of options without ticks, points and separators."""
    read, text = Texts(), sheet.text
    stars = [o.pos > 0 and text[o.pos - 1] in _STARS for o in options]
    starred = any(stars) and not all(stars)
    ticks = _TICKED.search(text, max(0, options[0].pos - 8), max(o.end for o in options))
    before = [tick_before(text, o.pos) if ticks else None for o in options]
    for i, option in enumerate(options):
        start, end = option.start, option.end
        sheet.take(option.pos, end)
        if after := (before[i + 1] if i + 1 < len(options) else 0):  # the next option's tick
            end = min(end, after)
        if text[end - 1 : end] in _STARS:  # the next option's star
            end = end - 1
        right = starred and stars[i]
        right = right or before[i] is not None or sheet.marked(option.pos, end) != ""
        last = text[start:end].rstrip()[-1:]
        if last in _CLOSING and (found := _SCORE.search(text, max(start, end - 24), end)):
            read.cut.append(sheet.raw(found.start(), end).strip())
            end = found.start()
        if ticks and (found := TICK.search(text, max(start, end - 24), end)):
            right, end = True, found.start()
        read.texts.append(sheet.verbatim(start, end))
        read.spans.append((start, end))
        read.ticked += [i] if right else []
    out = read.texts
    if len(out) > 2 and all(again := _lettered_again(options, out)):
        out = again  # A.警告 A.Warnings: one letter for each of two languages
    lasts = {t[-1:] for t in out}
    for mark in (m for m in _SEPARATORS if m in lasts):
        ended = sum(t.endswith(mark) and len(t) > 1 for t in out)
        if len(out) > 2 and ended and ended >= len(out) - 1 - len(read.ticked):
            out = [t[:-1].rstrip() if t.endswith(mark) else t for t in out]
            break
    read.texts = out
    return read
