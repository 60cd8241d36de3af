"""Drafts to records, and the account of every line."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

from parsing.alarm import alarm
from parsing.keys.blocks import Entry
from parsing.records import Draft, Heading, Hints, Leftover, Material, Parsed, Printed
from parsing.section_heads import INSTRUCTION
from parsing.source_text import Sheet, fold

_LONG = 20  # characters of an option that may hold another question
_ROW = re.compile(
    r"[(\[【]\s?B\s?[)\]】][^\n]{0,200}[(\[【]\s?C\s?[)\]】]|B\s?[.、][^\n]{0,200}\sC\s?[.、]"
)
_SEVERAL = re.compile(
    r"第\s?[一二三1-3]\s?(?:小?问|小题)|[问問]题?[一二三1-3]\s?[:：]"
)  # asked above
_HOLDS = re.compile(r"\d\s?[.、][^\n]{4,200}[(]\s*[A-H]{1,6}\s*[)]")
_SAYS = re.compile(r"\w")
_BOX = re.compile(r"\s*☐\s*$")  # the empty box before the next line's letter
_LINE = re.compile(r"[^\n]+")
_LEADS = re.compile(  # to the question behind: what stands at the end of an explanation
    r"下[表图](?:[是为列中]|给出|所示)|(?:阅读|根据)(?:下[列面]|以下)?(?:材料|资料|案例)[^。\n]{0,12}(?:回答|完成)"
    r"|(?:回答|完成)(?:下列|下面)?\s?(?:第?\s?\d[\d\s~～—–-]{0,6}|[各小])\s?小?题"
)

_REFERS = re.compile(  # a question to the case above it
    r"此时|此[患病例]|本[案例题]|上述|以上|文中|[图表]|材料|[该这][\u3400-\u9fff]|[他她其]|求助者|来访者|咨询师|护[士理]|医[生师]|诊断|治疗|患[者儿]"
    r"|病人|\b(?:passage|author|paragraph|text|he|she|they)\b"
)
_RUN = re.compile(r"[\u3400-\u9fff]+|[A-Za-z]{5,}")
_LATIN, _HAN = re.compile(r"[A-Za-z]"), re.compile(r"[\u3400-\u9fff]")
_PASSAGE, _LETTERS = 120, 5  # letters of a text in English that may be a case, and of a word
# of them have a word of it: 46 of 47 such have it as their case, of others 25 of 77
_LINKED = 1 / 3
_SHORT = 12  # characters of a line that is none
_PARAGRAPH = 25  # characters of one in Chinese, the last above questions
_TELLS = re.compile(r"。|\d\s+\d")
_POINTS = re.compile(r"此时|[此该該][患病例]|本[案例]|上述|文中|[图表]中|求助者|来访者|病人")
_LACKS = re.compile(
    r"(?:结合|根据|依据|阅读)(?:上述|以上|该|本)?(?:材料|案例|短文)|(?:材料|案例|短文)[中里一二三]"
)
_FEW = 6  # questions of a case; below exposition stand more
_STORY = re.compile(  # of somebody, or figures: no exposition
    r"患[者儿兒]|病人|求助者|来访者|案主|某|(?:老师|老師|同学|同學|女士|先生|经理)[教在让对是的]|[小老][\u3400-\u9fff]{1,2}[,是在的:]|[男女][,性]|\d\s*[岁歲]|下[表图圖]|\d\s+\d"
)
_ABOUT = re.compile(  # how to answer, what a page is: no case
    rf"{INSTRUCTION}|题[库型目]|试[题卷]|练习|考[试查生点]|分享|下载|知识|解析|答案"
)
_SHARED = 2  # pairs of characters, or words, of the case that a question to it has at least


def assemble(
    sheet: Sheet,
    key: Sheet | None,
    drafts: list[Draft],
    cuts: list[Heading],
    noise: list[Leftover],
    unused: tuple[list[Entry], list[Entry]],
    hints: Hints,
) -> Parsed:
    """The records of drafts, in order; what is in none of them becomes Leftovers.

    `key` = the separate key, where there is one; `unused` = entries that fit no question, of
    the paper and of that key.
    """
    guessed = _passages(sheet, drafts, cuts)
    shared = {draft.material.start: draft.material for draft in drafts if draft.material}
    cases = {start: sheet.read(start, case.end) for start, case in shared.items()}
    questions = [_printed(sheet, key, draft, cases, hints) for draft in drafts]
    led = False
    for at, (before, one) in enumerate(pairwise(questions), 1):
        led = led and before.section == one.section
        led = (led or bool(_LEADS.search(before.explanation or before.answer))) and not one.material
        if led:
            questions[at] = replace(one, notes=(*one.notes, "doubt:material_before"))
    for at in sorted(set(guessed)):
        questions[at] = replace(questions[at], notes=(*questions[at].notes, "doubt:text_above"))
    _doubt_reach(questions, drafts)
    leftovers = list(noise)
    for cut in cuts:
        if text := sheet.raw(cut.start, cut.end).strip():
            line = sheet.span(cut.start, cut.end)[0]
            leftovers.append(Leftover(line, text, f"{cut.kind}_heading"))
            sheet.take(cut.start, cut.end)
    covered = {n for q in questions for a, b in (q.lines, *q.also) for n in range(a, b + 1)}
    opening = sheet.line(min(draft.pos for draft in drafts)) if drafts else -1
    for line, text, keyed in gaps(sheet, unused[0]):
        if keyed:
            rule = "key_without_question"
        elif line in covered:
            rule = "unread"
        else:
            rule = "before_first_question" if line < opening else "outside_question"
        leftovers.append(Leftover(line, text, rule))
    for line, text, _ in gaps(key, unused[1]) if key else ():
        leftovers.append(Leftover(line, text, "key_without_question", "key"))
    leftovers.sort(key=lambda rest: (rest.page != "paper", rest.line))
    return Parsed(tuple(questions), tuple(leftovers), alarm(questions, leftovers))


def _passages(sheet: Sheet, drafts: Sequence[Draft], cuts: Sequence[Heading]) -> list[int]:
    """Places of the questions below a text that nothing announces. Where some of them have its
    words, or the first points at it, it becomes their case, unless it is exposition; one in English
    is doubted at any rate.
    """
    runs: list[tuple[tuple[int, int], list[int]]] = []
    starts, ends = [cut.start for cut in cuts], [cut.end for cut in cuts]
    taken = sorted(end for begin, end in sheet.taken if end > begin)
    reached = 0
    for at, draft in enumerate(drafts):
        headed = bisect_left(starts, draft.pos) - 1
        apart = headed >= 0 and starts[headed] >= reached
        last = bisect_right(taken, draft.pos) - 1
        before = max(reached, taken[last] if last >= 0 else 0)
        start = max(ends[headed] if apart else 0, before)
        reached = draft.pos
        span = None if draft.material else _text_above(sheet.text, start, draft.pos)
        if apart and not (span or draft.material or sheet.text[start : draft.pos].strip()):
            above = _text_above(sheet.text, before, starts[headed])
            span = above if above and above[1] == starts[headed] else None  # one in English
        if span:
            runs.append((span, []))
        elif not runs or apart or draft.material or runs[-1][1][-1:] != [at - 1]:
            continue
        runs[-1][1].append(at)
    guessed: list[int] = []
    for (start, end), places in runs:
        text, said = _grams(sheet.text[start:end]), fold(sheet.text[start:end])
        latin = len(_HAN.findall(sheet.text, start, end)) * _LETTERS < end - start
        asked = ["\n".join([drafts[at].parts.stem, *drafts[at].parts.options]) for at in places]
        near = sum(len(text & _grams(one)) >= (1 if latin else _SHARED) for one in asked)
        points = not latin and _POINTS.search(fold(drafts[places[0]].parts.stem))
        whole = any(drafts[at].parts.options or drafts[at].parts.answer for at in places)
        linked = bool(whole and (near >= _LINKED * len(places) or points))
        if linked and (latin or _STORY.search(said)):
            for at in places:
                drafts[at].material = Material(start, end, last=1, begin=start)  # no doubt of reach
            sheet.take(start, end)
        guessed += places if latin or (linked and len(places) <= _FEW) else []
    return guessed


def without_case(parsed: Parsed) -> Parsed:
    """The page with a doubt of each question that points at a case and has none."""
    return replace(
        parsed,
        questions=tuple(
            replace(one, notes=tuple(dict.fromkeys([*one.notes, "doubt:text_above"])))
            if not one.material and _LACKS.search(one.stem)
            else one
            for one in parsed.questions
        ),
    )


def _text_above(text: str, start: int, stop: int) -> tuple[int, int] | None:
    """Where a text above a question may be its case: one in English, or a paragraph in Chinese."""
    lines = [m for m in _LINE.finditer(text, start, stop) if m[0].strip()]
    size, begin = 0, stop
    for line in reversed(lines):
        latin, han = (len(kind.findall(line[0])) for kind in (_LATIN, _HAN))
        if han * _LETTERS > latin:
            break
        size, begin = size + latin, line.start()
    if size >= _PASSAGE:
        return begin, stop
    whole = [m for m in lines if len(_HAN.findall(m[0])) > _SHORT][-1:]
    said = fold(whole[0][0]) if whole and len(_HAN.findall(whole[0][0])) >= _PARAGRAPH else ""
    return whole[0].span() if _TELLS.search(said) and not _ABOUT.search(said) else None


def _doubt_reach(questions: list[Printed], drafts: list[Draft]) -> None:
    """Where nothing says for which questions a case is, doubt it from the first on that neither
    refers to it nor has its words.
    """
    ended = -1
    for at, (one, draft) in enumerate(zip(questions, drafts, strict=True)):
        case = draft.material
        if case is None or case.last or case.parts or case.style == "paren":
            continue
        asked = "\n".join([one.stem, *one.options])
        both = _grams(one.material) & _grams(asked)
        if ended == case.start or not (_REFERS.search(fold(one.stem)) or len(both) >= _SHARED):
            ended = case.start
            questions[at] = replace(one, notes=(*one.notes, "doubt:material_reach"))


def _grams(text: str) -> set[str]:
    """The pairs of Chinese characters of a text, and its long words."""
    runs = _RUN.findall(fold(text))
    return {w for run in runs for w in (map("".join, pairwise(run)) if run > "z" else [run])}


def _printed(
    sheet: Sheet, key: Sheet | None, draft: Draft, cases: dict[int, str], hints: Hints
) -> Printed:
    """A draft's record; `cases` = the texts of materials by where they begin."""
    parts, region, case = draft.parts, draft.region, draft.material
    heads = [sheet.verbatim(h.start, h.end) if h else "" for h in (region.section, region.chapter)]
    away = key is not None and draft.away
    own = (case and (case.begin, case.end), draft.shared, None if away else draft.key_span)
    notes = [
        f"number:{draft.style}",
        draft.format_rule,
        "material:heading" if case else "",
        parts.answered_in or "doubt:no_answer",
    ]
    if not parts.options and (_ROW.search(fold(parts.answer)) or _SEVERAL.search(parts.answer)):
        notes.append("doubt:answer_unclear")
    if any(len(o) > _LONG and _HOLDS.search(fold(o)) for o in parts.options):
        notes.append("doubt:option_holds_question")
    return Printed(
        number=str(draft.number) if draft.number and not draft.ordered else "",
        format=draft.format,
        section=heads[0] or hints.section,
        chapter=heads[1] or hints.chapter,
        material=cases[case.start] if case else "",
        stem=_unboxed(parts.stem),
        options=tuple(map(_unboxed, parts.options)),
        answer=parts.answer,
        explanation=parts.explanation,
        images=(),
        notes=tuple(dict.fromkeys(filter(None, [*notes, *parts.notes, *draft.notes]))),
        lines=sheet.span(draft.pos, draft.end),
        also=tuple(sheet.span(*span) for span in own if span),
        key_lines=key.span(*draft.key_span) if key and away and draft.key_span else None,
    )


def _unboxed(text: str) -> str:
    return _BOX.sub("", text) if "☐" in text else text


def gaps(sheet: Sheet, unused: list[Entry]) -> Iterator[tuple[int, str, bool]]:
    """What no record holds, in order: whole lines, and parts of lines that hold a word.

    Each with its line, and whether it is an unused entry of a key.
    """
    spare = [(e.pos, max(e.start, e.end)) for e in unused]
    rows = {(e.begin, e.start) for e in unused if e.begin >= 0}
    spans = [(sheet.line(a), sheet.line(max(a, b - 1))) for a, b in (*spare, *rows)]
    keyed = {line for first, last in spans for line in range(first, last + 1)}
    text, size = sheet.text, len(sheet.text)
    taken = [(0, 0), *sorted(sheet.taken), (size, size)]
    reached = accumulate((end for _, end in taken), max)
    untaken = [(a, b) for a, (b, _) in zip(reached, taken[1:], strict=False) if a < b]
    at = 0
    for start, end in sorted([*untaken, *rows]):
        for m in _LINE.finditer(text, max(start, at), end):
            first, last = m.span()
            whole = text[first - 1 : first] in ("", "\n") and text[last : last + 1] in ("", "\n")
            if m[0].strip() and (whole or _SAYS.search(m[0])):
                line, printed = sheet.line(first), sheet.raw(first, last)
                yield line, printed if whole else printed.strip(), line in keyed
        at = max(at, end)
