"""Written questions of different concepts → those that ask what another one asks.

Each question is held against the three that share most of its rare characters and pairs, not
against all. Concepts of one chapter have questions that are alike by right: the bound is higher
than within a concept.
"""

from collections import defaultdict
from collections.abc import Sequence

from generation.gates import Item
from generation.likeness import Rarity, grams, likeness, whole
from generation.options import number
from generation.siblings import alike

LEAST = 12.0  # of likeness; the highest of two sound questions was 11.4, two sums
NEAREST, RARE, KEYS = 3, 50, 40  # questions looked at; that a gram stands in; grams used


def elsewhere(items: Sequence[Item], rarity: Rarity) -> dict[str, str]:
    """Doubts by name about questions that ask what an earlier one of another concept asks."""
    found: dict[str, str] = {}
    postings = _postings(items)
    for place, item in enumerate(items):
        for other in _nearest(place, items, postings, rarity):
            if other.entry.id != item.entry.id and _asks_the_same(other, item, rarity):
                found[item.name] = f"doubt:asked_elsewhere {other.question.stem[:40]}"
                break
    return found


def _asks_the_same(one: Item, two: Item, rarity: Rarity) -> bool:
    if alike(one.question, two.question):
        return True
    sums = all(number(option) for option in (*one.question.options, *two.question.options))
    return not sums and likeness(one.question, two.question, rarity) >= LEAST


def _postings(items: Sequence[Item]) -> dict[str, list[int]]:
    """Where each gram stands, of those that stand in a few questions."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, item in enumerate(items):
        for gram in grams(whole(item.question)):
            places[gram].append(place)
    return {gram: found for gram, found in places.items() if 2 <= len(found) <= RARE}


def _nearest(
    place: int, items: Sequence[Item], postings: dict[str, list[int]], rarity: Rarity
) -> list[Item]:
    own = [gram for gram in sorted(grams(whole(items[place].question))) if gram in postings]
    scores: dict[int, float] = defaultdict(float)
    for gram in sorted(own, key=lambda gram: len(postings[gram]))[:KEYS]:
        for other in postings[gram]:
            if other < place:
                scores[other] += rarity(gram) ** 2
    return [items[i] for i in sorted(scores, key=lambda i: (-scores[i], i))[:NEAREST]]
