"""Do two questions offer the same answers, and do they hold the same ones for right?"""

from dataclasses import dataclass
from itertools import takewhile

from rapidfuzz import fuzz

from cleaning.duplicates import wording
from cleaning.duplicates.wording import Attested

_REWORDED = 55  # percent


@dataclass(frozen=True, slots=True)
class Match:
    """Options of two questions matched one to one."""

    pairs: dict[str, str]  # left option → right option
    equal: bool  # every option has its equal, letter for letter
    left_over: tuple[str, ...]
    right_over: tuple[str, ...]

    @property
    def missing(self) -> int:
        """How many options of the longer list have no partner."""
        return max(len(self.left_over), len(self.right_over))

    def words(self) -> str:
        """The options without a partner, to be read."""
        return f"{' / '.join(self.left_over) or '∅'} → {' / '.join(self.right_over) or '∅'}"


def match(left: list[str], right: list[str], attested: Attested, floor: float) -> Match:
    """Match options: equal ones first, then those as alike as `floor` with no guarded edit.

    What all options of a question begin or end with may stand in its stem as well, so lists are
    also compared without it: 独立性 / 主动性 and 教育的独立性 / 教育的主动性.
    """
    found = _match(left, right, attested, floor)
    if not found.missing:
        return found
    one, two = _own(left), _own(right)
    if len(set(one)) != len(left) or set(one) != set(two):
        return found
    at = dict(zip(two, right, strict=True))
    pairs = {option: at[text] for text, option in zip(one, left, strict=True)}
    return Match(pairs, equal=False, left_over=(), right_over=())


def _own(options: list[str]) -> list[str]:
    """Options without what they all begin and end with."""
    head = _shared(options)
    tail = _shared([option[head:][::-1] for option in options])
    return [option[head : len(option) - tail] for option in options]


def _shared(texts: list[str]) -> int:
    """How many first characters all texts share."""
    columns = zip(*texts, strict=False)
    return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, columns))


def _match(left: list[str], right: list[str], attested: Attested, floor: float) -> Match:
    equal = set(left) & set(right)
    pairs = {option: option for option in equal}
    rest = [option for option in dict.fromkeys(left) if option not in equal]
    others = [option for option in dict.fromkeys(right) if option not in equal]
    whole = not rest and not others
    ranked = sorted(
        ((fuzz.ratio(a, b) / 100, a, b) for a in rest for b in others), key=lambda t: (-t[0], t[1:])
    )
    for ratio, a, b in ranked:
        if ratio < floor:
            break
        if a in pairs or b not in others:
            continue
        if wording.judge(a, b, attested).weight <= wording.INSERTION:
            pairs[a] = b
            others.remove(b)
    left_over = tuple(option for option in rest if option not in pairs)
    return Match(pairs, whole, left_over, tuple(others))


def reworded(left: frozenset[str], right: frozenset[str], matched: Match) -> bool:
    """Whether the keys agree once the one option left over on each side is taken for the same.

    情景 and 情境, 感情交流阶段 and 情感交流阶段: other words, or the same in another order.
    """
    if len(matched.left_over) != 1 or len(matched.right_over) != 1:
        return False
    one, two = matched.left_over[0], matched.right_over[0]
    if fuzz.ratio(one, two) < _REWORDED:
        return False
    if wording.judge(one, two, _unknown).weight == wording.GUARD:
        return False
    return frozenset({**matched.pairs, one: two}.get(o, o) for o in left) == right


def _unknown(_: str) -> bool:
    return False


def keys_agree(left: frozenset[str], right: frozenset[str], matched: Match) -> bool | None:
    """Whether the right answers are the same options; None where a key is missing."""
    if not left or not right:
        return None
    return frozenset(matched.pairs.get(option, option) for option in left) == right
