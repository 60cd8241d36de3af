"""What a page's regularity settles after its questions are read: tails, keys behind options.

Questions of a page in, the same questions mended: what recurs below the last option of several is
litter of the page.
"""

import re
from collections import Counter
from collections.abc import Sequence

from parsing import words
from parsing.draft import Draft
from parsing.keys.bare import (
    DIGITS,
    SEVERAL,
    cut,
    keys_at_stems,
    keys_behind,
    keys_below,
    keys_on_line,
    lines_below,
)
from parsing.parts import Parts
from parsing.questions.judged import judge
from parsing.questions.recurring import cut_recurring
from parsing.source_text import BLANKS, Sheet
from parsing.words import any_of

_BUTTONS = re.compile(
    rf"(?:\s+[|·\[(]?(?:{any_of(words.FURNITURE)}|(?i:{any_of(words.FURNITURE_LATIN)}))[\])|]?)+\s*$"
)
_LETTERS_LAST = re.compile(r"(?<=[\u3400-\u9fff)。])[^\S\n]{1,9}(?P<letters>[A-H]{1,5})[^\S\n]*\Z")
_LETTERS_GLUED = re.compile(r"(?<=[\u3400-\u9fff)。])(?P<letters>[A-H]{1,5})[^\S\n]*\Z")
_SHARE = 4  # a line recurs if it stands below one question in so many
_USUAL = 10  # what one question in so many has cut off is the page's, not a stem's own
_USUAL_SHARE = 1 / _USUAL
SHARES = {
    "topic": 0.7,
    "page": 0.5,
    "origin": 0.5,
    "verdicts": 0.3,
}  # of the questions; any single stem may have such a bracket
_DATED = re.compile(
    r"\s*[(\[【][^()\[\]【】\n]{0,12}\d\d[^()\[\]【】\n]{0,12}[)\]】]\Z"
)  # ('05專高)
_TOPIC = re.compile(r"(?<=。)\s{0,3}(?P<topic>[^\s。,;:?!()]{2,12})\s*\Z")
_EMPTY = 2  # options without text: they were read wrong, and what the key names is unknown


def settle(sheet: Sheet, drafts: Sequence[Draft]) -> None:
    """Cut tails of last options, read keys behind them."""
    _restore(drafts)
    judge(drafts)
    cut_recurring([d.parts for d in drafts])
    choices = [d.parts for d in drafts if d.parts.options and d.parts.spans and not d.shared]
    if choices:
        keys_behind(sheet, choices)
        keys_at_stems(choices)
        keys_on_line(sheet, choices, _LETTERS_LAST, 0.7)
        keys_on_line(sheet, choices, _LETTERS_GLUED, 0.9)
        keys_below(sheet, choices)
        _cut_lines(sheet, choices)
        _cut_pieces(sheet, choices)
        _cut_topics(sheet, choices)
        _cut_repeated(choices)
    for parts in choices:
        if parts.answer and sum(not option.strip() for option in parts.options) >= _EMPTY:
            parts.answer, parts.answered_in = "", ""
            parts.notes.append("doubt:answer_unclear")


def _restore(drafts: Sequence[Draft]) -> None:
    """Put back what few questions of the page have cut off: sources, points, doubled letters."""
    counts = Counter(kind for d in drafts for kind in {a.kind for a in d.parts.asides})
    for parts in (d.parts for d in drafts):
        for kind, printed, ahead in reversed(parts.asides):
            if counts[kind] < SHARES.get(kind, _USUAL_SHARE) * len(drafts):
                piece = printed.lstrip("\n" + BLANKS) if ahead else printed.rstrip("\n" + BLANKS)
                parts.stem = piece + parts.stem if ahead else parts.stem + piece
                note = f"dropped:{kind} {printed.strip()}"
                parts.notes = [n for n in parts.notes if n != note]
    doubled = [d.parts for d in drafts if d.parts.doubled]
    if len(doubled) * _USUAL < sum(bool(d.parts.options) for d in drafts):
        for parts in doubled:
            parts.options = parts.doubled


def _cut_lines(sheet: Sheet, choices: list[Parts]) -> None:
    below = [lines_below(sheet, parts) for parts in choices]
    counts = Counter(form for lines in below for form in {form for _, form in lines})
    options = [span for parts in choices for span in parts.spans[:-1]]
    wrapped = sum("\n" in sheet.text[a:b].strip() for a, b in options)
    single = any(below) and len(options) >= 6 and not wrapped and not sheet.width
    for parts, lines in zip(choices, below, strict=True):
        for at, form in lines:
            if (counts[form] > 1 and counts[form] * _SHARE >= len(choices)) or single:
                cut(sheet, parts, at)
                break


def _cut_pieces(sheet: Sheet, choices: list[Parts]) -> None:
    """Buttons, and pieces that recur, at the end of a last option's line."""
    pieces = Counter(_piece(sheet, parts)[1] for parts in choices)
    buttons = [_BUTTONS.search(sheet.text, *parts.spans[-1]) for parts in choices]
    several = sum(found is not None for found in buttons) > 1
    for parts, found in zip(choices, buttons, strict=True):
        start = parts.spans[-1][0]
        if (
            found
            and (several or found[0].strip() not in words.AMBIGUOUS)
            and sheet.text[start : found.start()].strip()
        ):
            cut(sheet, parts, found.start())
            continue
        at, form = _piece(sheet, parts)
        if form and pieces[form] > 2 and pieces[form] * 2 > len(choices):
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
    found = []
    for parts in choices:
        start, end = parts.spans[-1]
        m = _TOPIC.search(sheet.text, start + 1, end)
        if m and not any("。" in option[:-1] for option in parts.options[:-1]):
            found.append((parts, m.start("topic")))
    if len(found) >= max(SEVERAL, 0.7 * len(choices)):
        for parts, at in found:
            cut(sheet, parts, at)


def _cut_repeated(choices: list[Parts]) -> None:
    """A last option that repeats the first, question after question: a page's own copy."""
    again = [p for p in choices if len(p.options) > 2 and p.options[-1] == p.options[0]]
    if len(again) > 2 and len(again) * 4 >= 3 * len(choices):
        for parts in again:
            parts.notes.append(f"dropped:tail {parts.options.pop()}")
            parts.spans.pop()
