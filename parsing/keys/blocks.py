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
from parsing.records import Heading, Region
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
    entries, spans = [], []
    for m in TABLE.finditer(text, start, end):
        found = re.findall(r"\d+", m["n"] or m["n2"])
        answers = re.findall(r"[A-H]+|[√×✓✗✔✘对错TF]", m["a"] or m["a2"])
        spans.append(m.span())
        if len(found) == len(answers):
            entries += [
                Entry(int(n), a, m.start() + i, m.end(), m.end(), "answer:key_table", m.start())
                for i, (n, a) in enumerate(zip(found, answers, strict=True))
            ]
    for m in RANGE.finditer(text, start, end):
        first, last = int(m["first"]), int(m["last"])
        if not first < last <= first + 60:
            continue
        words = [w for w in re.split(r"[\s、,;/|]+", m["a"]) if w]
        if len(words) != last - first + 1:
            words = list("".join(words))
        spans.append(m.span())
        if len(words) == last - first + 1:
            entries += [
                Entry(first + i, w, m.start() + i, m.end(), m.end(), "answer:key_range", m.start())
                for i, w in enumerate(words)
            ]
    return entries, sorted(spans)


def _within(spans: list[tuple[int, int]], position: int) -> bool:
    i = bisect_right(spans, position, key=itemgetter(0))
    return i > 0 and position < spans[i - 1][1]


def entries(text: str, region: Region, *, open_format: bool, style: str = "") -> list[Entry]:
    """The entries of a key region that form the best sequence of numbers.

    `style` = how the questions above are numbered.
    """
    start, end = region.start, region.end
    found, spans = _ranged(text, start, end)
    weighed = [(numbering.Start(e.pos, e.pos + 1, e.number, "range"), _RANGED) for e in found]
    by_pos = {e.pos: e for e in found}
    for m in HIT.finditer(text, start, end):
        letters = m["a"] or m["b"]
        several = letters[0] in "ABCDEFGH" and not answer_values.believable(letters, several=False)
        if several or _within(spans, m.start()):  # 4 答案 B A A C: keys of several questions
            continue
        at_line = begins_line(text, m.start(), start)
        number = int(m["p"] or m["n"])
        by_pos[m.start()] = Entry(number, letters, m.start(), m.end(), end, "answer:key")
        weighed.append(
            (numbering.Start(m.start(), m.end(), number, "hit"), _AT_LINE if at_line else _IN_LINE)
        )
    run_on = open_format and "\n" not in text[start:end].strip()
    for s in numbering.candidates(text, start, end, inline=run_on):
        if s.inline and text[s.pos - 1] not in _ENDS:
            continue
        if s.pos in by_pos or not s.number or s.style in ("glued", "ocr"):
            continue
        if _within(spans, s.pos):
            continue
        led = bool(_LED.match(text, s.end, end))
        own = s.style == style and not s.inline and style not in ("paren", "glued")
        plain = open_format and (s.style in ("dot", "pause") or own)
        weight = _LABELLED if led else _NUMBERED if plain else _BARE_NUMBER
        by_pos[s.pos] = Entry(s.number, "", s.pos, s.end, end, "answer:key_text")
        weighed.append((s, weight))
    if open_format:
        for s in _words_on_a_line(text, start, end):
            if s.pos not in by_pos and not _within(spans, s.pos):
                by_pos[s.pos] = Entry(s.number, "", s.pos, s.end, end, "answer:key_text")
                weighed.append((s, _NUMBERED))
    weighed.sort(key=lambda pair: pair[0].pos)
    chosen = [by_pos[s.pos] for s in chain(_without_points(text, weighed))]
    for entry, after in pairwise(chosen):
        if entry.rule in ("answer:key", "answer:key_text"):
            entry.end = after.pos
    if chosen and chosen[-1].rule == "answer:key_text" and _on_one_line(text, chosen):
        line = text.find("\n", chosen[-1].start, chosen[-1].end)
        chosen[-1].end = line if line >= 0 else chosen[-1].end
    return chosen


def _words_on_a_line(text: str, start: int, end: int) -> Iterator[numbering.Start]:
    """The numbers behind the first of a line that holds several words: 1.冯特 2.诗经"""
    piece = text[start:end]  # which may begin behind a heading's words
    for line in _LINE.finditer(piece):
        found = list(_WORD.finditer(piece, *line.span()))
        numbers = [int(m["n"]) for m in found]
        if len(found) > 1 and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            head = line.start() + len(line[0]) - len(line[0].lstrip())
            yield from (_word(m, start) for m in found if m.start() > head)


def _word(found: re.Match[str], start: int) -> numbering.Start:
    """The number of a key's word that was found in a stretch from `start` on."""
    at, end = found.start("n") + start, found.end("mark") + start
    return numbering.Start(at, end, int(found["n"]), "dot")


def _on_one_line(text: str, chosen: list[Entry]) -> bool:
    """Whether entries stand behind each other on a line, which ends the last: 1.冯特 2.诗经"""
    return len(chosen) > 1 and "\n" not in text[chosen[0].pos : chosen[-1].pos]


def _without_points(
    text: str, weighed: list[tuple[numbering.Start, float]]
) -> list[tuple[numbering.Start, float]]:
    """No points of a model answer, (1), (2), (3), where the key's first number has no brackets."""

    def bracketed(start: numbering.Start) -> bool:
        return start.style in ("paren", "close") or text[start.pos] in "(["

    if not weighed or bracketed(weighed[0][0]):
        return weighed
    return [(start, weight) for start, weight in weighed if weight >= 1.0 or not bracketed(start)]


def groups(text: str, region: Region, style: str = "") -> list[KeyGroup]:
    """A key region's entries, split where numbers start again; `style` as for `entries`."""
    section = region.section
    is_open = section is None or section.format in ("QA", "FILL", "")
    out: list[KeyGroup] = []
    last = 0
    for entry in entries(text, region, open_format=is_open, style=style):
        if not out or entry.number <= last:
            out.append(KeyGroup(region))
        out[-1].entries.append(entry)
        last = entry.number
    return out


def hits(text: str, start: int, end: int) -> int:
    """How many entries a stretch seems to hold."""
    found, spans = _ranged(text, start, end)
    return len(found) + sum(not _within(spans, m.start()) for m in HIT.finditer(text, start, end))


def chain(weighed: list[tuple[Start, float]], expected: int = 1) -> list[Start]:
    """The sequence of starts with the greatest total weight; `expected` = number after the
    previous section's last.
    """
    best: dict[int, tuple[float, int]] = {}  # number → score, index
    top = (0.0, -1)
    back: list[int] = []
    scores: list[float] = []
    for i, (s, weight) in enumerate(weighed):
        fresh = 0.0 if s.number in (1, expected) else -_KEY_LATE
        options = [(fresh, -1)]
        if s.number - 1 in best:
            options.append(best[s.number - 1])
        if s.number in best:
            score, at = best[s.number]
            options.append((score - _KEY_REPEAT, at))
        for gap in range(2, 7):
            if s.number - gap in best:
                score, at = best[s.number - gap]
                options.append((score - _KEY_GAP, at))
        if top[1] >= 0:
            cost = _KEY_RESTART if s.number == 1 else _KEY_JUMP
            options.append((top[0] - cost, top[1]))
        options = [o for o in options if o[1] < 0 or weighed[o[1]][0].pos < s.pos]
        score, at = max(options)
        score += weight
        scores.append(score)
        back.append(at)
        if s.number not in best or score > best[s.number][0]:
            best[s.number] = (score, i)
        if score > top[0]:
            top = (score, i)
    out: list[Start] = []
    at = top[1]
    while at >= 0:
        out.append(weighed[at][0])
        at = back[at]
    return out[::-1]
