"""Questions of a region: where each begins and ends, what it shares, what it holds."""

import re
from bisect import bisect_left
from dataclasses import dataclass, field

from parsing import numbers
from parsing import options as opts
from parsing.anatomy import Parts, dissect
from parsing.formats import format_of
from parsing.headings import Heading
from parsing.regions import Region
from parsing.sheet import Sheet
from parsing.tags import LETTERS, Tag, tags

_AB = re.compile(
    r"(?<![A-Za-z0-9])(?:[(\[【]\s?([AB])\s?[)\]】]|([AB])\s?[.、:)])|^[^\S\n]{0,20}([AB])(?=[^A-Za-z\s.、:)]|[^\S\n]+\S)"
    r"|(?<=[A-Za-z0-9])([AB])[.、](?=[^\s\d])", re.M
)
_BARE = re.compile(r"(?<![A-Za-z])A(?=[^A-Za-z\n]{1,60}?(?<![A-Za-z])B[^A-Za-z\n]{1,60}?C[^A-Za-z])")
_ANSWERED = re.compile(rf"\s{{0,3}}(?P<letters>{LETTERS})\s{{0,3}}(?:[\[【]|解析|$)", re.M)
_DEFINED = re.compile(r"\s{0,9}(?P<term>(?!名词)[^\n:。]{1,24}?)\s{0,3}(?::\s{0,9}(?=\S{6})|\n\s{0,40}(?=\S{6}))")
_TERMS = re.compile(r"名词|概念")
_RULED = re.compile(r"答题卡|不得分|每小?题")
_SEVERAL = re.compile(r"一个或(?:一个以上|多个|几个|两个以上)|一个或者多个|至少有?一(?:个|项)|有一至多个|不定项")
# a stem that goes on in the material below it
_AWAITS = re.compile(r"(?:阅读|下列|以下|下面|如下)[^\n]{0,30}\s*$|:\s*$|(?:材料|资料|案例),?回答[^\n]{0,12}\s*$")
_ASKING = re.compile(
    r"[?？]|^\s{0,4}(?:简述|试述|论述|试论|简答|简析|分析|比较|阐述|举例|什么|如何|为什么|怎样|说明|谈谈|名词解释|结合|试|请)"
)


@dataclass
class Material:
    """A shared case; `heading` spans the words that announced it."""

    start: int
    end: int
    first: int = 0
    last: int = 0
    begin: int = 0  # with its heading

    def covers(self, number: int) -> bool:
        """Whether it belongs to a question of that number."""
        return not self.last or not number or self.first <= number <= self.last


@dataclass
class Draft:
    """A question on its way."""

    number: int
    style: str
    tag: str
    pos: int
    end: int
    format: str
    format_rule: str
    region: Region
    parts: Parts
    material: Material | None = None
    notes: list[str] = field(default_factory=list)
    key_span: tuple[int, int] | None = None


def _rows(text: str, start: int, end: int) -> list[tuple[int, int]]:
    found, opening = [], -1
    for m in _AB.finditer(text, start, end):
        letter = m[1] or m[2] or m[3] or m[4]
        if letter == "A":
            opening = m.start()
        elif opening >= 0:
            found.append((opening, m.start()))
            opening = -1
    return found


def option_rows(text: str, start: int, end: int) -> int:
    """How many rows of options a stretch seems to hold."""
    return len(_rows(text, start, end))


class _Proof:
    """Evidence in a region: option rows and tags, found once and looked up by position."""

    def __init__(self, text: str, region: Region) -> None:
        start, end = region.start, region.end
        self.rows = _rows(text, start, end)
        self.rows += [(m.start(), m.start() + 1) for m in _BARE.finditer(text, start, end)]
        self.rows.sort()
        self.tags: list[Tag] = tags(text, start, end)
        self._at = [a for a, _ in self.rows]
        self._tag_at = [t.start for t in self.tags]

    def options(self, start: int, end: int) -> bool:
        """Whether a row of options lies in a stretch."""
        i = bisect_left(self._at, start)
        return i < len(self.rows) and self.rows[i][1] < end

    def within(self, start: int, end: int) -> list[Tag]:
        """The tags of a stretch."""
        return self.tags[bisect_left(self._tag_at, start) : bisect_left(self._tag_at, end)]


def drafts(sheet: Sheet, region: Region, expected: int, default: str) -> list[Draft]:
    """The questions of a region; `default` = format where neither tag nor section says."""
    text = sheet.text
    proof = _Proof(text, region)
    chosen = _starts(text, region, proof, expected)
    if not chosen:
        return []
    out: list[Draft] = []
    material = _lead_material(text, region, chosen[0].pos)
    shared = _shared_options(text, region, chosen[0].pos, material)
    for s, after in zip(chosen, [*chosen[1:], None], strict=True):
        stop = after.pos if after else region.end
        end, upcoming = _item_end(text, region, proof, s, stop)
        draft = _draft(sheet, region, s, end, proof, default)
        if material and material.covers(s.number):
            draft.material = material
        if shared and not draft.parts.options:
            _share(sheet, draft, shared, proof)
        out.append(draft)
        if upcoming:
            material = upcoming
            shared = _shared_options(text, region, upcoming.end, upcoming)
    return out


def _starts(text: str, region: Region, proof: _Proof, expected: int) -> list[numbers.Start]:
    found = numbers.candidates(text, region.start, region.end)
    if not found:
        return []
    section = region.section
    is_open = bool(section and section.format in ("QA", "TF", "FILL"))
    if proof.rows:
        found = [s for s in found if s.inline or not _ANSWERED.match(text, s.end, region.end)]
    ends = [s.pos for s in found[1:]] + [region.end]
    lines = [s.pos for s in found if not s.inline] + [region.end]
    proofs, with_options, with_answers = [], 0, 0
    for s, end in zip(found, ends, strict=True):
        if not s.inline:
            end = lines[bisect_left(lines, s.pos + 1)] if lines[-1] > s.pos else end
        has_options = proof.options(s.end, end)
        has_answer = any(t.kind in ("strong", "qa", "weak") for t in proof.within(s.end, end))
        in_open = s.inline and is_open and text[s.pos - 1] in "。？?！!)" and not s.style == "blank"
        asking = not s.inline and _ASKING.search(text[s.end : min(end, s.end + 80)]) is not None
        with_options += has_options
        with_answers += has_answer and not has_options
        proofs.append(2.0 * has_options + (0.6 if has_options else 1.5) * has_answer
                      + (0.3 if asking else 0.0) + (0.9 if in_open else 0.0))
    certain = with_options * 3 >= len(lines) - 1 if not is_open else with_answers * 3 >= len(lines)
    chosen = numbers.chain(numbers.weigh(found, proofs, certain=certain), expected)
    if not section and not with_options and not with_answers:
        asked = sum(bool(_ASKING.search(text[s.end : s.end + 60])) for s in chosen)
        if asked * 2 < len(chosen) or not asked:
            return []
    return chosen


def _lead_material(text: str, region: Region, stop: int) -> Material | None:
    heads = [h for h in region.materials if h.start < stop]
    return _material(text, heads, stop) if heads else None


def _material(text: str, heads: list[Heading], stop: int) -> Material | None:
    begin, first, last = heads[0].start, 0, 0
    start = heads[0].end
    named = [i for i, h in enumerate(heads) if h.label not in ("range", "part")]
    if heads[0].label == "range" and named and _RULED.search(text, start, heads[named[0]].start):
        heads = heads[named[0] :]
        begin, start = heads[0].start, heads[0].end
    for head in heads:
        if text[start : head.start].strip() and head is not heads[0]:
            break
        start = head.end
        if head.label == "range":
            first, last = head.first, head.last
        if head.label == "part":
            break
    return Material(start, stop, first, last, begin)


def _item_end(
    text: str, region: Region, proof: _Proof, s: numbers.Start, stop: int
) -> tuple[int, Material | None]:
    for i, head in enumerate(region.materials):
        if not s.end <= head.start < stop:
            continue
        done = proof.options(s.end, head.start) or any(
            t.kind in ("strong", "qa") for t in proof.within(s.end, head.start))
        told = stop < region.end and (
            head.label == "range" or _ordinal(head) and not _AWAITS.search(text, s.end, head.start))
        if done or told:
            heads = [h for h in region.materials[i:] if h.start < stop]
            return head.start, _material(text, heads, stop)
    return stop, None


def _ordinal(head: Heading) -> bool:
    """Whether a material heading is counted: 案例二, 材料3."""
    return re.search(r"[一二三四五六七八九十\d]", head.label) is not None


def _draft(
    sheet: Sheet, region: Region, s: numbers.Start, end: int, proof: _Proof, default: str
) -> Draft:
    section = region.section
    if s.tag and (s.style != "none" or format_of(s.tag)):
        format, rule = format_of(s.tag), "format:tag"
    elif section and (section.format or section.choice):
        format = section.format or ("INDEF" if _several(sheet.text, region) else "")
        rule = "format:section" if format else ""
    else:
        format, rule = default, "format:hint" if default else ""
    tags_here = _repeated(sheet.text, s, end) + proof.within(s.end, end)
    tags_here.sort(key=lambda tag: tag.start)
    parts = dissect(sheet, s.end, end, tags_here, format)
    if section and _TERMS.search(sheet.text, section.start, section.end):
        _define(sheet, s.end, end, parts)
    notes = []
    if parts.options and format in ("QA", "TF", "FILL"):
        if format == "QA":
            notes.append(f"doubt:options_in_{format}")
            format, rule = "", ""
    elif not parts.options and not format and parts.answer in ("对", "错"):
        format, rule = "TF", "format:answer"
    return Draft(s.number, s.style, s.tag, s.pos, end, format, rule, region, parts, notes=notes)


def _repeated(text: str, s: numbers.Start, end: int) -> list[Tag]:
    """`1.C【解析】…` below question 1: its number again, as the answer's tag."""
    if not s.number:
        return []
    again = re.compile(rf"^\s{{0,20}}{s.number}\s?[.、]\s?(?={LETTERS}\s{{0,3}}(?:[\[【]|解析|$))", re.M)
    return [Tag("strong", m.start(), m.end()) for m in again.finditer(text, s.end, end)][:1]


def _define(sheet: Sheet, start: int, end: int, parts: Parts) -> None:
    """A term and its meaning (名词解释) without an answer tag."""
    if parts.answer or parts.options:
        return
    found = _DEFINED.match(sheet.text, start, end)
    if not found:
        return
    parts.stem = sheet.verbatim(start, found.end("term"))
    parts.answer = sheet.verbatim(found.end(), end)
    parts.answered_in = "answer:term"


def _several(text: str, region: Region) -> bool:
    """Whether a section of untold type says that one or more answers may be right."""
    head = region.section.start if region.section else region.start
    return _SEVERAL.search(text, head, min(region.end, region.start + 160)) is not None


def _shared_options(
    text: str, region: Region, stop: int, material: Material | None
) -> list[opts.Option]:
    """Options that stand before the stems they serve (matching questions)."""
    start = material.start if material else region.start
    found = opts.find(text, start, stop)
    if len(found) < 2 or not found[0].bol or text[start : found[0].pos].strip():
        return []
    return found


def _share(sheet: Sheet, draft: Draft, shared: list[opts.Option], proof: _Proof) -> None:
    texts, _, _ = opts.texts(sheet, shared)
    parts = draft.parts
    parts.options = texts
    parts.notes.append("options:shared")
    draft.material = None
    again = [t for t in proof.within(draft.pos, draft.end)]
    if again and parts.answer and parts.answered_in == "answer:tag":
        from parsing.values import match_letters, letters_of

        found = match_letters(sheet.text, again[0].end, draft.end)
        parts.answer = letters_of(found["letters"]) if found else ""
