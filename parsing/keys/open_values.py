"""What a label announces of a question without options: verdicts, words, unfit letters."""

import re

from parsing.keys import values as answer_values
from parsing.keys.labels import Tag
from parsing.parts import Parts, decide
from parsing.source_text import Sheet

_TORN_HEAD = re.compile(r"[一二三四五六七八九十]{1,3}[、.]?$")
# a verdict that its reason in brackets, or the next question's number, is glued to
_JUDGED_ON = re.compile(
    r"\s*(?P<word>正确|错误|对|错|[√×])"
    r"(?:\s?(?=\d{1,3}\s?[.、]|[(][^)\n]{4})|\s+(?=[\u3400-\u9fff]{4}))"
)
JUDGED = re.compile(
    r"\s*(?:[(\[【]\s*(?P<in>[√×✓✗✔✘∨]|对|错|正确|错误)\s*[)\]】]|(?P<out>[√×✓✗✔✘]))"
    r"\s*[,.。;:]?\s*(?=\S{2})"
    r"|\s*(?P<word>(?:正确|错误|对|错)(?=\s?[。.;,])|(?:正确|错误)(?=[^\S\n]))\s?[。.;,]?\s*(?=\S{2})"
)
LETTERS_ONLY = re.compile(r"[\s\[【「(]*[A-H](?:[、,\s]{0,2}[A-H]){0,7}[\s\]】」).。]*")
_LETTER_FIRST = re.compile(r"[A-Ha-h](?:[、,\s]{0,2}[A-H])*(?=[\s)\]】,、.]|$)")
_COUNTER = re.compile(r"\d{1,3}、")
_WORD_TOLD = re.compile(r"\s*(?P<word>[^\n。.,(]{1,14})。\s?(?P<reason>[^\n。]{6,}。[^\n]*)\s*")


def _short_value(sheet: Sheet, at: int, stop: int, parts: Parts, form: str) -> str | None:
    """What is left beside a word with its reason, or of a preview's counter; None for all else."""
    if form != "FILL":
        return "" if _COUNTER.fullmatch(sheet.text[at:stop].strip()) else None
    told = _WORD_TOLD.fullmatch(sheet.text, at, stop)
    if told is None:
        return None
    decide(parts, sheet.verbatim(*told.span("word")), "answer:tag")
    return sheet.verbatim(*told.span("reason"))


def open_value(sheet: Sheet, tag: Tag, stop: int, parts: Parts, form: str) -> str:
    """The answer of a question without options; returns what cannot be one."""
    text, at = sheet.text, tag.end
    whole = sheet.read(at, stop)
    said = text[at:stop].strip()
    if form == "TF":  # a heading cut off behind the last verdict
        said = _TORN_HEAD.sub("", said)
    if form in ("TF", "") and (judged := JUDGED.match(text, at, stop)):
        decide(
            parts,
            answer_values.truth(judged["in"] or judged["out"] or judged["word"]),
            "answer:tag",
        )
        return sheet.verbatim(judged.end(), stop)
    if form == "TF" and (judged := _JUDGED_ON.match(text, at, stop)):
        decide(parts, answer_values.truth(judged["word"]), "answer:tag")
        return sheet.verbatim(judged.end(), stop)
    if form == "FILL" and said.startswith("(") and said.endswith(")") and said.count("(") == 1:
        whole = whole[1:-1].strip()
    verdict = answer_values.truth(said) if stop - at < 12 else ""
    lettered = LETTERS_ONLY.fullmatch(text, at, stop) is not None or _LETTER_FIRST.match(said)
    if verdict and (form == "TF" or (form == "" and not lettered)):
        whole = verdict
    elif form == "" and lettered:
        parts.notes.append("doubt:answer_without_options")
        if not LETTERS_ONLY.fullmatch(text, at, stop):
            return whole
    letters = answer_values.match_letters(text, at, stop)
    if (short := _short_value(sheet, at, stop, parts, form)) is not None:
        return short
    if form in ("FILL", "QA") or whole == verdict:
        letters = None
    if form in ("SCQ", "MAQ", "INDEF") or (letters and "\n" in text[letters.end() : stop]):
        if not letters or text[letters.end() : stop].strip(" 。.\n"):
            parts.notes.append("doubt:answer_without_options")
            return whole
        whole = answer_values.letters_of(letters["letters"])
    decide(parts, whole, "answer:tag")
    return ""
