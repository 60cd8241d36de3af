"""Numbers that begin an answer, not a question: printed again before it, or in a shared key."""

import re
from bisect import bisect_left

from parsing.keys.labels import LETTERS
from parsing.numbers.candidates import BASE, Start
from parsing.numbers.evidence import Proof
from parsing.source_text import begins_line
from parsing.words import ASKS, any_of

_ANSWERED = re.compile(rf"\s{{0,3}}(?P<letters>{LETTERS})\s{{0,3}}(?:[\[【]|解析|$)", re.MULTILINE)
_ASKS = re.compile(rf"[?？]|{any_of((*ASKS, '什么', '何谓', '为什么', '如何', '怎样', '哪'))}")
_LONGEST = 150  # characters of a line that asks
_FEWEST, _MOST = 2, 0.7  # such lines of a region, and the share of labels that must have one
_GIVEN = ("strong", "own")
_POINTED = ("dot", "pause")  # styles of numbers beside which (1) is a point
_BLANK_END = re.compile(r"(?:[(\[【]\s{0,9}[)\]】]|_{2,})\s?[。.?]?\s*$")


def without_answers(text: str, end: int, proof: Proof, found: list[Start]) -> list[Start]:
    """Without numbers before an answer's letters, or printed again before a label: 1. Answer B."""
    out: list[Start] = []
    for s in found:
        if not s.inline and _ANSWERED.match(text, s.end, end):
            continue
        at = s.end + len(text[s.end : s.end + 4]) - len(text[s.end : s.end + 4].lstrip())
        told = s.number and not s.inline and any(t.start == at for t in proof.within(at, at + 1))
        if not (told and out and out[-1].number == s.number):
            out.append(s)
    return out


def without_points(text: str, proof: Proof, found: list[Start]) -> list[Start]:
    """Without an answer's points below its label, of other marks than questions:
    9.…⏎【答案】⏎(1)…
    """
    labels = [t.start for t in proof.tags if t.kind in _GIVEN and _alone(text, t.start, t.end)]
    lined = [s for s in found if s.number and not s.inline]
    gone = set[int]()
    for at in labels:
        before = [s for s in lined if s.pos < at]
        below = [s for s in lined if s.pos > at]
        if not before or before[-1].style not in _POINTED:
            continue
        for place, s in enumerate(below, 1):
            if s.style != "paren" or s.number != place:
                break
            gone.add(s.pos)
    return [s for s in found if s.pos not in gone]


def _alone(text: str, start: int, end: int) -> bool:
    """Does a label stand alone on its line?"""
    rest = "" if text[end - 1] == "\n" else text[end : end + _LONGEST].partition("\n")[0]
    return begins_line(text, start, 0) and not rest.strip(" :")


def above_answers(
    text: str, begun: int, proof: Proof, found: list[Start], *, declared: bool
) -> list[Start]:
    """Lines without numbers, each right above the label of its answer: 何谓感受野?⏎答:…

    Lines of a region, which begins at `begun`: they ask or have a blank; under a heading that
    names their type (`declared`) they may be anything, but no number stands between the label
    above and them. Where most labels have one the numbers of the region are points of answers.
    """
    labels = [t for t in proof.tags if t.kind in _GIVEN and begins_line(text, t.start, 0)]
    numbered = sorted(s.pos for s in found if s.style in ("dot", "pause") or not s.inline)
    out: list[Start] = []
    above = begun
    for tag in labels:
        begin, end = _line_above(text, begun, tag.start)
        asks = declared or _ASKS.search(text, begin, end) or _BLANK_END.search(text, begin, end)
        first = above if declared else begin
        free = bisect_left(numbered, first) == bisect_left(numbered, end)
        if asks and free and 0 < end - begin <= _LONGEST:
            out.append(Start(begin, begin, 0, "none", "", weight=BASE["none"]))
        above = tag.end
    return out if len(out) >= max(_FEWEST, _MOST * len(labels)) else found


def _line_above(text: str, begun: int, label: int) -> tuple[int, int]:
    """The last line with text before a label, blanks around it left out."""
    end = label
    while end > begun and text[end - 1].isspace():
        end -= 1
    begin = text.rfind("\n", begun, end) + 1 or begun
    while begin < end and text[begin].isspace():
        begin += 1
    return begin, end
