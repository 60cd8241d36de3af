"""Keys at the feet of pages or columns without a title: entries that count on from foot to foot.

In: the lines of a chapter. Out: the same, the entries below all questions under a title, where two
such blocks and more count on and one of them stands between the options of a question.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise

from ocr.keys_between import HEAD
from ocr.plain import flat

LEAST = 4  # entries of a block
BLOCKS = 2  # of them that count on make a habit
READ = 0.7  # share of the numbers from the first entry to the last that were read
_ENTRY = re.compile(r"(?:^|(?<=\s))(\d{1,3})\s*[.、]\s*(?:[A-H]{1,6}|[√×])(?=\s|$)")
_FURTHER = re.compile(r"^\s*[(\[【]?\s*[B-H]\s*[)\]】.、:]")
Line = tuple[int, str]


def foot_keys_last(lines: Sequence[Line]) -> list[Line]:
    """The lines with such keys at their end."""
    blocks = list(_blocks([flat(text) for _, text in lines]))
    numbers = list(chain.from_iterable(numbers for _, numbers in blocks))
    rising = all(a < b for a, b in pairwise(numbers))
    if len(blocks) < BLOCKS or not rising or len(numbers) < READ * (numbers[-1] - numbers[0] + 1):
        return list(lines)
    places = set(chain.from_iterable(places for places, _ in blocks))
    below = (flat(text) for at, (_, text) in enumerate(lines) if at - 1 in places)
    if not any(map(_FURTHER.match, below)):
        return list(lines)  # no block stands between the options of a question
    own = [line for at, line in enumerate(lines) if at not in places]
    key = [line for at, line in enumerate(lines) if at in places]
    return [*own, (key[0][0], HEAD), *key]


def _blocks(texts: Sequence[str]) -> Iterator[tuple[list[int], list[int]]]:
    """Places and numbers of each run of lines that are nothing but entries."""
    places, numbers = list[int](), list[int]()
    for at, text in enumerate([*texts, ""]):
        found = [int(number) for number in _ENTRY.findall(text)]
        if found and not _ENTRY.sub("", text).strip():
            places.append(at)
            numbers += found
            continue
        if len(numbers) >= LEAST:
            yield places, numbers
        places, numbers = [], []
