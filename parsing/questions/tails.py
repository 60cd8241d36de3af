"""What a page's regularity settles after its questions are read: tails, keys behind options.

Questions of a page in, the same questions mended: what recurs below the last option of several, or
around most stems, is litter of the page; the next question's number or chapter is no option's end.
"""

import re
from collections import Counter
from collections.abc import Sequence

from parsing.keys.bare import DIGITS, SEVERAL, cut, judge, keys_of_habit, lines_below, shorten
from parsing.records import HAN, Draft, Parts, forget, reword
from parsing.source_text import BLANKS, Sheet

_SHARE = 4  # a line recurs if it stands below one question in so many
_USUAL = 10  # what one question in so many has cut off is the page's, not a stem's own
SHARES = {  # of the questions; any single stem may have such a bracket
    "topic": 0.7, "page": 0.5, "origin": 0.5, "verdicts": 0.3,
}  # fmt: skip
_DATED = re.compile(
    r"\s*[(\[【][^()\[\]【】\n]{0,12}\d\d[^()\[\]【】\n]{0,12}[)\]】]\Z"
)  # ('05專高)
_TOPIC = re.compile(r"(?<=。)\s{0,3}(?P<topic>[^\s。,;:?!()]{2,12})\s*\Z")
_EMPTY = 2  # options without text: they were read wrong, and what the key names is unknown
_AHEAD = re.compile(
    r"\s*(?P<form>[\u3400-\u9fffA-Za-z]{1,8}\s?(?:[(（][^()（）]{1,8}[)）])?[:：】\])][^\S\n]?|[\[【(<][^\[\]【】()<>\n]{1,16}[\]】)>]\s?[:.、]?\s?)(?=\S{4})"
)
_PAGE = r"[Pp]\.?\s?\d{1,3}(?:\s?[-~—–]\s?[Pp]?\d{1,3})?"  # where a textbook has it: P79, P3-4
_BEHIND = re.compile(
    rf"\s*(?P<form>[\[【(<][^\[\]【】()<>\n_]{{1,16}}[\]】)>]|(?<![A-Za-z]){_PAGE}"
    r"|\n[^\S\n]*[^\n]{1,10})\s*$"
)
# AB003: what a bank of a trade's examination lists the point under; O may be read for 0
_CODE = re.compile(
    r"\s*(?P<form>[A-Z]{1,3}(?=[\dO]*\d)[\dO]{2,4})[^\S\n]{0,2}(?=[\u3400-\u9fff“‘《\"A-Z])"
)
_FORMS = (("P0", re.compile(_PAGE)), ("A0", re.compile(r"[A-Z]{1,3}[\dO]{2,4}")))
_CLOSING = ("]", "】", ")", ">")
_WORDED = re.compile(r"[\u3400-\u9fffA-Za-z]")
_VALUE = re.compile(r"[(\[【]\s*(?:[A-H]{0,8}|[√×对错]|正确|错误)\s*[)\]】]")
_YEAR = re.compile(r"\d\d")
_TAGGED = "[0a]"
_FEWEST = 3  # questions
_RECURRING_SHARE = 0.7  # of the page's
_NUMBERS = re.compile(r"[\d一二三四五六七八九十.]+")
_POINT = ".．、 "  # behind a number
_TOLD = re.compile(r"\s?(?:答?[:：]\s*|\n\s*)(?=\S)")
_TWO = 2  # answers that make a habit
_CHAPTER = re.compile(
    rf"(?:\n|(?<=[。.!?！？])[^\S\n]*)\s*(?P<head>第[{HAN}\d]{{1,3}}[章节篇讲][^\n。,，;；:：?？!！]{{0,20}})\s*$"
)


def settle(sheet: Sheet, drafts: Sequence[Draft]) -> None:
    """Cut tails of last options, read keys behind them."""
    _restore(drafts)
    judge(drafts)
    cut_recurring([d.parts for d in drafts])
    choices = [d.parts for d in drafts if d.parts.options and d.parts.spans and not d.shared]
    if choices:
        keys_of_habit(sheet, choices)
        _cut_lines(sheet, choices)
        _cut_pieces(sheet, choices)
        _cut_topics(sheet, choices)
        _cut_repeated(choices)
    for parts in choices:
        if parts.answer and sum(not option.strip() for option in parts.options) >= _EMPTY:
            forget(parts, "doubt:answer_unclear")
    _cut_chapters([d.parts for d in drafts if not d.parts.options])
    _drop_terms([d.parts for d in drafts if d.format != "TF" and not d.parts.options])


def _restore(drafts: Sequence[Draft]) -> None:
    """Put back what few questions of the page have cut off: sources, points."""
    counts = Counter(kind for d in drafts for kind in {a.kind for a in d.parts.asides})
    rare = {kind for kind, n in counts.items() if n < SHARES.get(kind, 1 / _USUAL) * len(drafts)}
    for parts in (d.parts for d in drafts):
        for kind, printed, ahead in reversed(parts.asides):
            if kind in rare:
                piece = printed.lstrip("\n" + BLANKS) if ahead else printed.rstrip("\n" + BLANKS)
                parts.stem = piece + parts.stem if ahead else parts.stem + piece
                note = f"dropped:{kind} {printed.strip()}"
                parts.notes = [n for n in parts.notes if n != note]


def _cut_lines(sheet: Sheet, choices: list[Parts]) -> None:
    """Lines below last options that recur, or any where no option but the last is broken."""
    below = [lines_below(sheet, parts) for parts in choices]
    counts = Counter(form for lines in below for form in {form for _, form in lines})
    options = [sheet.text[a:b].strip() for parts in choices for a, b in parts.spans[:-1]]
    wrapped = any("\n" in option for option in options)
    single = any(below) and len(options) >= 6 and not wrapped and not sheet.width
    for parts, lines in zip(choices, below, strict=True):
        for at, form in lines:
            if single or (counts[form] > 1 and counts[form] * _SHARE >= len(choices)):
                cut(sheet, parts, at)
                break


def _cut_pieces(sheet: Sheet, choices: list[Parts]) -> None:
    """Pieces that recur at the end of a last option's line."""
    pieces = [_piece(sheet, parts) for parts in choices]
    counts = Counter(form for _, form in pieces)
    for parts, (at, form) in zip(choices, pieces, strict=True):
        if form and counts[form] > 2 and counts[form] * 2 > len(choices):
            cut(sheet, parts, at)


def _piece(sheet: Sheet, parts: Parts) -> tuple[int, str]:
    """The last piece of a last option behind a blank: place and form that recurs."""
    start, end = parts.spans[-1]
    text = sheet.text[start:end].rstrip()
    if (tag := _DATED.search(text)) and text[: tag.start()].strip():
        return start + tag.start(), "(00)"
    at = max(text.rfind(" "), text.rfind("\n"))
    if at <= 0 or not text[:at].strip():
        return end, ""
    return start + at, DIGITS.sub("0", text[at:].strip())


def _cut_topics(sheet: Sheet, choices: list[Parts]) -> None:
    """A few words behind the sentence that last options end: 遞減中。 消費行為"""
    ends = [(p, _TOPIC.search(sheet.text, p.spans[-1][0] + 1, p.spans[-1][1])) for p in choices]
    alone = [not any("。" in option[:-1] for option in p.options[:-1]) for p in choices]
    found = [(p, m) for (p, m), fits in zip(ends, alone, strict=True) if m and fits]
    for parts, m in found if len(found) >= max(SEVERAL, 0.7 * len(choices)) else ():
        cut(sheet, parts, m.start("topic"))


def _cut_repeated(choices: list[Parts]) -> None:
    """A last option that repeats the first, question after question: a page's own copy."""
    again = [p for p in choices if len(p.options) > 2 and p.options[-1] == p.options[0]]
    for parts in again if len(again) > 2 and len(again) * 4 >= 3 * len(choices) else ():
        parts.notes.append(f"dropped:tail {parts.options.pop()}")
        parts.spans.pop()


def cut_recurring(everyone: Sequence[Parts]) -> None:
    """Cut what most stems begin or end with: `[感知]`, 题干:, AB003, (单选), P79."""
    for pattern in (_AHEAD, _CODE, _BEHIND):
        found = []
        for parts in everyone:
            if pattern is not _BEHIND:
                m = pattern.match(parts.stem)
            else:  # most stems end in another sign, on one line
                last = parts.stem.rstrip()[-1:]
                ended = last in _CLOSING or last.isdecimal() or "\n" in parts.stem
                m = pattern.search(parts.stem) if ended else None
            found += [(parts, m, _form(m["form"]))] if m else []
        forms = Counter(form for _, _, form in found)
        fewest = max(_FEWEST, _RECURRING_SHARE * len(everyone))
        usual = {form for form, n in forms.items() if n >= fewest and _WORDED.search(form)}
        for parts, m, form in found:
            if form in usual and not _VALUE.fullmatch(m["form"].strip()):
                parts.notes.append(f"dropped:recurring {m['form'].strip()}")
                stem = parts.stem
                parts.stem = stem[: m.start()] if pattern is _BEHIND else stem[m.end() :]


def _form(printed: str) -> str:
    """What recurs of a printed tag: whatever the year or number, one kind."""
    bracket = printed.strip()
    if bracket[:1] in tuple("[【(<") and _YEAR.search(bracket):
        return _TAGGED
    kinds = (form for form, pattern in _FORMS if pattern.fullmatch(bracket))
    return next(kinds, _NUMBERS.sub("0", bracket))


def part_numbers(sheet: Sheet, drafts: Sequence[Draft]) -> None:
    """Give a number that ends a last option, or begins a stem, to its question.

    Only where that question has none of its own, begins right there, and the one after it has the
    number that follows.
    """
    for before, here, after in zip(drafts, drafts[1:], drafts[2:], strict=False):
        number = before.number + 1
        if not before.number or here.number or after.number != number + 1 or not before.parts.spans:
            continue
        start, end = before.parts.spans[-1]
        at = start + len(sheet.text[start:end].rstrip()) - len(str(number))
        led = re.match(rf"\s*{number}[{_POINT}]?(?!\d)", here.parts.stem)
        ends = at > start and sheet.text[at:end].rstrip() == str(number)
        if not led and ends and not sheet.text[end : here.begin].strip():
            shorten(sheet, before.parts, at)
            here.pos = at
        elif not led:
            continue
        here.parts.stem = here.parts.stem[led.end() if led else 0 :].lstrip(_POINT)
        here.number, here.ordered = number, False


def _cut_chapters(plain: Sequence[Parts]) -> None:
    """Cut the next chapter's heading off the end of an answer in words, or of an open stem."""
    for parts in plain:
        text = parts.answer or parts.stem
        if found := _CHAPTER.search(text):
            parts.notes.append(f"dropped:tail {found['head'].strip()}")
            rest = text[: found.start()].rstrip()
            if parts.answer:
                reword(parts, rest)
            else:
                parts.stem = rest


def _drop_terms(plain: Sequence[Parts]) -> None:
    """Cut a question's own words off the beginning of its answer: 角色冲突：个体在…, 甲？答：…

    Only where at least half of the page's open answers begin so: elsewhere they are the answer's.
    """
    answered = [(parts, parts.stem.strip()) for parts in plain if parts.answer]
    again = [
        (parts, found)
        for parts, stem in answered
        if len(stem) > 1
        and parts.answer.startswith(stem)
        and (found := _TOLD.match(parts.answer, len(stem)))
    ]
    for parts, found in again if 2 * len(again) >= max(len(answered), 2 * _TWO) else ():
        parts.notes.append(f"dropped:stem {parts.answer[: found.end()].strip()}")
        reword(parts, parts.answer[found.end() :])
