"""What a key's entry says: an entry and its question's kind → answer and explanation."""

import re

from parsing.keys import values as answer_values
from parsing.keys.argued import argued
from parsing.keys.blocks import Entry
from parsing.keys.labels import tags
from parsing.keys.verdicts import verdicts
from parsing.source_text import Sheet, fold

_SCORED = re.compile(r"[(]分数\s?:\s?[\d.]{1,6}[)][\s_]*\Z")  # ends a question printed again
_JUDGED = re.compile(r"\s{0,4}(正确|错误|对|错)\s?(?:[。.,;]|$)")
_CLOSED = re.compile(r"[^\w\n\[【]*(?:\n\s*|(?=[\[【]))")  # ends a stem on its own lines
_SAID = re.compile(r"\s{0,4}答(?:\s{1,3}|\s?:\s?)")


def answer_of(
    sheet: Sheet, entry: Entry, *, has_options: bool, form: str, stem: str = ""
) -> tuple[str, str]:
    """Answer and explanation that an entry gives to a question; answer "" where it does not fit.

    `stem` is the question's own, which a key may print again before its answer.
    """
    text = sheet.text
    if entry.letters:
        reason = "" if entry.rule != "answer:key" else _reason(sheet, entry.start, entry.end)
        if entry.letters[0] in "ABCDEFGH":
            letters = answer_values.letters_of(entry.letters)
            truth = answer_values.truth(letters) if form == "TF" else ""
            return letters if has_options else truth, reason
        judged = not has_options and form not in ("QA", "FILL")
        own = argued(sheet, entry.pos, entry.start, entry.end) if form == "QA" else ""
        truth = answer_values.truth(entry.letters) if judged else ""
        return (own, "") if own and not has_options else (truth, reason)
    if has_options:
        told = verdicts(text, entry.start, entry.end, bare=True)
        reason = sheet.verbatim(entry.start, entry.end)
        return (told.pop(), reason) if len(told) == 1 else ("", "")
    stop = entry.end
    at = _behind_stem(text, entry.start, stop, fold(stem))
    found = tags(text, at, stop)
    reason = ""
    if form == "TF" and (verdict := _JUDGED.match(text, at, stop)):
        return answer_values.truth(verdict[1]), _reason(sheet, verdict.end(), stop)
    led = _SAID.match(text, at, stop)
    before = text[at : found[0].start].strip() if found else ""
    if found and found[0].kind in ("strong", "qa") and (not before or _SCORED.search(before)):
        at = found[0].end
        found = found[1:]
    elif led:
        at = led.end()
    expl = next((t for t in found if t.kind == "expl"), None)
    if expl:
        reason = sheet.verbatim(expl.end, stop)
        if not text[at : expl.start].strip(" \n()"):
            return reason, ""
        stop = expl.start
    said = sheet.verbatim(at, stop)
    said = (form == "TF" and answer_values.truth(said)) or said  # 【答案】×。解析:…
    return ("" if not said.strip("()（） \n") else said), reason


def _behind_stem(text: str, start: int, end: int, stem: str) -> int:
    """The end of the question printed again on lines of its own; `start` where it is not."""
    at = start
    for char in re.sub(r"[\W_]", "", stem):
        while at < end and not (text[at].isalnum() or text[at] == char):
            at += 1
        if at >= end or text[at] != char:
            return start
        at += 1
    closed = _CLOSED.match(text, at, end)
    return closed.end() if closed and at > start else start


def _reason(sheet: Sheet, start: int, end: int) -> str:
    text = sheet.text
    while start < end and text[start] in " 。.,;:、\n)】]":
        start += 1
    found = tags(text, start, end)
    if found and found[0].kind == "expl" and found[0].start == start:
        return sheet.verbatim(found[0].end, end)
    piece = sheet.verbatim(start, end)
    if piece.startswith(("(", "（")) and piece.endswith((")", "）")):
        return piece[1:-1]
    return piece
