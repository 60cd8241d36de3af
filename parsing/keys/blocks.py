"""Keys: numbers with answers, apart from their questions."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from operator import itemgetter

from parsing.keys import values as answer_values
from parsing.keys.rows import HIT, RANGE, TABLE
from parsing.numbers import candidates as numbering
from parsing.numbers.candidates import Start
from parsing.records import ALPHABET, Heading, Region
from parsing.source_text import begins_line

_LED = re.compile(
    r"\s{0,4}(?:[\[【(]?\s?[^\s\d()\[\]【】:]{0,6}答案?[^\s()\[\]【】:]{0,4}[\]】):]"
    r"|[\[【]\s?(?:答|解析)|答\s)"
)
# a line of numbered words, each of them short
_LINE = re.compile(r"^[^\S\n]{0,20}\d{1,3}\s?[.、][^\n。?]{1,300}$", re.MULTILINE)
_WORD = re.compile(
    r"(?:^|(?<=[\s;]))(?P<n>\d{1,3})(?P<mark>\s?[.、](?:\s{1,2}(?=\S)|(?=[^\s\d])))", re.MULTILINE
)
_ENDS = tuple("。？?！!;)")  # before a number inside a line, on pages that lost their line breaks
# weights of a key's entries by what shows them, chosen on rendered papers and golden cases
_AT_LINE, _RANGED, _IN_LINE = 3.2, 3.0, 2.6  # 1.B first on a line; 1-5 ABCDA; 1.B behind others
_LABELLED, _NUMBERED, _BARE_NUMBER = 3.0, 1.0, 0.15  # a text: 1.答案：…; 1.…; a number of any style
# what a step of a key's numbers costs, chosen in the same way
_KEY_LATE, _KEY_REPEAT, _KEY_GAP = 0.6, 1.6, 1.0
_KEY_RESTART, _KEY_JUMP = 2.0, 2.6


@dataclass
class Entry:
    """One number of a key."""

    number: int
    letters: str  # "" for a text answer
    pos: int
    start: int  # of what follows number and letters
    end: int
    rule: str
    begin: int = -1  # of the row that names several numbers at once


@dataclass
class KeyGroup:
    """The entries under one heading, numbers rising."""

    region: Region
    entries: list[Entry] = field(default_factory=list)

    @property
    def chapter(self) -> str:
        """Label of the chapter in the key."""
        return self.region.chapter.label if self.region.chapter else ""

    @property
    def section(self) -> Heading | None:
        """The section heading in the key."""
        return self.region.section


def _ranged(text: str, start: int, end: int) -> tuple[list[Entry], list[tuple[int, int]]]:
    """The entries of tables and ranges, and the stretches of these."""
    rows: list[tuple[re.Match[str], list[int], list[str], str]] = []
    for m in TABLE.finditer(text, start, end):
        numbers = [int(n) for n in re.findall(r"\d+", m["n"] or m["n2"])]
        signs = re.findall(r"[A-H]+|[√×✓✗✔✘对错TF]", m["a"] or m["a2"])
        rows.append((m, numbers, signs, "answer:key_table"))
    for m in RANGE.finditer(text, start, end):
        first, last = int(m["first"]), int(m["last"])
        if first < last <= first + 60:
            words = [w for w in re.split(r"[\s、,;/|]+", m["a"]) if w]
            words = words if len(words) == last - first + 1 else list("".join(words))
            rows.append((m, list(range(first, last + 1)), words, "answer:key_range"))
    found = [
        Entry(number, sign, m.start() + i, m.end(), m.end(), rule, m.start())
        for m, numbers, signs, rule in rows
        if len(numbers) == len(signs)
        for i, (number, sign) in enumerate(zip(numbers, signs, strict=True))
    ]
    return found, sorted(m.span() for m, *_ in rows)


def _within(spans: list[tuple[int, int]], position: int) -> bool:
    i = bisect_right(spans, position, key=itemgetter(0))
    return i > 0 and position < spans[i - 1][1]


def entries(text: str, region: Region, *, open_format: bool, style: str = "") -> list[Entry]:
    """The entries of a key region that form the best sequence of numbers.

    `style` = how the questions above are numbered.
    """
    start, end = region.start, region.end
    found, spans = _ranged(text, start, end)
    weighed = [(Start(e.pos, e.pos + 1, e.number, "range"), _RANGED) for e in found]
    by_pos = {e.pos: e for e in found}
    for m in HIT.finditer(text, start, end):
        letters = m["a"] or m["b"]
        several = letters[0] in ALPHABET and not answer_values.believable(letters, several=False)
        if several or _within(spans, m.start()):  # 4 答案 B A A C: keys of several questions
            continue
        at_line = begins_line(text, m.start(), start)
        number = int(m["p"] or m["n"])
        by_pos[m.start()] = Entry(number, letters, m.start(), m.end(), end, "answer:key")
        weighed.append((Start(*m.span(), number, "hit"), _AT_LINE if at_line else _IN_LINE))
    run_on = open_format and "\n" not in text[start:end].strip()
    texts: list[tuple[Start, float]] = []
    for s in numbering.candidates(text, start, end, inline=run_on):
        inside = s.inline and text[s.pos - 1] not in _ENDS
        if not inside and s.number and s.style not in ("glued", "ocr"):
            own = s.style == style and not s.inline and style != "paren"
            plain = open_format and (s.style in ("dot", "pause") or own)
            led = _LED.match(text, s.end, end)
            texts.append((s, _LABELLED if led else _NUMBERED if plain else _BARE_NUMBER))
    words = _words_on_a_line(text, start, end) if open_format else ()
    for s, weight in (*texts, *((s, _NUMBERED) for s in words)):
        if s.pos not in by_pos and not _within(spans, s.pos):
            by_pos[s.pos] = Entry(s.number, "", s.pos, s.end, end, "answer:key_text")
            weighed.append((s, weight))
    weighed.sort(key=lambda pair: pair[0].pos)
    if weighed and not _bracketed(text, weighed[0][0]):  # (1), (2) are points of a model answer
        weighed = [(s, w) for s, w in weighed if w >= 1.0 or not _bracketed(text, s)]
    chosen = [by_pos[s.pos] for s in chain(weighed)]
    for entry, after in pairwise(chosen):
        if entry.rule in ("answer:key", "answer:key_text"):
            entry.end = after.pos
    on_one_line = len(chosen) > 1 and "\n" not in text[chosen[0].pos : chosen[-1].pos]
    if on_one_line and chosen[-1].rule == "answer:key_text":  # 1.冯特 2.诗经
        line = text.find("\n", chosen[-1].start, chosen[-1].end)
        chosen[-1].end = line if line >= 0 else chosen[-1].end
    return chosen


def _words_on_a_line(text: str, start: int, end: int) -> Iterator[Start]:
    """The numbers behind the first of a line that holds several words: 1.冯特 2.诗经"""
    piece = text[start:end]  # which may begin behind a heading's words
    for line in _LINE.finditer(piece):
        found = list(_WORD.finditer(piece, *line.span()))
        numbers = [int(m["n"]) for m in found]
        if len(found) > 1 and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            head = line.start() + len(line[0]) - len(line[0].lstrip())
            for m in found:
                if m.start() > head:
                    yield Start(m.start("n") + start, m.end("mark") + start, int(m["n"]), "dot")


def _bracketed(text: str, start: Start) -> bool:
    return start.style in ("paren", "close") or text[start.pos] in "(["


def groups(text: str, region: Region, style: str = "") -> list[KeyGroup]:
    """A key region's entries, split where numbers start again; `style` as for `entries`."""
    is_open = region.section is None or region.section.format in ("QA", "FILL", "")
    out: list[KeyGroup] = []
    for entry in entries(text, region, open_format=is_open, style=style):
        if not out or entry.number <= out[-1].entries[-1].number:
            out.append(KeyGroup(region))
        out[-1].entries.append(entry)
    return out


def hits(text: str, start: int, end: int) -> int:
    """How many entries a stretch seems to hold."""
    found, spans = _ranged(text, start, end)
    return len(found) + sum(not _within(spans, m.start()) for m in HIT.finditer(text, start, end))


def chain(weighed: list[tuple[Start, float]]) -> list[Start]:
    """The sequence of starts with the greatest total weight."""
    best: dict[int, tuple[float, int]] = {}  # number → score, index
    top = (0.0, -1)
    back: list[int] = []
    for i, (s, weight) in enumerate(weighed):
        ways = [(0.0 if s.number == 1 else -_KEY_LATE, -1)]
        for step in range(7):
            score, at = best.get(s.number - step, (0.0, -1))
            if at >= 0:
                cost = _KEY_REPEAT if step == 0 else _KEY_GAP * (step > 1)
                ways.append((score - cost, at))
        if top[1] >= 0:
            ways.append((top[0] - (_KEY_RESTART if s.number == 1 else _KEY_JUMP), top[1]))
        score, at = max(way for way in ways if way[1] < 0 or weighed[way[1]][0].pos < s.pos)
        score += weight
        back.append(at)
        if s.number not in best or score > best[s.number][0]:
            best[s.number] = (score, i)
        top = max(top, (score, i), key=itemgetter(0))
    out: list[Start] = []
    at = top[1]
    while at >= 0:
        out.append(weighed[at][0])
        at = back[at]
    return out[::-1]
