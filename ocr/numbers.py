"""Question numbers that the detector missed, restored where their neighbours leave one place."""

import re
from collections.abc import Mapping, Sequence

from ocr.confusions import Repaired

_NUMBER = re.compile(r"^\s*(\d{1,3})\s*[.．、](?!\d)")
_DECIMAL = re.compile(r"^\s*(\d{1,3})[.．](\d)")
_OPTION = re.compile(r"^\s*A\s*[.．、]")
_ANY_OPTION = re.compile(r"^\s*[A-H]\s*[.．、]")
_HEADING = re.compile(r"^\s*(?:[一二三四五六七八九十]+\s*、|第.{1,4}章|.{2,6}选择题|案例|材料)")
_TAGGED = re.compile(r"^\s*[（(\[【]?(?:单选|多选|问答|不定项)")


def restored(lines: Mapping[int, Repaired], places: Sequence[int]) -> dict[int, Repaired]:
    """Stems that lost their number, with it.

    A stem is a lone line followed by option A; its number is restored only if the numbers before
    and after leave room for exactly one.
    """
    numbers = [(i, int(m[1])) for i, at in enumerate(places) if (m := _number(lines[at].text))]
    heads = [i for i, at in enumerate(places) if _section(lines[at].text)]
    found: dict[int, Repaired] = {}
    for i, at in enumerate(places[:-1]):
        text = lines[at].text
        if decimal := _DECIMAL.match(text):
            if _due(int(decimal[1]), numbers, i):
                note = f"ocr_repair: number_parted: {decimal[0]} → {decimal[1]}．{decimal[2]}"
                parted = f"{decimal[1]}．　{text[decimal.start(2) :]}"
                found[at] = Repaired(parted, (*lines[at].notes, note))
            continue
        if not _bare_stem(text) or not _OPTION.match(lines[places[i + 1]].text):
            continue
        if i and _bare_stem(lines[places[i - 1]].text) and not _TAGGED.match(text):
            continue  # two lines: which of them lost the number?
        head = max((h for h in heads if h < i), default=-1)
        before = max((n for n in numbers if head < n[0] < i), default=(head, 0))[1]
        after = min((n for n in numbers if n[0] > i), default=(0, 0))[1]
        if after == before + 2 and not _waits(lines, places, numbers, i):
            number = f"{before + 1}．"
            note = f"ocr_repair: number_restored: {before + 1}"
            found[at] = Repaired(number + text, (*lines[at].notes, note))
    return found


def _due(number: int, numbers: Sequence[tuple[int, int]], place: int) -> bool:
    """Do the numbers around this place lack just this one?"""
    before = max((n for n in numbers if n[0] < place), default=(0, 0))[1]
    after = min((n for n in numbers if n[0] > place), default=(0, 0))[1]
    return number == before + 1 and after == before + 2


def _number(text: str) -> re.Match[str] | None:
    return _NUMBER.match(text)


def _section(text: str) -> bool:
    return bool(re.match(r"^\s*[一二三四五六七八九十]+\s*、.{2,12}题|^\s*.{2,4}项选择题", text))


def _bare_stem(text: str) -> bool:
    return bool(text.strip()) and not (
        _NUMBER.match(text) or _ANY_OPTION.match(text) or _HEADING.match(text)
    )


def _waits(
    lines: Mapping[int, Repaired],
    places: Sequence[int],
    numbers: Sequence[tuple[int, int]],
    stem: int,
) -> bool:
    """Has the number before had no options yet, so that this line is the rest of its stem?"""
    last = max((i for i, _ in numbers if i < stem), default=None)
    if last is None:
        return False
    return not any(_ANY_OPTION.match(lines[places[i]].text) for i in range(last + 1, stem))
