"""What a key's entry says: an entry and its question's kind → answer and explanation."""

import re

from parsing.keys import values as answer_values
from parsing.keys.blocks import Entry
from parsing.keys.labels import tags
from parsing.keys.verdicts import verdicts
from parsing.source_text import Sheet

_JUDGED = re.compile(r"\s{0,4}(正确|错误|对|错)\s?(?:[。.,;]|$)")
_SAID = re.compile(r"\s{0,4}答(?:\s{1,3}|\s?:\s?)")


def answer_of(sheet: Sheet, entry: Entry, *, has_options: bool, form: str) -> tuple[str, str]:
    """Answer and explanation that an entry gives to a question; answer "" where it does not fit."""
    text = sheet.text
    if entry.letters:
        return _of_letters(sheet, entry, has_options=has_options, form=form)
    if has_options:
        told = verdicts(text, entry.start, entry.end, bare=True)
        reason = sheet.verbatim(entry.start, entry.end)
        return (told.pop(), reason) if len(told) == 1 else ("", "")
    stop = entry.end
    at = entry.start
    found = tags(text, at, stop)
    reason = ""
    if form == "TF" and (verdict := _JUDGED.match(text, at, stop)):
        return answer_values.truth(verdict[1]), _reason(sheet, verdict.end(), stop)
    led = _SAID.match(text, at, stop)
    before = text[at : found[0].start].strip() if found else ""
    # a question printed again may stand before 【答案】
    if found and found[0].kind == "strong" and (not before or text[found[0].start - 1] in "\n_)"):
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


def _of_letters(sheet: Sheet, entry: Entry, *, has_options: bool, form: str) -> tuple[str, str]:
    text = sheet.text
    reason = "" if entry.rule != "answer:key" else _reason(sheet, entry.start, entry.end)
    if entry.letters[0] in "ABCDEFGH":
        letters = answer_values.letters_of(entry.letters)
        truth = answer_values.truth(letters) if form == "TF" else ""
        return letters if has_options else truth, reason
    if form == "QA" and not has_options and not tags(text, entry.start, entry.end):
        verdict = text.rfind(entry.letters, entry.pos, entry.start)
        return sheet.verbatim(verdict, entry.end), ""  # 错误。气质没有好坏之分…
    judged = not has_options and form not in ("QA", "FILL")
    return answer_values.truth(entry.letters) if judged else "", reason


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
