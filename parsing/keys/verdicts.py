"""Verdicts in free words: 故选B, 综上，本题错误; what they say beside or instead of a key."""

import re

from parsing.keys import values as answer_values
from parsing.keys.labels import LETTERS, Tag
from parsing.parts import Parts, decide
from parsing.words import NEGATED, VERDICTS

_IN_REASON = [
    re.compile(verdict.format(L=rf"\s{{0,4}}(?P<letters>{LETTERS})(?![A-Za-z型])"))
    for verdict in VERDICTS
]
_NEGATED = re.compile(NEGATED)
_LED = re.compile(
    rf"\s{{0,3}}(?:(?:本题)?应?选[:择]?|(?:正确|参考)?答案[:为是]?)\s?(?P<letters>{LETTERS})(?=项?\s{{0,2}}(?:[.。,;\n]|$))"
)
_BARE = re.compile(
    rf"(?<![不误错])选出?(?:择|项)?(?:为|是)?\s?(?P<letters>{LETTERS})(?![A-Za-z]|[、,和及与]?\s?[A-H])"
    r"(?!\s?选?项?(?:的?说法|表述)?(?:均|都|也|则|是|为|属于|皆)?(?:错|不|误|非|排除|有误|与|干扰))"
)
_VERDICT_HINT = re.compile(
    r"[选即是为项は][^\n]{0,8}\s{0,4}[A-H]|[A-H]\s?(?:选?项|正确|符合|当选|是正确|为正确)|(?:故|因此|所以|可知)[,:]?\s?[A-H]"
)
_VERDICT_TOLD = re.compile(
    r"(?:答案|本题)(?:应?[为是选])?\s?:?(?P<sign>[√×])|(?:(?:因此|故|所以),?本?题?|本题|此题|题干|该|此)(?:的)?(?:说法|表述|观点|叙述)?(?:是)?(?P<word>正确|错误)(?:的)?(?=[。.;]|$)"
)


def key_in_words(text: str, tags: list[Tag], end: int, parts: Parts) -> None:
    """What an explanation says in free words: the key where none is printed, else a doubt."""
    first = next((t for t in tags if t.kind == "expl"), None)
    if first is None and not parts.answer:
        first = next((t for t in tags if t.kind == "strong"), None)
    if first is None:
        return
    found = verdicts(text, first.end, end)
    if led := _LED.match(text, first.end, end):
        found.add(answer_values.letters_of(led["letters"]))
    if not found:
        return
    if parts.answer and found != {parts.answer}:
        parts.notes.append(f"doubt:explanation_says {'/'.join(sorted(found))}")
    elif not parts.answer and len(found) == 1:
        decide(parts, found.pop(), "answer:explanation")
        parts.notes = [n for n in parts.notes if n != "doubt:answer_unclear"]


def verdicts(text: str, start: int, end: int, *, bare: bool = False) -> set[str]:
    """The letters that a stretch calls right in free words (故选B); `bare` = 选C, 选出D项, too."""
    if bare and (
        plain := {answer_values.letters_of(m[1]) for m in _BARE.finditer(text, start, end)}
    ):
        return plain
    if not _VERDICT_HINT.search(text, start, end):
        return set()
    return {
        answer_values.letters_of(m["letters"].split(".")[0])  # …是B.A适用于…
        for pattern in _IN_REASON
        for m in pattern.finditer(text, start, end)
        if not _NEGATED.search(text, max(start, m.start() - 4), m.start("letters"))
    }


def verdict_in_words(text: str, tags: list[Tag], end: int, parts: Parts) -> None:
    """What an explanation says of a statement: 故本题错误."""
    first = next((t for t in tags if t.kind == "expl"), None)
    told = {
        answer_values.truth(m["sign"] or m["word"])
        for m in _VERDICT_TOLD.finditer(text, first.end if first else end, end)
    }
    if len(told) == 1:
        decide(parts, told.pop(), "answer:explanation")
