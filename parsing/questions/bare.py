"""Options without any sign: what stands below or behind question after question, as often.

Questions of a region in, the same questions out: where none has options, but the stems of most are
followed by the same number of short lines or of pieces between blanks, these are the options.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from parsing.keys import values as answer_values
from parsing.parts import Parts, decide, forget
from parsing.questions.fields import read_stem
from parsing.source_text import Sheet, fold

_ASKED = re.compile(
    r"(?:[?:](?:[(][^()\n]{1,24}[)])?|[(\[【]\s{0,9}[)\]】]\s?[。.?]?|_{2,}\s?[。.]?|(?:是|为|有)(?=\s?\n))\s"
)
_PIECE = re.compile(r"\S+(?:(?<=[!-~]) (?=[!-~])\S+)*")  # Latin words go on over a blank
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_FEWEST, _MOST = 3, 6  # options of a question; two lines below a stem are often its own
_QUESTIONS = 3  # of a region before its regularity tells anything
_SHARE = 0.7  # of them must have the usual number
_SHORT = 40  # characters of an option's line
Span = tuple[int, int]


class Found(NamedTuple):
    """Where a stem ends, and what may be its options."""

    stem: int
    lines: list[Span]
    pieces: list[Span]


def give_bare_options(sheet: Sheet, parts: Sequence[Parts], forms: Sequence[str]) -> None:
    """Read options without signs, if most questions have as many."""
    if len(parts) < _QUESTIONS or any(p.options for p in parts):
        return
    if any(form in ("QA", "FILL", "TF") for form in forms):
        return
    found = [_found(sheet.text, *p.head) for p in parts]
    for ways in ([f.lines for f in found], [f.pieces for f in found]):
        counts = Counter(len(way) for way in ways if _FEWEST <= len(way) <= _MOST)
        usual, often = counts.most_common(1)[0] if counts else (0, 0)
        if often >= max(_SHARE * sum(bool(f.pieces) for f in found), _QUESTIONS):
            for p, f, way in zip(parts, found, ways, strict=True):
                if len(way) == usual:
                    _give(sheet, p, f.stem, way)
            return


def _found(text: str, start: int, end: int) -> Found:
    asked = _ASKED.search(text, start, end)
    if asked is None or not text[asked.end() : end].strip():
        return Found(end, [], [])
    at = asked.end()
    lines = [m.span() for m in _LINE.finditer(text, at, end)]
    pieces = [m.span() for m in _PIECE.finditer(text, at, end)]
    short = all(b - a <= _SHORT and "。" not in text[a : b - 1] for a, b in lines)
    alone = "\n" in text[asked.start() : at]  # the first option begins a line
    return Found(at, lines if short and alone else [], pieces if short else [])


def _give(sheet: Sheet, parts: Parts, stem: int, spans: list[Span]) -> None:
    parts.options = [sheet.read(*span) for span in spans]
    parts.spans = spans
    parts.stretch = (spans[0][0], spans[-1][1])
    parts.notes = [n for n in parts.notes if n != "doubt:answer_without_options"]
    parts.notes.append("options:bare")
    given, told = parts.answer, parts.answered_in
    forget(parts)
    parts.stem = read_stem(sheet, parts.head[0], stem, parts, "")
    letters = given if re.fullmatch("[A-H]+", given) else ""
    letters = letters or answer_values.from_text(fold(given), [fold(o) for o in parts.options])
    if letters and max(map(ord, letters)) - 65 < len(parts.options) and not parts.answer:
        decide(parts, letters, told)
    elif given:
        parts.notes.append("doubt:answer_unclear")
        parts.explanation = "\n".join(t for t in (given, parts.explanation) if t)
