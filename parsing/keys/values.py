"""What stands behind an answer tag: letters, letters with text, text only, marks."""

import re

from parsing import words
from parsing.keys.labels import LETTERS

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
