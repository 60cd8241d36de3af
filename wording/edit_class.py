"""What an edit does to a question: nothing, noise, an insertion, another word, another meaning.

Edit distance cannot tell 树突/轴突 from a scanner's slip, so each difference is looked at as words:
numbers, negations and opposites turn a question into another one; a short replaced word is taken
for noise only where one side is not a word that the corpus attests.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rapidfuzz.distance import Levenshtein

from wording import edit_words

SAME, FUNCTION, NOISE, INSERTION, ADDITION, ORDER, WORD, GUARD = range(
    8
)  # from harmless to decisive
_LATIN = re.compile(r"[a-zα-ω]")
_SYMBOL = 4  # letters of an abbreviation; longer ones are words, and may be spelt wrongly
_SLIPS = str.maketrans("ijqvα", "lloua")  # of letters that look alike
_SMALL = 4  # characters of an insertion that may be a mere addition
_REACH = 3  # characters beside a change that may belong to one word with it
_TO = " → "  # between what an edit takes away and what it puts there
QUALIFIER = 5  # characters of an addition that may be what is asked: 首先, 最主要的
_SHORT = 3  # characters of a replacement that may be noise
Attested = Callable[[str], bool]  # is this pair of characters usual in the corpus?


@dataclass(frozen=True, slots=True)
class Edit:
    """The weightiest difference of two texts, and how to say it."""

    weight: int
    words: str = ""


def judge(left: str, right: str, attested: Attested) -> Edit:
    """The weightiest difference between two texts in comparison form.

    The same either way round, but for the direction of its words: of several ways to align two
    texts, an edit distance takes one that depends on which comes first, so the shorter one does.
    """
    if left == right:
        return Edit(SAME)
    left, right = edit_words.plain(left), edit_words.plain(right)
    if left == right:
        return Edit(FUNCTION, "synonyms")
    if (len(right), right) < (len(left), left):
        return _turned_round(_judged(right, left, attested))
    return _judged(left, right, attested)


def _turned_round(edit: Edit) -> Edit:
    """An edit as it reads from the other text: word: 甲 → 乙 as word: 乙 → 甲."""
    left, arrow, new = edit.words.rpartition(_TO)
    kind, colon, old = left.rpartition(": ")
    return Edit(edit.weight, f"{kind}{colon}{new}{arrow}{old}")


def _judged(left: str, right: str, attested: Attested) -> Edit:
    blocks = [b for b in Levenshtein.opcodes(left, right) if b.tag != "equal"]
    turned = _turned(left, right, blocks)
    if turned:
        return Edit(GUARD, turned)
    (one, at), (two, there) = edit_words.content(left), edit_words.content(right)
    if one == two:
        return Edit(FUNCTION, _around(left, right, blocks[0]))
    if len(one) == len(two) and sorted(one) == sorted(two):
        return Edit(ORDER, f"order: {_around(left, right, blocks[0])}")
    texts = _Texts(left, right, at, there, attested)
    blocks = [b for b in Levenshtein.opcodes(one, two) if b.tag != "equal"]
    return _heaviest([_weigh(one, two, block, texts) for block in blocks])


def _turned(left: str, right: str, blocks: list[Any]) -> str:
    """Which number, negation or opposite makes it another question; "" for none."""
    if any(_speaks(left, right, block) for block in blocks):
        (numbers, turns), (others, turned) = edit_words.signals(left), edit_words.signals(right)
        if numbers != others:
            return f"number: {_said(_missing(numbers, others), _missing(others, numbers))}"
        if turns != turned:
            return f"negation: {_around(left, right, blocks[0])}"
    for block in blocks:
        words = _opposite(left, right, block) if block.tag == "replace" else ""
        if words:
            return f"opposite: {words}"
        if names := _symbols(left, right, block):
            return f"name: {names}"
    return ""


def _symbols(left: str, right: str, block: Any) -> str:
    """Two short names in Latin or Greek letters: SAS and SDS, A型 and D型, α波 and θ波."""
    one = _name_at(left, block.src_start, block.src_end)
    two = _name_at(right, block.dest_start, block.dest_end)
    short = one and two and max(len(one), len(two)) <= _SYMBOL
    return _said(one, two) if short and not _read_alike(one, two) else ""


def _name_at(text: str, start: int, end: int) -> str:
    """The letters around a changed place, "" where it is none of them."""
    while start > 0 and _LATIN.match(text[start - 1]):
        start -= 1
    while end < len(text) and _LATIN.match(text[end]):
        end += 1
    name = text[start:end]
    return name if all(map(_LATIN.match, name)) else ""


def _read_alike(one: str, two: str) -> bool:
    """Whether scanners take one for the other: SCI and SCL."""
    return one.translate(_SLIPS) == two.translate(_SLIPS)


def _speaks(left: str, right: str, block: Any) -> bool:
    """Whether a number or negation may begin, end or lie in a changed place."""
    old = left[max(0, block.src_start - _REACH) : block.src_end + _REACH]
    new = right[max(0, block.dest_start - _REACH) : block.dest_end + _REACH]
    return not edit_words.speaking().isdisjoint(old + new)


def _heaviest(edits: list[Edit]) -> Edit:
    heaviest = max(edits, key=lambda edit: edit.weight)
    if heaviest.weight == ADDITION and NOISE in [edit.weight for edit in edits]:
        return Edit(WORD, heaviest.words)  # a long addition beside a slip is another wording
    return heaviest


@dataclass(slots=True)
class _Texts:
    """Both texts as printed, and where the characters of their content stand in them."""

    left: str
    right: str
    at: tuple[int, ...]
    there: tuple[int, ...]
    attested: Attested

    def both_words(self, block: Any) -> bool:
        """Whether a replaced place reads as words on both sides, or on none."""
        known = _known(self.left, self.at[block.src_start : block.src_end], self.attested)
        there = self.there[block.dest_start : block.dest_end]
        return known == _known(self.right, there, self.attested)


def _weigh(left: str, right: str, block: Any, texts: _Texts) -> Edit:
    old = left[block.src_start : block.src_end]
    new = right[block.dest_start : block.dest_end]
    if not edit_words.numerals().isdisjoint(old + new):
        return Edit(GUARD, f"number: {_said(old, new)}")
    if _LATIN.search(old + new):
        return Edit(WORD, f"word: {_said(old, new)}")
    if block.tag == "replace":
        short = len(old) <= _SHORT and len(new) <= _SHORT
        if short and (_mistaken(old, new) or not texts.both_words(block)):
            return Edit(NOISE, f"slip: {_said(old, new)}")
        return Edit(WORD, f"word: {_said(old, new)}")
    text, place = (left, block.src_start) if old else (right, block.dest_start)
    return _added(old or new, text, place)


def _mistaken(old: str, new: str) -> bool:
    """Whether scanners and hands take these characters for each other."""
    return len(old) == len(new) and all(_alike(a, b) for a, b in zip(old, new, strict=True))


def _added(added: str, text: str, place: int) -> Edit:
    if added in edit_words.prefixes():
        return Edit(GUARD, f"added: {added}")
    beside = text[place - 1 : place], text[place + 1 : place + 2]
    if len(added) == 1 and added in beside:
        return Edit(NOISE, f"doubled: {added}")
    return Edit(INSERTION if len(added) <= _SMALL else ADDITION, f"added: {added}")


def _known(text: str, places: tuple[int, ...], attested: Attested) -> bool:
    """Whether a replaced place reads as words: some pair over it is usual in the corpus."""
    starts = {i for place in places for i in (place - 1, place) if i >= 0}
    return any(attested(text[i : i + 2]) for i in starts)


def _alike(one: str, two: str) -> bool:
    return one == two or two in edit_words.families().get(one, ())


def _opposite(left: str, right: str, block: Any) -> str:
    old = left[block.src_start : block.src_end]
    window = left[max(0, block.src_start - 2) : block.src_end + 2]
    other = right[max(0, block.dest_start - 2) : block.dest_end + 2]
    for character in old:
        for word, opposite in edit_words.opposites().get(character, ()):
            if (
                word in window
                and word not in other
                and opposite in other
                and opposite not in window
            ):
                return f"{word}{_TO}{opposite}"
    return ""


def _missing(some: tuple[str, ...], others: tuple[str, ...]) -> str:
    rest = list(others)
    found = []
    for number in some:
        if number in rest:
            rest.remove(number)
        else:
            found.append(number)
    return " ".join(found)


def _around(left: str, right: str, block: Any) -> str:
    old = left[max(0, block.src_start - 2) : block.src_end + 2]
    new = right[max(0, block.dest_start - 2) : block.dest_end + 2]
    return _said(old[:20], new[:20])


def _said(old: str, new: str) -> str:
    return f"{old or '∅'}{_TO}{new or '∅'}"
