"""Questions of a region: where each begins and ends, what it shares, what it holds; and what was
read as one and is none: lists, rules of the exam, a question's first copy.
"""

import re
from bisect import bisect_right
from itertools import islice, pairwise

from parsing.keys import values as answer_values
from parsing.keys.values import LETTERS, Tag, tags
from parsing.numbers import candidates as numbering
from parsing.numbers.evidence import Proof
from parsing.numbers.starts import starts
from parsing.questions import lettered as opts
from parsing.questions.brackets import give_stem_keys
from parsing.questions.fields import dissect
from parsing.questions.unlabelled import give_unlabelled, meaning_in_place
from parsing.records import PARTS, Draft, Heading, Material, Region, decide
from parsing.source_text import Sheet
from parsing.words import ASKS, BLANK, any_of, format_of

_TYPE = "简答"  # rules of an exam name it: 简答题
_WORDS = any_of(tuple(word for word in ASKS if word != _TYPE), ("解释", "名词", "什么", "为何"))
_ASKS = re.compile(rf"[?？]|{BLANK}|[√×]|{_WORDS}")
_SAYS = re.compile(r"[^\W_]")
_HOLE = re.compile(r"_{1,}|[(（]\s*[)）]")
_SENTENCES, _WORDS_LONG = 3, 30  # with a blank on such a page; characters of its answers
_LIST = 2  # numbers of a run
_AGAIN = re.compile(  # a question's number, again before its key
    rf"^\s{{0,20}}(?P<number>\d{{1,3}})\s?[.、]\s?(?={LETTERS}\s{{0,3}}(?:[\[【]|解析|$))",
    re.MULTILINE,
)
_LETTER_BELOW = re.compile(r"(?<=[\u3400-\u9fff)）。?？:：])\s?([A-H])$")
_LETTER_INSIDE = re.compile(r"[(（]\s*([A-H])\s*[)）]\s*[。.]?$")
_RULED = re.compile(r"答题卡|不得分|每小?题")
_CASE = 40  # characters of a question that points follow
_UNREAD_LEAD, _LEAD = re.compile(r"(?:\n|\A)\s*[(\[【][^()\[\]【】]{0,3}[)\]】]\s?\Z"), 12  # (O)1.
_CLOSE = re.compile(r"\s*[)\]】]?\s*")
_OPEN = ("TF", "FILL", "QA")
_ABOVE_SHARED = re.compile(  # nothing, 例5., or how such questions are answered
    r"\A\s*\Z|^\s*例\s?题?\s?\d{0,2}\s?[.、:]?\s*\Z|(?:备选|題干|题干)[^\n]*\s*\Z", re.MULTILINE
)
_TERMS = re.compile(r"名词|概念")  # a section that asks for their meanings
_COUNTED = re.compile(r"[一二三四五六七八九十\d]")
_NUMBERED = re.compile(  # a stem, no title: 1.简答题
    r"^[^\S\n]{0,20}(?P<number>\d{1,2})\s?[.、](?!\d|\s?[^\n,。]{0,8}题)\s?", re.MULTILINE
)


def _without_rules(sheet: Sheet, drafts: list[Draft]) -> list[Draft]:
    """Without lines that say how to answer (选择题:每题四个选项,…), where others are answered."""
    bare = [d for d in drafts if d.style == "none"]
    answered = {d.tag for d in bare if d.parts.answer}
    gone = [
        d
        for d in bare
        if not (d.parts.options or d.parts.answer)
        and (d.format in ("SCQ", "MAQ", "INDEF") or "选择" in d.tag or d.tag in answered)
    ]
    return _without(sheet, drafts, gone if len(gone) < len(drafts) else [])


def _without_answers(sheet: Sheet, drafts: list[Draft]) -> list[Draft]:
    """Without answers that a page numbers among its sentences: 1.…是______ 2.塞里 3.…"""
    asks = [bool(d.parts.options or d.parts.answer or _ASKS.search(d.parts.stem)) for d in drafts]
    others = [d for d, asking in zip(drafts, asks, strict=True) if not asking]
    stems = [d.parts.stem for d, asking in zip(drafts, asks, strict=True) if asking]
    blanks = sum(_HOLE.search(stem) is not None for stem in stems)
    among = len(others) >= _LIST and True in asks[asks.index(False) :]
    words = among and all(
        d.format in ("", "FILL") and len(d.parts.stem) <= _WORDS_LONG and d.parts.stem[-1:] != "。"
        for d in others
    )
    return _without(sheet, drafts, others if words and blanks >= _SENTENCES else [])


def _without_empty(sheet: Sheet, drafts: list[Draft]) -> list[Draft]:
    """Without numbers that nothing stands behind, or a blank line to write on."""
    gone = [
        d
        for d in drafts
        if not (d.parts.options or d.parts.answer or d.parts.explanation or d.material)
        and not _SAYS.search(d.parts.stem)
    ]
    return _without(sheet, drafts, gone if len(gone) * 2 <= len(drafts) else [])


def _without(sheet: Sheet, drafts: list[Draft], gone: list[Draft]) -> list[Draft]:
    """The drafts without some that are no questions: the sheet has back what these took of it."""
    if not gone:
        return drafts
    ends = {d.pos: d.end for d in gone}
    starts = list(ends)

    def among(start: int, end: int) -> bool:
        i = bisect_right(starts, start) - 1
        return i >= 0 and end <= ends[starts[i]]

    sheet.taken = [stretch for stretch in sheet.taken if not among(*stretch)]
    return [d for d in drafts if d.pos not in ends]


def drafts(sheet: Sheet, region: Region, expected: int, default: str) -> list[Draft]:
    """The questions of a region; `default` = format where neither tag nor section says."""
    text, head = sheet.text, region.section
    proof = Proof(text, region)
    chosen = starts(text, region, proof, expected, sheet.marks)
    meanings = head is not None and _TERMS.search(text, head.start, head.end) is not None
    if not chosen:
        return []
    chosen = _trailing(text, chosen)
    _give_parts(sheet, region, proof, chosen)
    out: list[Draft] = []
    heads = [h for h in region.materials if h.start < chosen[0].pos]
    material = _gathered(text, heads, chosen[0].pos) if heads else None
    above = {h.label for h in heads} - {"part"}
    shared = _shared_options(text, region, chosen[0].pos, material)
    for s, stop in zip(chosen, [*(s.pos for s in chosen[1:]), region.end], strict=True):
        end, upcoming = _item_end(text, region, proof, s, stop, above)
        draft = _draft(sheet, region, s, end, proof, default)
        if meanings:
            meaning_in_place(sheet, s.end, end, draft.parts)
        _declare(draft)
        if material and material.covers(s.number, s.style):
            draft.material = material
        if shared and not draft.parts.options and draft.format not in _OPEN:
            _share(sheet, draft, shared)
        out.append(draft)
        if upcoming:
            material = upcoming
            shared = _shared_options(text, region, upcoming.end, upcoming)
    out = _answered_in_parts(out)
    out = _without_answers(sheet, _without_rules(sheet, _without_empty(sheet, out)))
    give_stem_keys(sheet, out)
    give_unlabelled(sheet, out)
    return out


def _give_parts(sheet: Sheet, region: Region, proof: Proof, chosen: list[numbering.Start]) -> None:
    """Make the numbered text above each run (1), (2), … their case: 1. 小明… (1)指出… 2. …

    Only where every run stands below one, and the numbers of all count on.
    """
    heads: list[Heading] = []
    numbers: list[int] = []
    for s, end in zip(chosen, [region.start, *(s.end for s in chosen)], strict=False):
        if s.style not in PARTS:
            numbers.append(s.number)
        elif s.number == 1:
            above = list(_NUMBERED.finditer(sheet.text, end, s.pos))[-1:]
            if proof.within(above[0].end() if above else end, s.pos):
                continue  # parts of an answer
            said = sheet.text[above[0].end() : s.pos] if above else ""
            if not above or (len(said) <= _CASE and _ASKS.search(said)):
                return  # 12.简述…的贡献 asks itself
            numbers.append(int(above[0]["number"]))
            heads.append(Heading("material", *above[0].span(), "parts", first=numbers[-1]))
    if all(b - a == 1 for a, b in pairwise(numbers)):
        for head in heads:
            sheet.take(head.start, head.end)
        region.materials = sorted([*region.materials, *heads], key=lambda head: head.start)


def _gathered(text: str, heads: list[Heading], stop: int) -> Material:
    """The case that these headings announce, up to the question at `stop`."""
    first, last, count = 0, 0, 0
    named = [i for i, h in enumerate(heads) if h.label not in ("range", "part")]
    ranged = heads[0].label == "range" and named
    if ranged and _RULED.search(text, heads[0].end, heads[named[0]].start):
        heads = heads[named[0] :]
    begin, start = heads[0].start, heads[0].end
    for head in heads:
        if text[start : head.start].strip() and head is not heads[0]:
            break
        start = head.end
        if head.last:
            first, last = head.first, head.last
        count = head.count
        if head.label == "part":
            break
    told = heads[-1]
    if told.label == "range" and told.start >= start and not text[told.end : stop].strip():
        stop, first, last = told.start, told.first, told.last
    parts = any(head.label == "parts" for head in heads)
    return Material(start, stop, first, last, begin, count, parts=parts)


def _answered_in_parts(drafts: list[Draft]) -> list[Draft]:
    """The drafts without answers (1), (2) below the last of as many parts, which get them."""
    for at in range(len(drafts) - 1, 0, -1):
        last = drafts[at - 1]
        asked, said = drafts[max(0, at - last.number) : at], drafts[at : at + last.number]
        if (
            {d.style for d in (*asked, *said)} <= PARTS
            and [d.number for d in asked] == [d.number for d in said] == [*range(1, len(said) + 1)]
            and last.parts.answered_in == "answer:tag"
            and not any(d.parts.answer or d.parts.options for d in (*asked, *said))
        ):
            for one, answer in zip(asked, said, strict=True):
                decide(one.parts, answer.parts.stem, "answer:tag")
                one.parts.explanation = one.parts.explanation or answer.parts.explanation
                one.key_span = (answer.pos, answer.end)
            del drafts[at : at + len(said)]
    return drafts


def _item_end(
    text: str, region: Region, proof: Proof, s: numbering.Start, stop: int, above: set[str]
) -> tuple[int, Material | None]:
    """Where a question ends, and the case that begins there; `above` = what the first is called."""
    for i, head in enumerate(region.materials):
        if not s.end <= head.start < stop:
            continue
        keyed = any(t.kind == "strong" for t in proof.within(s.end, head.start))
        named = head.label in above or _COUNTED.search(head.label)  # 案例二, 材料3
        told = head.label in ("range", "given") or named
        if keyed or proof.options(s.end, head.start) or (told and stop < region.end):
            heads = [h for h in region.materials[i:] if h.start < stop]
            return head.start, _gathered(text, heads, stop)
    return stop, None


def _draft(
    sheet: Sheet, region: Region, s: numbering.Start, end: int, proof: Proof, default: str
) -> Draft:
    """A question's parts, and its format as its tag, its section or the caller tells it."""
    text, section = sheet.text, region.section
    form, rule = default, "format:hint" if default else ""
    if s.tag and (s.style != "none" or format_of(s.tag)):
        form, rule = format_of(s.tag), "format:tag"
    elif section and (section.format or section.choice):
        form, rule = section.format, "format:section" if section.format else ""
    told = proof.within(s.end, end)
    if s.number and text.find(str(s.number), s.end, end) >= 0:  # 1.C【解析】… below question 1
        again = (m for m in _AGAIN.finditer(text, s.end, end) if m["number"] == str(s.number))
        told = [*(Tag("strong", *m.span()) for m in islice(again, 1)), *told]
    sheet.take(s.pos, s.end)
    parts = dissect(sheet, s.end, end, sorted(told, key=lambda tag: tag.start), form)
    if s.lead != (0, 0):  # a key in a bracket before the number: ( B )3. or ( × )2、
        value = text[slice(*s.lead)]
        letters = answer_values.letters_of(value)
        if not parts.options and letters and form == "":
            parts.notes.append("doubt:answer_without_options")
        elif letters if parts.options else form in ("TF", ""):
            decide(parts, letters if parts.options else answer_values.truth(value), "answer:lead")
    return Draft(s.number, s.style, s.tag, s.pos, s.end, end, form, rule, region, parts)


def _declare(draft: Draft) -> None:
    """Set the format that a question's own words or its answer show."""
    parts = draft.parts
    if parts.declared and not draft.format:
        draft.format, draft.format_rule = parts.declared, "format:tag"
    if parts.options and draft.format == "QA":
        draft.notes.append("doubt:options_in_QA")
        draft.format, draft.format_rule = "", ""
    elif not parts.options and not draft.format and parts.answer in ("对", "错"):
        draft.format, draft.format_rule = "TF", "format:answer"


def _trailing(text: str, chosen: list[numbering.Start]) -> list[numbering.Start]:
    """Brackets before numbers that close the question above, as the first number has none."""
    if chosen[0].lead != (0, 0) or _UNREAD_LEAD.search(
        text[max(0, chosen[0].pos - _LEAD) : chosen[0].pos]
    ):
        return chosen
    closed = [(s, _CLOSE.match(text, s.lead[1])) for s in chosen]
    return [
        s._replace(pos=m.end(), lead=(0, 0)) if m and s.lead != (0, 0) else s for s, m in closed
    ]


def _shared_options(
    text: str, region: Region, stop: int, material: Material | None
) -> list[opts.Option]:
    """Options that stand before the stems they serve (matching questions)."""
    start = material.start if material else region.start
    found = opts.find(text, start, stop)
    first = bool(found) and found[0].bol and _ABOVE_SHARED.search(text[start : found[0].pos])
    return found if first and not tags(text, found[0].pos, stop) else []


def _share(sheet: Sheet, draft: Draft, shared: list[opts.Option]) -> None:
    parts = draft.parts
    parts.options = opts.texts(sheet, shared).texts
    draft.shared = (min(o.pos for o in shared), max(o.end for o in shared))
    draft.material = None
    parts.notes.append("options:shared")
    inside, below = _LETTER_INSIDE.search(parts.stem), _LETTER_BELOW.search(parts.stem)
    if inside and not parts.answer:
        parts.stem = parts.stem[: inside.start(1)] + parts.stem[inside.end(1) :]
        decide(parts, inside[1], "answer:bracket")
    elif below and not parts.answer:
        parts.stem = parts.stem[: below.start()].rstrip()
        decide(parts, below[1], "answer:line")
