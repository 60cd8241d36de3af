"""Where the fields of questions stand in a page's text: texts → labels of its units.

Printed are verbatim up to blanks, width and what stands inside brackets and blanks of a stem (the
key may be printed there); each is sought from where the field before it ended.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from parsing.learned.units import Unit
from parsing.records import Printed
from parsing.source_text import HIDDEN, fold

_GAP = re.compile(r"[(\[【][^)\]】]{0,6}[)\]】]|_+|[.,。;、:?!]+")
_TAIL = re.compile(r"[(\[【][^)\]】]{0,8}[)\]】]|_+|[.。?!]")
_LOOSE = ".{0,24}?"  # what may stand at a gap of a stem
_HAN = re.compile("[\u3400-\u9fff]")
_LABEL = re.compile(
    r"(?:答案?|选择?|正解|解|判断|key|ans(?:wer)?)应?[是为选项]{0,2}[^0-9A-Za-z\u3400-\u9fff\n]{0,4}$",
    re.IGNORECASE,
)
_OPENS, _CLOSES = re.compile(r"[(【\[]\s*$"), re.compile(r"\s*[)】\]]")
_LETTERS = re.compile(r"(?<![A-Za-z])([A-H](?:[ 、,;]*[A-H])*|[a-h](?:[ 、,;]*[a-h])*)(?![A-Za-z])")
_TRUTHS = {"对": r"√|✓|✔|正确|对|[TtRY]|是|○", "错": r"×|✗|✘|错误|错|[FfWXxNn]|否"}
_NEAR = 600  # squeezed characters from an option to the next
_FEW = 4  # characters below which a stem with gaps is not sought
# of two fields at one place the later stands
_ORDER = "MESOA"


class Place(NamedTuple):
    """A field's stretch. Kinds: M material, S stem, O option, A answer, E explanation."""

    start: int
    end: int
    kind: str
    question: int  # from 0


class _Squeezed:
    """A text without blanks, in comparison form, with the position of every character."""

    def __init__(self, text: str) -> None:
        plain = {char: _sign(char) for char in set(text)}
        signs = list(map(plain.__getitem__, text))
        self.text = "".join(signs)
        self.at = [i for i, sign in enumerate(signs) for _ in sign]

    def printed(self, start: int, end: int) -> tuple[int, int]:
        """Where a stretch begins and ends in the text itself."""
        return self.at[start], self.at[end - 1] + 1


def _plain(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", HIDDEN.sub("", fold(text))).split()).lower()


@lru_cache(maxsize=1 << 13)
def _sign(char: str) -> str:
    return _plain(char)


def labels(found: Sequence[Unit], places: Iterable[Place]) -> list[str]:
    """A label per unit: B or I with a field's kind, X for what is in no field."""
    ranked = sorted(places, key=lambda place: _ORDER.index(place.kind))
    owner = [-1] * (found[-1].end if found else 0)
    for number, place in enumerate(ranked):
        owner[place.start : place.end] = [number] * (place.end - place.start)
    out, begun = [], set[int]()
    for unit in found:
        number = owner[unit.start]
        if number < 0 or (unit.kind in ("break", "blank") and number not in begun):
            out.append("X")
            continue
        out.append(("I" if number in begun else "B") + ranked[number].kind)
        begun.add(number)
    return out


def locate(text: str, questions: Sequence[Printed]) -> list[Place]:
    """Where the fields of `questions` stand, in the page's order; not found is left out."""
    page = _Squeezed(text)
    out: list[Place] = []
    stems: list[tuple[int, int] | None] = []
    at, told = 0, {""}
    for n, question in enumerate(questions):
        material = _plain(question.material)
        if material not in told and (start := page.text.find(material)) >= 0:
            out.append(Place(*page.printed(start, start + len(material)), "M", n))
        told.add(material)
        stem = _stem(page, _plain(question.stem), at)
        stems.append(stem)
        if stem is None:
            continue
        if stem[1] > stem[0]:
            out.append(Place(*page.printed(*stem), "S", n))
        at = stem[1]
        for place in _options(page, text, question.options, at):
            out.append(Place(*page.printed(*place), "O", n))
            at = place[1]
    starts = sorted(stem[0] for stem in stems if stem)
    after = dict(zip(starts, [*starts[1:], len(page.text)], strict=False))
    for n, (question, stem) in enumerate(zip(questions, stems, strict=True)):
        if stem is not None:
            told_at = _explained(page, question, stem[0])
            out += [Place(*told_at, "E", n)] if told_at else []
            answer = _answered(page, text, question, stem, after[stem[0]])
            out += [Place(*answer, "A", n)] if answer else []
    return out


def _stem(page: _Squeezed, stem: str, at: int) -> tuple[int, int] | None:
    """Where a stem stands, from a place on or else anywhere; words may stand in its gaps."""
    if not stem:
        return at, at
    for start in (page.text.find(stem, at), page.text.find(stem)):
        if start >= 0:
            return start, start + len(stem)
    parts = [part for part in _GAP.split(stem) if part]
    loose = re.compile(_LOOSE.join(map(re.escape, parts)))
    found = loose.search(page.text, at) or loose.search(page.text)
    if found is None or sum(map(len, parts)) < _FEW:
        return None
    tail = _TAIL.match(page.text, found.end()) if _GAP.search(stem[-3:]) else None
    return found.start(), tail.end() if tail else found.end()


def _options(
    page: _Squeezed, text: str, options: Sequence[str], at: int
) -> Iterator[tuple[int, int]]:
    """Where options stand, each near the one before it."""
    for option in map(_plain, options):
        start = page.text.find(option, at) if option else -1
        if not 0 <= start <= at + _NEAR + len(option):
            continue
        found = start
        while 0 <= found <= at + _NEAR and not _begins(page, text, found):
            found = page.text.find(option, found + 1)
        start = found if 0 <= found <= at + _NEAR else start
        at = start + len(option)
        yield start, at


def _begins(page: _Squeezed, text: str, at: int) -> bool:
    """Whether an option may begin here: no Chinese character right before it."""
    place = page.at[at]
    return not place or text[place - 1].isspace() or not _HAN.match(page.text[at - 1])


def _explained(page: _Squeezed, question: Printed, start: int) -> tuple[int, int] | None:
    """Where an explanation stands, from its question's start on; litter may break it."""
    text = _plain(question.explanation)
    if len(text) < _FEW:
        return None
    if (at := page.text.find(text, start)) >= 0:
        return page.printed(at, at + len(text))
    at = page.text.find(text[:8], start)
    last = page.text.find(text[-6:], at, at + 3 * len(text)) if at >= 0 else -1
    return page.printed(at, last + 6) if last >= 0 else None


def _answered(
    page: _Squeezed, text: str, question: Printed, stem: tuple[int, int], end: int
) -> tuple[int, int] | None:
    """Where an answer stands, up to the question after it: a text, or the surest of its signs."""
    if not question.options and question.answer not in _TRUTHS:
        words = _plain(question.answer)
        at = page.text.find(words, stem[1]) if words else -1
        return page.printed(at, at + len(words)) if at >= 0 else None
    begin = page.at[stem[0]] if stem[0] < len(page.at) else len(text)
    stop = page.at[end] if end < len(page.at) else len(text)
    verdict = not question.options
    found = [
        (_evidence(text, begin, place, verdict=verdict), -place[0], place)
        for place in (_candidates(text, begin, stop, question) if question.answer else ())
    ]
    best = max(found, default=(0, 0, (0, 0)))
    return best[2] if best[0] > 0 else None


def _candidates(text: str, begin: int, stop: int, question: Printed) -> Iterator[tuple[int, int]]:
    """Where letters or a sign stand that may be a question's answer."""
    if not question.options:
        signs = re.compile(_TRUTHS[question.answer]).finditer(text, begin, stop)
        yield from (found.span() for found in signs)
    for found in _LETTERS.finditer(text, begin, stop) if question.options else ():
        if set(re.sub("[^A-H]", "", found[1].upper())) == set(question.answer):
            yield found.span(1)


def _evidence(text: str, begin: int, place: tuple[int, int], *, verdict: bool) -> int:
    """How surely a letter or verdict at a place is an answer: a label before it, a bracket."""
    before = text[max(begin, place[0] - 10) : place[0]]
    bracket = _OPENS.search(before) and _CLOSES.match(text, place[1])
    alone = verdict and before.endswith("\n")
    return 2 * (_LABEL.search(before) is not None) + 2 * (bracket is not None) + alone
