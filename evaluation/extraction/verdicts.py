"""What a reply says of the options one by one: an answer where it leaves none of them open."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from evaluation.extraction import words
from evaluation.extraction.fitting import APART, CLOSE, SURE
from evaluation.extraction.governing import Strength
from evaluation.extraction.naming import Body, G
from evaluation.extraction.statements import Statement

Said = tuple[int, ...]
ENDED = re.compile(
    r"[.!?)\]}>|*`\"'”」』】~√✓✔✅×✗✘❌👍😊\U0001f300-\U0001faff]\s*$|\n[-*• ]*\[.?\].*$"
)  # what a reply that is whole may end with, such as a list of boxes
_BEHIND = 6  # characters behind the only option named, where no full stop ends the reply


@dataclass(frozen=True)
class Asked:
    """What a question takes: several answers or one, and whether it asks for what is not so."""

    several: bool
    false: bool


@dataclass(frozen=True)
class _Verdicts:
    """Of each option what the strongest statement says, and how strong it is."""

    values: Mapping[int, bool | None]
    top: Mapping[int, Strength]
    count: int

    @property
    def yes(self) -> Said:
        return tuple(place for place in sorted(self.values) if self.values[place])

    @property
    def no(self) -> Said:
        return tuple(place for place in sorted(self.values) if self.values[place] is False)

    @property
    def left(self) -> Said:
        return tuple(place for place in range(self.count) if place not in self.values)


def one_by_one(body: Body, found: Sequence[Statement], asked: Asked) -> tuple[Said, str]:
    """The positions that single statements come to, and the rule."""
    if words.TALKS.search(body.text):
        return (), "none"
    verdicts = _verdicts(found, body.count, asked)
    if None in verdicts.values.values() or (asked.several and any(s.doubt for s in found)):
        return (), "hedged"
    heard = [s for s in found if not s.bare and (asked.several or not s.aside)]
    spoken = {place for s in heard for place in s.places}
    open_ = spoken - set(verdicts.values)
    if asked.several:
        return _several(body, found, verdicts, open_)
    return _single(found, verdicts, open_, asked) or _only(body, found, verdicts)


def _verdicts(found: Sequence[Statement], count: int, asked: Asked) -> _Verdicts:
    known: dict[int, dict[Strength, bool | None]] = {place: {} for place in range(count)}
    for s in found:
        if s.strength >= Strength.TRUE:
            for place in s.places:
                known[place][s.strength] = s.holds
    judged = {p: by[max(by)] != asked.false for p, by in known.items() if by}
    for place, belongs in _belonging(found, judged, count).items():
        known[place][Strength.FITS] = belongs != asked.false
    top = {place: max(by) for place, by in known.items() if by}
    return _Verdicts({place: known[place][top[place]] for place in top}, top, count)


def _several(
    body: Body, found: Sequence[Statement], verdicts: _Verdicts, open_: set[int]
) -> tuple[Said, str]:
    yes, left = verdicts.yes, verdicts.left
    if yes and not left:
        return yes, "judged"
    if len(yes) > 1 and (not open_ or _contrasted(found, yes, open_)):
        return yes, "judged"
    refused = verdicts.no and all(verdicts.top[p] == Strength.CHOSEN for p in verdicts.no)
    if not yes and refused and not open_ and len(left) > 1 and words.ENOUGH.search(body.text):
        return left, "left"
    return (), "none"


def _contrasted(found: Sequence[Statement], yes: Said, open_: set[int]) -> bool:
    """Whether options are enumerated at once, and those left open come later and are not added."""
    together = {s.places for s in found if s.fit >= SURE or s.strength >= Strength.TRUE}
    first = next((s.at for s in found if s.places), 0)
    later = {p for s in found if s.at > first and not (s.adds or s.aside) for p in s.places}
    return yes in together and open_ <= later - set(found[0].places)


def _single(
    found: Sequence[Statement], verdicts: _Verdicts, open_: set[int], asked: Asked
) -> tuple[Said, str] | None:
    yes, no, count = verdicts.yes, verdicts.no, verdicts.count
    if asked.false and len(verdicts.values) == count > 2 and min(len(yes), len(no)) == 1:
        return (yes if len(yes) == 1 else no), "judged"  # the odd one out
    best = max((verdicts.top[p] for p in yes), default=Strength.NAMED)
    highest = tuple(p for p in yes if verdicts.top[p] == best)
    mine = [s for s in found if s.strength == Strength.FITS and s.places == highest]
    close = best == Strength.FITS and any((-s.fit if asked.false else s.fit) >= CLOSE for s in mine)
    sure = best >= Strength.CHOSEN or close or not open_ or len(no) >= count - 1
    if len(highest) == 1 and sure:
        return highest, "judged"
    apart = (
        len({s.at for s in found if s.holds is False}) > 1
        or max(verdicts.top.values(), default=Strength.NAMED) > Strength.TRUE
    )
    others = asked.false and any(s.fit >= SURE and len(s.places) == count - 1 for s in found)
    if not yes and len(verdicts.left) == 1 and len(no) == count - 1 and (apart or others):
        return verdicts.left, "left"
    return None


def _only(body: Body, found: Sequence[Statement], verdicts: _Verdicts) -> tuple[Said, str]:
    """The only option that a reply names, where it supposes, asks and doubts nothing of it."""
    text = body.text.rstrip()
    ended = ENDED.search(text) or len(text) - text.rfind(G) <= _BEHIND
    sure = ended and not verdicts.values and not any(s.aside or s.doubt for s in found)
    return (tuple(body.named), "mentioned") if sure and len(body.named) == 1 else ((), "none")


def _belonging(
    found: Sequence[Statement], judged: Mapping[int, bool], count: int
) -> dict[int, bool]:
    """By option, whether what is said of it is the question's: the best fit, beside `judged`."""
    fits = {place: 1.0 if holds else -1.0 for place, holds in judged.items()}
    for s in found:
        for place in set(s.places) - set(judged) if s.strength == Strength.FITS else ():
            before = fits.get(place, s.fit)
            fits[place] = min(before, s.fit) if min(before, s.fit) < 0 else max(before, s.fit)
    unknown = set(fits) - set(judged)
    values = sorted({max(fit, -0.2) for fit in fits.values()}, reverse=True)
    result = {place: False for place in unknown if fits[place] < 0}
    if not values or values[0] < _least(values[-1], whole=len(fits) == count):
        return result
    gaps = [(one - two, two) for one, two in pairwise(values)]
    wide, below = max(gaps, default=(0.0, -1.0))
    if wide < APART:
        below = -1.0 if values[-1] >= SURE else 2.0
    return result | {place: fits[place] > below for place in unknown if fits[place] >= 0}


def _least(worst: float, *, whole: bool) -> float:
    """How well the best has to fit: less where another is denied, or all options are spoken of."""
    if worst < 0 or (whole and worst == 0):
        return 0.3
    return 0.4 if worst <= 0.05 else 0.5 if whole else SURE
