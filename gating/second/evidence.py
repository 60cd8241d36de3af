"""What a quotation says of a key: a label with letters, a key's entry with the question's number,
or a tick. Anything else says nothing, whatever a page asks its reader to believe.
"""

import re
from dataclasses import dataclass

from cpsyexam.taxonomy import LETTERS
from gating.second.page import PageText, bare

_SAID = rf"[{LETTERS}](?:[,、;/和与]?[{LETTERS}])*"
_LABEL = (
    r"(?:故|因此|所以|综上)?(?:本题|此题|该题)?应?(?:正确|参考|标准|试题)?"
    r"(?:答案|选项|选择?|答|[Aa]nswer|ANSWER|[Kk]ey)应?[为是选]?"
)
_LABELLED = re.compile(rf"[\W_]*{_LABEL}[\W_]*({_SAID})[\W_项]*")
_IN_BRACKET = re.compile(rf"[(\[【〔]({_SAID})[)\]】〕]")
_ENTRY = re.compile(rf"[\W_]*第?(\d{{1,3}})题?[\W_]{{0,3}}(?:{_LABEL}[\W_]*)?({_SAID})[\W_]*")
_ENTRIES = re.compile(
    rf"(?<![\d.])(\d{{1,3}})[.、:)\]]?[\W_]{{0,2}}(?:{_LABEL}[\W_]*)?({_SAID})(?![A-Za-z])"
)
_RANGE = re.compile(rf"[\W_]*(\d{{1,3}})[-~—至到](\d{{1,3}})题?[\W_]*([{LETTERS},、;/]+)[\W_]*")
_TICK = re.compile(rf"[\W_]*([{LETTERS}])?[\W_]*")
_NUMBER = re.compile(r"[\W_]{0,2}(?:(\d{1,3})[\W_]{0,2})?")
_TICKS = "√✓✔☑★"


@dataclass(frozen=True)
class Evidence:
    """Where a question's own evidence may stand: from its stem to the next question, or at its
    number (`""`: it has none that is its own).
    """

    start: int
    end: int
    spans: tuple[tuple[int, int], ...]  # of stem and options
    number: str

    def before(self, page: PageText, place: tuple[int, int]) -> bool:
        """Whether a quotation stands right before the question: (B) 12. …"""
        between = page.bare[place[1] : self.start] if place[1] <= self.start else "—"
        found = _NUMBER.fullmatch(between)
        return found is not None and self.number in ("", (found[1] or "").lstrip("0"))

    def own(self, page: PageText, place: tuple[int, int]) -> bool:
        """Whether a quotation stands at the question, and begins where something can begin."""
        start, end = place
        if not (self.start <= start and end <= self.end):
            return False
        fresh = start in page.blanks or not (page.bare[start - 1].isalnum() and start)
        return fresh or not page.bare[start].isalnum() or any(start == s[1] for s in self.spans)

    def told(self, page: PageText, options: list[str]) -> set[str]:
        """All keys that labels at the question and entries of its number tell."""
        found = set()
        behind = self.spans[-1][1]
        for match in _LABELLED.finditer(page.bare, behind, self.end):
            place = match.span()
            letter = page.bare[place[1] : place[1] + 1]
            if self.own(page, place) and not (letter.isascii() and letter.isalpha()):
                found.add(_letters(match[1]))
        if self.number:
            entries = (m for m in _ENTRIES.finditer(page.bare) if m[1].lstrip("0") == self.number)
            outside = (m for m in entries if m.end() <= self.start or m.start() >= behind)
            found |= {_letters(m[2]) for m in outside if _fits(m[2], options)}
        return found

    def answer(self, page: PageText, text: str) -> tuple[int, int] | None:
        """Where an open answer stands: behind the stem and its label, or behind its number."""
        behind = self.spans[-1][1]
        label = re.compile(rf"[\W_]*(?:{_LABEL}|解|答题?要点|评分标准)?[\W_]*")
        for place in page.places(text):
            if behind <= place[0] <= self.end and label.fullmatch(page.bare[behind : place[0]]):
                return place
            before = page.bare[max(0, place[0] - 8) : place[0]]
            entry = re.search(rf"(?<![\d.])0*{self.number}[.、:)\]](?:{_LABEL})?[\W_]*$", before)
            outside = not self.start <= place[0] < behind
            if self.number and outside and entry:
                return place
        return None


def evidence(quotation: str, page: PageText, where: Evidence, options: list[str]) -> str:
    """The letters, sorted, that a quotation tells as a question's key; "" where it tells none."""
    text = bare(quotation)
    places = list(page.places(quotation))
    if (found := _IN_BRACKET.fullmatch(text)) and any(where.before(page, p) for p in places):
        return _letters(found[1])
    own = [place for place in places if where.own(page, place)]
    return (_at_home(text, own, where, options) if own else "") or _elsewhere(text, where)


def _at_home(text: str, own: list[tuple[int, int]], where: Evidence, options: list[str]) -> str:
    """What a quotation that stands at the question tells."""
    if found := _LABELLED.fullmatch(text):
        return _letters(found[1])
    if found := _IN_BRACKET.fullmatch(text):
        start, end = where.spans[0]
        near = any(start <= p[0] and p[1] <= end + len(text) + 2 for p in own)
        return _letters(found[1]) if near else ""
    return _ticked(text, options)


def _elsewhere(text: str, where: Evidence) -> str:
    """What a quotation with the question's number tells."""
    if not where.number:
        return ""
    if (found := _ENTRY.fullmatch(text)) and found[1].lstrip("0") == where.number:
        return _letters(found[2])
    if found := _RANGE.fullmatch(text):
        first, last, letters = int(found[1]), int(found[2]), re.sub(r"[^A-H]", "", found[3])
        at = int(where.number) - first
        if 0 <= at < len(letters) == last - first + 1:
            return letters[at]
    return ""


def _ticked(text: str, options: list[str]) -> str:
    """The letter of the one option that a quotation holds with a tick."""
    marked = [mark for mark in _TICKS if mark in text]
    for place, option in enumerate(options):
        head, sign, tail = text.partition(bare(option))
        rest = (head + tail).replace("(正确)", "√")
        if sign and (marked or "√" in rest) and (found := _TICK.fullmatch(rest)):
            letter = LETTERS[place]
            return letter if found[1] in (None, letter) else ""
    return ""


def _letters(said: str) -> str:
    return "".join(sorted(set(re.sub(rf"[^{LETTERS}]", "", said))))


def _fits(said: str, options: list[str]) -> bool:
    return all(LETTERS.index(letter) < len(options) for letter in _letters(said))
