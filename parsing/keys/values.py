"""What stands behind an answer tag: letters, letters with text, verdicts, words, marks."""

import re

from parsing import words
from parsing.keys.labels import LETTERS, Tag
from parsing.parts import Parts, decide
from parsing.source_text import Sheet

ALPHABET = "ABCDEFGH"
_LETTER = re.compile("[A-H]")
_VALUE = re.compile(
    rf"[\s:,、.;]{{0,4}}[(\[【〖]?\s?(?P<letters>{LETTERS}"
    rf"(?:\s?[)\]】〗]\s?[、,]?\s?[(\[【〖]\s?{LETTERS})*)\s?[)\]】〗]?(?![A-Za-z])"
)
_NONE = re.compile(r"\s{0,3}(?:无|略|暂无|空|没有)(?:答案)?\s{0,2}(?:$|[\n(。])")
_LETTERED = re.compile(r"\s{0,3}([A-H])(?:[^\S\n]?[.、:]\s{0,2}|[^\S\n]{0,2})")
_NEXT = re.compile(r"[、,;\s]+(?=[A-H]\s?[.、:])")
_SEPARATORS = [re.compile(f"[{signs}]+") for signs in ("、", ";", ",", "、,;和 ")]
_SEPARATOR = re.compile(r"[、,;和及\s]+")
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


def letters_of(text: str) -> str:
    """The letters in a text, sorted, each once."""
    return "".join(sorted(set(_LETTER.findall(text))))


def believable(text: str, *, several: bool) -> bool:
    """Whether letters can be one question's key: they rise, or differ where several are right."""
    letters = _LETTER.findall(text)
    return len(set(letters)) == len(letters) and (several or letters == sorted(letters))


def match_letters(text: str, start: int, end: int) -> re.Match[str] | None:
    """Letters at the very start of a stretch (group `letters`)."""
    return _VALUE.match(text, start, end)


def no_answer(text: str, start: int, end: int) -> bool:
    """Whether a stretch says that there is no answer."""
    return _NONE.match(text, start, end) is not None


def truth(text: str) -> str:
    """对 or 错 for the whole of a short text that says so, else ""."""
    bare = text.strip(" \n()[]【】。.:")
    return "对" if bare in words.TRUE else "错" if bare in words.FALSE else ""


def from_text(value: str, options: list[str]) -> str:
    """Letters of the options that a text names in full, "" where it is none of them exactly."""
    value = value.strip(" 。.\n")
    if value.endswith(("、", ";", ",")):
        return ""
    plain = [o.strip(" 。.") for o in options]
    if plain.count(value) == 1:
        return ALPHABET[plain.index(value)]
    for separator in _SEPARATORS:
        parts = [p for p in separator.split(value) if p]
        if len(parts) > 1 and all(plain.count(p) == 1 for p in parts):
            return letters_of("".join(ALPHABET[plain.index(p)] for p in parts))
    return _tiled(value, plain)


def _tiled(value: str, options: list[str]) -> str:
    """Options printed one after the other although they hold separators themselves."""
    out, at = "", 0
    while at < len(value):
        fits = [(len(o), i) for i, o in enumerate(options) if o and value.startswith(o, at)]
        if not fits or len(out) > len(options):
            return ""
        length, index = max(fits)
        if options.count(options[index]) > 1:
            return ""
        out += ALPHABET[index]
        at += length
        if at < len(value) and not (gap := _SEPARATOR.match(value, at)):
            return ""
        at = gap.end() if at < len(value) and gap else at
    return letters_of(out)


def lettered_text(text: str, options: list[str]) -> tuple[str, int] | None:
    """`D.顿悟` or `A.同化；C.顺应`: the letters, and where they end, if every text fits."""
    out, at = "", 0
    while m := _LETTERED.match(text, at):
        index = ALPHABET.index(m[1])
        if index >= len(options) or not options[index]:
            break
        if not text.startswith(options[index], m.end()):
            break
        out += m[1]
        at = m.end() + len(options[index])
        if gap := _NEXT.match(text, at):
            at = gap.end()
    return (letters_of(out), at) if out else None


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
        decide(parts, truth(judged["in"] or judged["out"] or judged["word"]), "answer:tag")
        return sheet.verbatim(judged.end(), stop)
    if form == "TF" and (judged := _JUDGED_ON.match(text, at, stop)):
        decide(parts, truth(judged["word"]), "answer:tag")
        return sheet.verbatim(judged.end(), stop)
    if form == "FILL" and said.startswith("(") and said.endswith(")") and said.count("(") == 1:
        whole = whole[1:-1].strip()
    verdict = truth(said) if stop - at < 12 else ""
    lettered = LETTERS_ONLY.fullmatch(text, at, stop) is not None or _LETTER_FIRST.match(said)
    if verdict and (form == "TF" or (form == "" and not lettered)):
        whole = verdict
    elif form == "" and lettered:
        parts.notes.append("doubt:answer_without_options")
        if not LETTERS_ONLY.fullmatch(text, at, stop):
            return whole
    letters = match_letters(text, at, stop)
    if (short := _short_value(sheet, at, stop, parts, form)) is not None:
        return short
    if form in ("FILL", "QA") or whole == verdict:
        letters = None
    if form in ("SCQ", "MAQ", "INDEF") or (letters and "\n" in text[letters.end() : stop]):
        if not letters or text[letters.end() : stop].strip(" 。.\n"):
            parts.notes.append("doubt:answer_without_options")
            return whole
        whole = letters_of(letters["letters"])
    decide(parts, whole, "answer:tag")
    return ""
