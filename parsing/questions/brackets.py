"""Keys in a stem: in its bracket (记忆的首要环节是（A）, closed or not), on its blanks, behind it.

A stem's stretch in; its text with the bracket empty, and the answer in its parts.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from parsing.keys import values as answer_values
from parsing.keys.values import LETTERS
from parsing.records import ALPHABET, Draft, Parts, decide, declare
from parsing.source_text import Sheet, fold

# a word between underscores, which a page has filled in: ____冯特____
_UNDERLINED = re.compile(
    r"(?<!_)_{1,20}[^\S\n]?(?P<word>[^_\s\n][^_\n]{0,24}?)[^\S\n]{0,2}_{1,20}(?!_)"
)
_FILLS = re.compile(r"[^,。?;:、和与及或是为的等]{1,20}")
_BRACKETED = re.compile(r"[(](?P<word>[^()\n\s][^()\n]{0,24})[)]")
_SAID_ALOUD = re.compile(r"[(]?[a-zü]*[āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ][a-zü]*[)]?")
_HOW = re.compile(r"回答|即可|任选|任写|按.{0,4}顺序|写出")  # how to answer, no answer
_LINE = re.compile("_{2,}")
_MANY = 2  # underlined stretches for one with a word on a page that fills them in
_STOPS = ("。", ".", "；", ";")
_SET_APART = re.compile(r"[(]\s(?P<word>[^()\n\s][^()\n]{0,14}?)\s[)]")  # blanks on both sides
_FILLED_FEWEST, _FILLED_SHARE = 3, 0.7  # sentences, and how many of them have such a bracket
_SLACK = 8  # characters of a stem's stretch that are not its own


@lru_cache(maxsize=2)
def _fills(text: str) -> bool:
    """Whether a page fills its blanks in, and does not print sentences between empty ones."""
    words = sum(bool(_FILLS.fullmatch(m["word"])) for m in _UNDERLINED.finditer(text))
    return 2 * _MANY * words >= len(_LINE.findall(text))


def _filled(text: str, start: int, end: int, form: str, *, open_: bool) -> list[re.Match[str]]:
    """Words between underscores or in brackets, where each blank of a stem is filled.

    `open_` = the question has no options.
    """
    lined = open_ and form in ("FILL", "") and text.find("_", start, end) >= 0
    if lined and _fills(text):
        found = list(_UNDERLINED.finditer(text, start, end))
        words = [m["word"] for m in found]
        rest = _UNDERLINED.sub("", text[start:end])
        plain = all(_FILLS.fullmatch(w) and not _SAID_ALOUD.fullmatch(w) for w in words)
        if found and plain and "__" not in rest:
            return found
    return [
        m  # behind a sentence's end a remark stands
        for m in (_BRACKETED.finditer(text, start, end) if form == "FILL" else ())
        if not text[start : m.start()].rstrip().endswith(_STOPS)
        and not (_HOW.search(m["word"]) or _SAID_ALOUD.fullmatch(m["word"]))
    ]


def filled_stem(
    sheet: Sheet, start: int, end: int, parts: Parts, filled: list[re.Match[str]]
) -> str:
    """A stem whose blanks are filled in; their words are the answer."""
    words = [m.span("word") for m in filled]
    decide(parts, " ".join(sheet.verbatim(*word) for word in words), "answer:bracket")
    begins = [start, *(b for _, b in words)]
    ends = [*(a for a, _ in words), end]
    return "".join(sheet.verbatim(a, b) for a, b in zip(begins, ends, strict=True))


def give_stem_keys(sheet: Sheet, drafts: Sequence[Draft]) -> None:
    """Read keys that most stems of a region hold in the same way, or have right behind them."""
    bare = not any(d.parts.options or d.parts.answer for d in drafts)
    if bare and all(d.format in ("", "FILL") for d in drafts):
        _give_fill_ins(sheet, drafts)
    _give_worded(drafts)


def _give_fill_ins(sheet: Sheet, drafts: Sequence[Draft]) -> None:
    """Words in brackets that most sentences under no heading have: 1.“望梅止渴”是( 条件 )反射."""
    found = [
        list(_SET_APART.finditer(sheet.text, d.begin, d.begin + len(d.parts.stem) + _SLACK))
        for d in drafts
    ]
    if len(drafts) < _FILLED_FEWEST or sum(map(bool, found)) < _FILLED_SHARE * len(drafts):
        return
    for draft, filled in zip(drafts, found, strict=True):
        if filled:
            draft.parts.stem = filled_stem(sheet, draft.begin, draft.end, draft.parts, filled)
            declare(draft, "FILL")


_ANY_LETTER = re.compile("[A-H]")
_BRACKET = re.compile(
    rf"(?P<open>[(\[【〔<{{]|_{{1,20}})(?P<inner>\s{{0,12}}(?P<value>(?:(?P<letter>[A-H])\s?[.、,:]?\s?)?(?P<word>[√×✓✗✔✘∨TFXYNx]|对|错|正确|错误)|{LETTERS})\s{{0,12}})(?P<close>[)\]】〕>}}]"
    rf"|_{{1,20}})"
)
_EMPTY = re.compile(r"[(\[【〔]\s{0,20}[)\]】〕]|_{2,}")
# a bracket that nobody closed
_OPEN_KEY = re.compile(
    rf"[(]\s{{0,9}}(?P<value>(?P<word>[√×✓✗✔✘]|对|错|正确|错误)|{LETTERS})\s{{0,9}}$"
)
_WORDED_BRACKET = re.compile(
    r"[(（]\s{0,4}(?P<inner>(?:(?P<letter>[A-H])(?P<mark>\s?[.．、:：,，])?\s?)?(?P<word>[^()（）\n]{1,60}?))\s{0,4}[)）]"
)
_HAN = re.compile("[\u3400-\u9fff]")
_LAST = re.compile(r"\s*[。.?？]?\s*\Z")
_EDGES = " 。.;；"
_OPERATORS = tuple("*=+/×÷^")  # before a bracket of a formula: A*(B+C)
_FEWEST, _SHARE = 2, 0.7  # questions, and how many of those without a key
_SHORT = 14  # characters of a word in a bracket


def stem_text(sheet: Sheet, start: int, end: int, parts: Parts, form: str) -> str:
    """A stem's text; a key that stands in its bracket or on its blank goes to `parts`."""
    text = sheet.text
    judged = not parts.options and form in ("TF", "")

    def says(m: re.Match[str]) -> str:
        """The key that a bracket holds, "" for none: ACD, not ADHD."""
        if not parts.options:
            return answer_values.truth(m["word"]) if judged and m["word"] else ""
        letters = _ANY_LETTER.findall(m["value"])
        rising = bool(letters) and letters == sorted(set(letters))
        return "".join(letters) if rising and parts.offers(letters[-1]) else ""

    found = _BRACKET.finditer(text, start, end)
    hits = [m for m in found if says(m) and text[m.start() - 1] not in _OPERATORS]
    if not hits:
        filled = _filled(text, start, end, form, open_=not parts.options)
        if filled:
            return filled_stem(sheet, start, end, parts, filled)
        # a bracket that nobody closed: …是注意的（A
        opened = _OPEN_KEY.search(text, max(start, end - 24), end)
        if opened and (value := says(opened)):
            decide(parts, value, "answer:bracket")
            return sheet.verbatim(start, opened.start("value"))
    inside = [m.span() for m in hits]
    empty = any(
        not any(a <= m.start() and m.end() <= b for a, b in inside)
        for m in _EMPTY.finditer(text, start, end)
    )
    whole = sheet.verbatim(start, end)
    if not hits or (empty and len(hits) == 1 and hits[0].end() < end - 2):
        return whole
    hit = hits[-1]
    if len({says(m) if judged else m["value"] for m in hits}) > 1:
        parts.notes.append("doubt:answers_disagree in the stem")
        return whole
    inner = sheet.raw(*hit.span("inner"))
    lead, tail = inner[: len(inner) - len(inner.lstrip())], inner[len(inner.rstrip()) :]
    blank = lead + tail if "\n" not in inner else 2 * (lead + tail).split("\n")[0]
    decide(parts, (parts.options and hit["letter"]) or says(hit), "answer:bracket")
    without = sheet.verbatim(start, hit.start("inner")) + blank
    without += sheet.verbatim(hit.end("inner"), end)
    return without if len(without) <= len(whole) + 2 else whole


class _Said(NamedTuple):
    """The option's letter or the word that a bracket holds, where it stands, what follows it."""

    answer: str
    span: tuple[int, int]
    comment: str = ""


def _give_worded(drafts: Sequence[Draft]) -> None:
    """Take keys in words out of stems."""
    open_ones = [d.parts for d in drafts if not d.parts.answer and d.format != "QA"]
    found = [(parts, told) for parts in open_ones if (told := _worded(parts))]
    if len(found) < max(_FEWEST, _SHARE * len(open_ones)):
        return
    for parts, (answer, (start, end), comment) in found:
        decide(parts, answer, "answer:bracket")
        parts.stem = parts.stem[:start] + parts.stem[end:]
        parts.explanation = parts.explanation or comment


def _worded(parts: Parts) -> _Said | None:
    """What a stem's only bracket says of the key."""
    found = list(_WORDED_BRACKET.finditer(parts.stem))
    if len(found) != 1:
        return None
    m = found[0]
    last = _LAST.match(parts.stem, m.end()) is not None
    lettered = bool(m["letter"] and m["mark"])
    if not parts.options:
        if lettered and _HAN.match(m["word"]):
            return _Said(m["word"], m.span("inner"))
        short = last and _HAN.match(m["inner"]) and len(m["inner"]) <= _SHORT
        return _Said(m["inner"], m.span("inner")) if short else None
    options = [fold(option).strip(_EDGES) for option in parts.options]
    if options.count(fold(m["word"])) != 1:  # (C,有极端数据)
        told = lettered and last and parts.offers(m["letter"])
        return _Said(m["letter"], m.span("inner"), m["word"]) if told else None
    letter = ALPHABET[options.index(fold(m["word"]))]
    return _Said(letter, m.span("inner")) if m["letter"] in (None, letter) else None
