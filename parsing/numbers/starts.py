"""Where questions begin: a region → the sequence of starts that explains it best.

Candidates (numbers, tags, and lines above rows of options) are evidence, not verdicts. A dynamic
programme over all of them chooses the sequence with the greatest sum of segment scores, where a
segment runs from one start to the next: it should hold one row of options, one key, and the next
number. Linear in the number of candidates.
"""

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from parsing.numbers import candidates as numbering
from parsing.numbers.candidates import Start
from parsing.numbers.evidence import Proof, weeded
from parsing.numbers.page_style import Mark, of_page
from parsing.numbers.unnumbered import unnumbered
from parsing.records import ALPHABET, Region
from parsing.words import ASKS, BLANK, any_of

_TOLD = ("阐述", "结合", "请")
_WORDS = any_of(ASKS, _TOLD, ("举例", "什么", "名词解释", "试"))
_ASKING = re.compile(rf"[?？]|^\s{{0,4}}{_WORDS}")
_DEFINES = re.compile(
    r"\s{0,4}(?P<term>[^\n:。,?]{1,16}?)\s?(?:(?::\s?)?(?=是|指|即|又称|:)|\n\s{0,4}(?=(?P=term)))"
)
_DEFINING = re.compile(r"\s{0,4}[^\n:。,?;]{1,16}?\s?:\s?(?=是|指|即|又称)")
_BLANK = re.compile(rf"{BLANK}|[(]\s[^()\n]{{1,14}}\s[)]")  # empty, or filled in
_UNNUMBERED_STYLES = ("row", "run")
_ASKS_LINE = re.compile(rf"[?]|^\s{{0,4}}{any_of(ASKS, _TOLD)}")
_ASKED_LINES = 2  # of a style
_ASKED_IN = 160  # characters of a line that may ask
_HEAD, _BEGINS = 120, 60  # characters behind a number that may hold a blank, a question's words
_CLOZE, _MOSTLY = 3, 0.7  # rows right behind numbers, and their share of all
_RECENT = 8  # candidates back that a segment may span, whatever their numbers
_FAR = 3  # earlier candidates of the fitting number that a segment may span besides
# weights of a segment, chosen on rendered papers and golden cases (make bench-parse)
_ROW, _SECOND_ROW, _ROW_BEFORE, _ROW_MISSING = 2.0, 1.6, 0.8, -3.0
_KEY, _KEY_OF_ROW, _SECOND_KEY = 1.5, 0.6, 0.2
_ASKS, _OPEN_INLINE, _UNPROVEN, _UNPROVEN_TAG = 0.3, 0.9, 0.2, -0.2
_REPEAT, _GAP, _RESTART, _JUMP, _UNNUMBERED = 1.6, 1.0, 2.0, 2.6, 0.3
_LATE_FIRST, _OTHER_STYLE, _LOST_NUMBER = 0.6, 1.0, 0.9
_LISTED = 0.9  # against: 1.本试卷… 2.答卷前… above the options
_TORN_END = 0.8  # for the number that counts on where the page breaks off
_ASKING_STYLE = 0.6  # for numbers of the style whose lines ask
_FARTHEST = 400  # characters between them that count
_FAR_ROW = 0.0005  # for each character between a number and its row: of two take the nearer
_ALIKE_STYLE = 0.3  # `1、` and `2.` inside lines: one printer's points


@dataclass
class _Scene:
    """What the decoder knows of a region."""

    starts: list[Start]
    proof: Proof
    prior: list[float]  # weight of each start by itself
    certain: bool  # most questions have options: a start without any is worth little
    opened: list[tuple[int, int]]  # rows and keys before each start's stem
    stemless: list[bool]  # options stand right behind the number
    closed: list[tuple[int, int]]  # rows and keys before each start's number; last: region's end
    listed: list[bool]  # its number's next stands before its options: a list, no question
    torn: bool = False  # the page may break off inside its last question
    step: int = 1  # -1 where the page counts down

    def segment(self, i: int, j: int) -> float:
        """Score of a question that runs from start i to start j."""
        start = self.starts[i]
        rows = self.closed[j][0] - self.opened[i][0]
        keys = self.closed[j][1] - self.opened[i][1]
        if self.stemless[i] or (rows <= 0 and start.style in _UNNUMBERED_STYLES):
            return _ROW_MISSING
        score = 0.0
        if rows > 0:
            score += _ROW - _SECOND_ROW * min(rows - 1, 4)
            if not start.inline:
                gap = self.proof.rows[self.opened[i][0]][0] - start.end
                score -= _FAR_ROW * min(gap, _FARTHEST)
        if keys > 0:
            score += (_KEY_OF_ROW if rows > 0 else _KEY) - _SECOND_KEY * min(keys - 1, 4)
        weight = self.prior[i] - _LISTED * (self.listed[i] and rows > 0)
        if score <= 0 and weight > 0 and self.certain:
            weight = _UNPROVEN_TAG if start.style == "none" else weight * _UNPROVEN
        return score + weight


def starts(text: str, region: Region, proof: Proof, expected: int, marks: set[Mark]) -> list[Start]:
    """Where the questions of a region begin; `expected` = the number that would run on.

    `marks` = number marks that the page was seen to use; those of this region are added.
    """
    section = region.section
    is_open = bool(section and section.format in ("QA", "TF", "FILL"))
    found = numbering.candidates(text, region.start, region.end)
    found, step = of_page(text, region, proof.rows, found, marks)
    found = weeded(text, region, proof, found)
    if proof.rows and not (section and section.format == "QA"):  # rows there are lists
        found += unnumbered(text, region, proof, found)
        found.sort(key=lambda s: (s.pos, s.end))
    if not found:
        return []
    scene, answered = _scene(text, region, proof, found, is_open=is_open)
    scene.step = step
    scene.torn = scene.certain and not text[region.end :].strip()
    chosen = _decode(scene, expected)
    return chosen if section or answered or _ask(text, chosen) else []


def _ask(text: str, chosen: list[Start]) -> bool:
    """Whether most numbered lines ask: by words, a blank, a term's meaning, a verdict below."""
    heads = [text[s.end : s.end + _HEAD] for s in chosen]
    asked = [
        _ASKING.search(head[:_BEGINS]) or _DEFINES.match(head) or _BLANK.search(head.split("\n")[0])
        for head in heads
    ]
    count = sum(map(bool, asked)) + sum(bool(s.style == "none" and s.tag) for s in chosen)
    return count > 0 and len(chosen) <= 2 * count


def _scene(
    text: str, region: Region, proof: Proof, found: list[Start], *, is_open: bool
) -> tuple[_Scene, bool]:
    """What the candidates of a region have before and behind them, and whether one has an answer
    or options.
    """
    ends = [*[s.pos for s in found][1:], region.end]
    lines = [s.pos for s in found if not s.inline] + [region.end]
    prior, gains, with_options, with_answers = [], [], 0, 0
    head = region.section
    terms = is_open and head is not None and "名词" in text[head.start : head.end]
    for s, after in zip(found, ends, strict=True):
        on_line = not s.inline and lines[-1] > s.pos
        end = lines[bisect_left(lines, s.pos + 1)] if on_line else after
        has_options = proof.options(s.end, end)
        has_answer = proof.before(end)[1] > proof.before(s.end)[1]
        with_options += has_options
        with_answers += (has_answer and not has_options) or s.lead != (0, 0)
        extra = _bonus(text, s, end, is_open=is_open, terms=terms)
        verdict = s.lead != (0, 0) and text[s.lead[0]] not in ALPHABET  # (×)2.…
        prior.append(s.weight + extra + _KEY * verdict)
        answer = (_KEY_OF_ROW if has_options else _KEY) * has_answer
        gains.append(_ROW * has_options + answer + extra)
    certain = with_options * 3 >= max(len(lines) - 1, 1)
    if is_open:
        certain = with_answers * 3 >= len(lines)
    styles: Counter[str] = Counter()
    for s, gain in zip(found, gains, strict=True):
        styles[s.style] += int(10 * (max(gain, 0) + s.weight * (0.1 if certain else 1)))
    restarts = Counter(s.style for s in found if s.number == 1)
    asking = _asking_style(text, found, ends) if with_options * 3 < len(found) else ""
    main = asking or max(styles, key=lambda style: styles[style] / max(1, restarts[style]))
    for i, s in enumerate(found):
        prior[i] -= _against(s, main) - _ASKING_STYLE * (asking != "" and s.style == asking)
    opened = [proof.before(s.end) for s in found]
    closed = [proof.before(s.pos) for s in found] + [proof.before(region.end)]
    stemless = [s.style not in _UNNUMBERED_STYLES and proof.opens(text, s.end) for s in found]
    numbers = [s.number for s, bare in zip(found, stemless, strict=True) if bare]
    running = sum(b == a + 1 for a, b in pairwise(numbers)) + 1
    if min(len(numbers), running) >= max(_CLOZE, _MOSTLY * len(proof.rows)):
        stemless = [False] * len(found)  # blanks of a passage: numbers and options, no stems
    last: dict[tuple[str, int], int] = {}  # where the next of each style and number opens
    listed = [False] * len(found)
    for i, s in reversed(list(enumerate(found))):
        listed[i] = s.number > 0 and last.get((s.style, s.number + 1)) == opened[i][0]
        last[s.style, s.number] = opened[i][0]
    scene = _Scene(found, proof, prior, certain, opened, stemless, closed, listed)
    return scene, with_options + with_answers > 0


def _against(s: Start, main: str) -> float:
    """What speaks against a start of another style than the page's main one."""
    if s.style in _UNNUMBERED_STYLES:
        return _LOST_NUMBER * (main not in (*_UNNUMBERED_STYLES, "none", "word"))
    if not s.number or s.style in (main, "none") or (s.style, s.number) == ("ocr", 1):
        return 0.0
    return _ALIKE_STYLE if s.inline and {s.style, main} == {"dot", "pause"} else _OTHER_STYLE


def _asking_style(text: str, found: list[Start], ends: list[int]) -> str:
    """The style of number whose lines ask, where others stand in answers: 一、简述…⏎1.…⏎2.…"""
    asked: Counter[str] = Counter()
    total = Counter(s.style for s in found if s.number)
    for s, end in zip(found, ends, strict=True):
        line = text[s.end : min(end, s.end + _ASKED_IN)].split("\n", 1)[0]
        asked[s.style] += bool(s.number and _ASKS_LINE.search(line))
    best = max(asked, key=asked.__getitem__, default="")
    clear = asked[best] >= _ASKED_LINES and asked[best] * 10 >= 7 * total[best]
    others = max((n for style, n in asked.items() if style != best), default=0)
    return best if clear and len(total) > 1 and others * 3 <= asked[best] else ""


def _bonus(text: str, s: Start, end: int, *, is_open: bool, terms: bool) -> float:
    """What the words behind a number say of it: a question's words, a term's meaning."""
    if not s.inline:
        return _ASKS if _ASKING.search(text[s.end : min(end, s.end + 80)]) else 0.0
    before = text[max(0, s.pos - 3) : s.pos]
    ended = before[-1:] == " " or before.rstrip()[-1:] in tuple("。？?！!)")
    in_open = is_open and s.style != "blank" and ended
    in_open = in_open or (terms and s.style in ("dot", "pause", "glued"))
    return _OPEN_INLINE if in_open or _DEFINING.match(text, s.end, end) else 0.0


def _decode(scene: _Scene, expected: int) -> list[Start]:
    """The sequence of starts with the greatest sum of segment scores."""
    found = scene.starts
    scores: list[float] = []
    back: list[int] = []
    by_number: dict[int, list[int]] = {}
    top, top_score = -1, 0.0  # the best chain so far, its last segment as far as is known
    for j, s in enumerate(found):
        best = 0.0 if s.number in (0, 1, expected) else -_LATE_FIRST
        best -= _ROW_BEFORE * min(scene.closed[j][0], 3)
        at = -1
        near = [*range(max(0, j - _RECENT), j), *([top] if top >= 0 else ())]
        for step in (1, 0, 2, 3, 4, 5, 6, s.number) if s.number else ():
            near += by_number.get(s.number - scene.step * step, ())[-_FAR:]
        for i in dict.fromkeys(near):
            if found[i].pos < s.pos:
                score = scores[i] + scene.segment(i, j) - _step(found[i], s, scene.step)
                if score > best:
                    best, at = score, i
        scores.append(best)
        back.append(at)
        by_number.setdefault(s.number, []).append(j)
        so_far = best + scene.segment(j, min(j + 1, len(found)))
        if so_far >= top_score or top < 0:
            top, top_score = j, so_far
    end = len(found)
    totals = [scores[i] + scene.segment(i, end) for i in range(end)]
    for i, before in enumerate(back) if scene.torn else ():
        one, other = found[before], found[i]
        # a last number without options that counts on from a question that has them
        counts = before >= 0 and other.number == one.number + scene.step and one.number > 1
        rows = scene.closed[i][0] - scene.opened[before][0]
        left = scene.closed[-1][0] - scene.opened[i][0]
        if counts and rows == 1 and not left and one.style == other.style:
            totals[i] += _TORN_END
    last = max(range(end), key=totals.__getitem__)
    last = last if totals[last] > 0 else -1
    out: list[Start] = []
    while last >= 0:
        out.append(found[last])
        last = back[last]
    return out[::-1]


def _step(before: Start, after: Start, way: int) -> float:
    """What it costs that one start follows the other."""
    if not after.number or not before.number:
        return 0.0 if after.number == before.number else _UNNUMBERED
    step = way * (after.number - before.number)
    if step == 1:
        return 0.0
    if step == 0:
        return _REPEAT
    if 2 <= step <= 6:
        return _GAP
    return _RESTART if after.number == 1 and way > 0 else _JUMP
