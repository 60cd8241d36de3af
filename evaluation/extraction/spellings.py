"""Other spellings of what a reply says in letters: its own numbers of options, stars, initials."""

import re
from collections.abc import Callable, Sequence

from evaluation.extraction.letters import LETTERS

_INITIALS = re.compile(r"(?<![A-Za-z])[A-J]\.\s?(?:[A-Z]\.\s?){1,2}(?=[A-Z][a-z])")
_OF_A_LETTER = re.compile(r"(?<![A-Za-z])[Pp]\(\s?([A-J])\s?\)(?=\s?[=:≈])")
_SO_IS = re.compile(
    r"\b[Ss]o (?:is|are|does) (?=[A-J](?![A-Za-z]))([A-J](?:(?:,| and) ?[A-J](?![A-Za-z]))*)"
)
_BAR = re.compile(r"(?<=[^\s|])\s?[|](?=\s?[A-J])")
_GLUED = re.compile(r"(?<![A-Za-z])([A-J])([TF])(?![A-Za-z])")
_FIRSTLY = re.compile(
    r"(?<=[:;,.])\s?(?:其?[一二三四五]|第[一二三四五]|首先|其次|最后)是(?=[^,;.\n]{1,40}(?:[;,.]|\Z))"
)
_COUNTED = re.compile(r"\d{1,2}\s?[.、)]\s?([A-J])(?![A-Za-z])\W*")
_BOXES = re.compile(r"\}\$?\s?(?:[、,]|和|与|及|and)\s?\$?\\boxed\s?\{(?=[A-J])")
_EACH = re.compile(r"[A-J]\s?[到至~-]\s?[A-J](?=[^,.;\n]{0,4}(?:逐|依次|一一|挨个))")
_ASKED = re.compile(
    r"(?<![A-Za-z])([A-J])(?:选?项)?(?:是|对|正确|属于|符合)?吗?\?\s?"
    r"(?=(?:不是|不对|不正确|不属于|不符合|是|对|错误?|否|正确|属于|符合|[√×✓✗])(?:[.,;!\n]|\Z))"
)
_SPAN = re.compile(
    r"(?<![A-Za-z0-9-])([A-J])[-~到至]([B-J])(?=\s?(?:[四五六]?[个项])?(?:都|均|皆|全|悉数))"
)
_CIRCLED = "①②③④⑤⑥⑦⑧"
_CAPITAL = re.compile("[A-J]")
_RUN = re.compile(rf"[{_CIRCLED}](?:\s?[、,，和与及]?\s?[{_CIRCLED}])+")
_TRUE_FALSE = re.compile(r"(?<![A-Za-z])([A-J])\s?\((?:(真|T)|假|F)\)")
_STARS = re.compile(r"(?<=[A-J\s|:])(★{0,10})(☆{0,10})(?=[\s|,;.]|\Z)")
_DOTS = re.compile(r"(?<![A-Za-z])[A-J](?:\s?[·•・]\s?[A-J]){1,9}(?![A-Za-z])")
_ROMAN = r"(?<![A-Za-z])(?:VIII|VII|VI|IV|V|III|II|I)(?![A-Za-z'])"
_STEM = r"[甲乙丙丁戊己庚辛](?=[\s、,.;:和与及项选)都均对错是不]|\Z)"
_INITIAL = re.compile(r"[A-Z]\.\s?[A-Z]")
# only looked for where one of its needles is in the text: a reply may be long
_RULES: tuple[
    tuple[tuple[str, ...], re.Pattern[str], str | Callable[[re.Match[str]], str]], ...
] = (
    (("So ", "so "), _SO_IS, r"\1也是"),
    (("逐", "依次", "一一", "挨个"), _EACH, ""),
    (("boxed",), _BOXES, "、"),
    (("?",), _ASKED, r"\1"),
    (("都", "均", "皆", "全", "悉数"), _SPAN, lambda m: "、".join(_between(m[1], m[2]))),
    (("真)", "T)", "假)", "F)"), _TRUE_FALSE, lambda m: f"{m[1]}({'对' if m[2] else '错'})"),
    (("P(", "p("), _OF_A_LETTER, r"\1"),
    (("·", "•", "・"), _DOTS, lambda m: re.sub(r"\s?[·•・]\s?", "、", m[0])),
)


def spelt(text: str, options: Sequence[str]) -> str:
    """A reply in comparison form with letters for its own numbers, and numbers for stars."""
    if not any(_INITIAL.search(option) for option in options):
        text = _INITIALS.sub("", text)
    text = _ordinals(text)
    for needles, pattern, by in _RULES:
        if any(needle in text for needle in needles):
            text = pattern.sub(by, text)
    if "T" in text and len(set(_GLUED.findall(text))) == len(options):
        text = _GLUED.sub(lambda m: m[1] + ("对" if m[2] == "T" else "错"), text)
    if "|" in text and "\n" not in text:
        text = _BAR.sub(";", text)
    if "★" in text and len(_STARS.findall(text)) >= len(options) > 1:
        text = _STARS.sub(lambda m: str(len(m[1])) if m[1] or m[2] else "", text)
    return _own_numbers(text, options)


def circled(text: str, options: Sequence[str], stem: str) -> str:
    """A reply as it came with letters for circled numbers that stand for the options in order."""
    own = any(sign in shown for sign in _CIRCLED for shown in (stem, *options))
    if own or _CAPITAL.search(text) or not _RUN.search(text):
        return text
    named = {
        sign: [i for i, option in enumerate(options) if option and f"{sign}{option}" in text]
        for sign in _CIRCLED[: len(options)]
    }
    if any(found and found != [at] for at, found in enumerate(named.values())):
        return text
    return re.sub(f"[{_CIRCLED[: len(options)]}]", lambda m: LETTERS[_CIRCLED.index(m[0])], text)


def _ordinals(text: str) -> str:
    """A list of options without its own ordinals: "1、A 2、C", "一是…;二是…"."""
    letters = _COUNTED.findall(text) if text[:1].isdigit() else []
    if letters and not _COUNTED.sub("", text).strip():
        return "、".join(letters)
    parts = _FIRSTLY.split(text) if "二是" in text or "其次是" in text else []
    if len(parts) < 3:
        return text
    return parts[0] + "、".join(part.strip(" ;,") for part in parts[1:])


def _between(first: str, last: str) -> str:
    return LETTERS[LETTERS.index(first) : LETTERS.index(last) + 1]


def _own_numbers(text: str, options: Sequence[str]) -> str:
    """Letters for Roman numerals or cyclical signs that the reply itself gives the options."""
    for token, needles in ((_ROMAN, "I"), (_STEM, "甲乙丙丁")):
        if not any(sign in text for sign in needles) or any(
            re.search(token, option) for option in options
        ):
            continue
        known: dict[str, int] = {}
        for row in re.finditer(rf"({token})\s?[.、:)]\s?(?=\S)", text):
            places = [i for i, o in enumerate(options) if o and text.startswith(o, row.end())]
            if places:
                known[row[1]] = max(places, key=lambda i: len(options[i]))
        if len(known) > 1 and len(set(known.values())) == len(known):
            letters = {word: LETTERS[place] for word, place in known.items()}
            return _replaced(token, letters, text)
    return text


def _replaced(token: str, words: dict[str, str], text: str) -> str:
    return re.sub(token, lambda match: words.get(match[0], match[0]), text)
