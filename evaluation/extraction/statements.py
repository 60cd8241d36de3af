"""What a reply says of options: statements, each with a place, a polarity and a strength.

Made by the words right before a list (答案是…, 不选…), else by those behind it (…应排除).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from evaluation.extraction import governing, words
from evaluation.extraction.fitting import SURE, Target
from evaluation.extraction.governing import CHOSEN, GIVEN, Strength, Verdict
from evaluation.extraction.naming import ALL, OPEN, REST, TORN, Body, G
from evaluation.extraction.places import Place, places

Said = tuple[int, ...]
_TURNS = re.compile(r"[ 吧啦呀哦]*(?:[,(—~/]|\Z)")  # behind an answer that begins a reply
_BEGINS = re.compile("首先|先看|其次|接下来")


@dataclass(frozen=True)
class Statement:
    """`holds` is None where options are left open. `whole`: said of all of the answer at once."""

    at: int  # place in the body's text
    places: Said
    strength: Strength = Strength.NAMED
    holds: bool | None = None
    whole: bool = False
    fit: float = 0.0  # of a FITS
    adds: bool = False  # 另外, 也: to what was said before
    spares: bool = False  # 除…外
    implied: bool = False  # of the others, where "only A" is spoken of
    bare: bool = False  # a line of its own
    heading: int = 0  # where that ends which it is a statement by
    aside: bool = False  # under a condition, by others, in a question, in doubt
    doubt: bool = False


def statements(body: Body, target: Target) -> list[Statement]:
    """All statements of a body, in order."""
    found: list[Statement] = []
    for place in places(body):
        for made in _of(place, found, target):
            if place.group.kind != REST:
                found.append(made)
            elif made.places:
                found.append(_of_the_others(made, found))
    return found


def _of_the_others(made: Statement, found: list[Statement]) -> Statement:
    """A statement of "the others"; of those that it spares (除C外,其余都是…) the contrary."""
    if not (found and made.strength and (found[-1].spares or not found[-1].strength)):
        return made
    strength = max(made.strength, Strength.TRUE)
    found[-1] = replace(found[-1], strength=strength, holds=not made.holds)
    return replace(made, strength=strength)


def _of(place: Place, found: Sequence[Statement], target: Target) -> Iterator[Statement]:
    pre, post = place.pre, place.post
    base = Statement(place.at, _meant(place, found), bare=place.alone)
    rest = tuple(p for p in range(place.body.count) if p not in base.places)
    if place.group.kind == TORN:
        yield _made(base, governing.before(place, target)._replace(holds=None, whole=True))
    elif place.asked or words.ASKS_AFTER.match(post) or governing.set_aside(place.lead):
        yield replace(base, aside=True)
    elif words.OR_BEFORE.fullmatch(pre):
        yield _made(base, GIVEN._replace(holds=None))
    elif words.OTHER_THAN_AFTER.match(post) or (
        words.ALL_BUT.search(pre) and words.AND_NO_MORE.match(post) and not target.denies
    ):
        yield _made(base, Verdict(Strength.CHOSEN, holds=False))
        yield _made(replace(base, places=rest), CHOSEN)
    elif outside := words.outside(pre, post):
        made = governing.judged("", outside, target)
        if made.strength and made.holds is not None:
            others = replace(base, strength=max(made.strength, Strength.TRUE), holds=made.holds)
            yield replace(others, holds=not made.holds)
            yield replace(others, places=rest)
    else:
        yield (said := _plain(place, base, found, target))
        denied = said.holds is target.denies and said.strength in (Strength.FITS, Strength.TRUE)
        if denied and words.ONLY_BEFORE.search(pre):
            yield replace(said, places=rest, holds=not said.holds, fit=-said.fit, implied=True)


def _made(base: Statement, told: Verdict) -> Statement:
    return replace(base, strength=told.strength, holds=told.holds, whole=told.whole, fit=told.fit)


def _plain(place: Place, base: Statement, found: Sequence[Statement], target: Target) -> Statement:
    pre, post = place.pre, place.post
    last = found[-1] if found else None
    refused = last and last.strength == Strength.CHOSEN and last.holds is False
    rather = refused and words.RATHER.fullmatch(pre)
    told = CHOSEN if rather else governing.before(place, target)
    adds = bool(words.ADDS.search(pre[-12:]) or words.SAME_AFTER.match(post))
    if told.strength > Strength.NAMED:
        told = _less_negated(told, post)
        base = replace(base, heading=place.heading)
    elif last and last.strength and _is_same(last, place):
        return replace(last, at=base.at, places=base.places, whole=False, adds=True)
    else:
        told = _told_behind(place, base, found, target)
    if told.holds and (place.group.kind == OPEN or words.BEYOND.match(post)):
        told = told._replace(holds=None)
    doubt = bool(words.LEFT_OPEN.match(post)) or (
        told.holds is not False
        and governing.unsure(governing.CLAUSE.split(pre)[-1], governing.CLAUSE.split(post)[0])
    )
    spares = bool(words.BUT_FOR_BEFORE.search(pre))
    aside = doubt and not told.strength
    return replace(_made(base, told), adds=adds, spares=spares, aside=aside, doubt=doubt)


def _is_same(last: Statement, place: Place) -> bool:
    """Whether the same is said again: B也是; the next line under a heading."""
    listed = 0 < last.heading == place.heading and governing.verdict(place.post) is None
    return listed or words.SAME_AFTER.match(place.post) is not None


def _less_negated(told: Verdict, post: str) -> Verdict:
    if told.holds and words.ALSO_POSSIBLE.match(post):
        return told._replace(holds=None)
    negated = words.NEGATED_AFTER.match(post) if told.holds else None
    if negated is None:
        return told
    return told._replace(holds=None if "吗" in negated[0] else False, whole=False)


def _told_behind(
    place: Place, base: Statement, found: Sequence[Statement], target: Target
) -> Verdict:
    if len(base.places) == place.body.count and words.GOES_OVER.search(place.pre):
        return governing.NOTHING
    told = governing.judged(place.pre, place.post, target, len(base.places))
    weak = base.places and told.strength <= Strength.FITS and told.fit < SURE
    if weak and (_stands(place, base, found) or _ends(place, base, found)):
        told = CHOSEN
    elif told.strength == Strength.NAMED:
        told = governing.behind(place, target)
    only = words.ONLY_BEFORE.search(place.pre) and "所" not in place.pre[-4:]
    return GIVEN if only and told.holds is not False else told


def _meant(place: Place, found: Sequence[Statement]) -> Said:
    """The options of a list; for "the others" those that nothing was said of, or not refused."""
    if place.group.kind != REST:
        return place.group.places
    if found and found[-1].implied:
        return found[-1].places
    chosen = words.CHOICE_BEFORE.search(place.pre) or words.ANSWER_BEFORE.search(place.pre)
    refused = {p for s in found if s.holds is False for p in s.places if chosen}
    spoken = {p for s in found if s.strength > Strength.NAMED for p in s.places}
    recent = {p for s in found[-1:] for p in s.places}
    for known in (refused, spoken, recent):
        rest = tuple(p for p in range(place.body.count) if p not in known)
        if rest and known and place.group.size in (0, len(rest)):
            return rest
    return ()


def _stands(place: Place, base: Statement, found: Sequence[Statement]) -> bool:
    """Whether a list that is a line of its own is the answer: at the begin or the end it is."""
    count = len(base.places)
    through = count > 1 and (words.GOES_THROUGH.search(place.pre) or _goes_on(place))
    if not place.alone or place.group.kind == ALL or through:
        return False
    if count == 1 and place.final and _breaks_off(place, found):
        return False
    repeats = place.group.lines and count == place.body.count
    ends = (place.first or place.final) and not repeats and place.solo
    return 1 < count < place.body.count or ends


def _goes_on(place: Place) -> bool:
    """Whether the options in their order go on behind a list: A. …⏎B. …⏎C. …是指"""
    text, count = place.body.text, len(place.group.places)
    after = place.body.groups[text.count(G, 0, place.next) :][:1]
    rows = text[place.at + 1 : place.next].isspace() and place.group.lines
    first = place.group.places == tuple(range(count))
    return rows and first and any(group.places[:1] == (count,) for group in after)


def _ends(place: Place, base: Statement, found: Sequence[Statement]) -> bool:
    """Whether a reply begins with options and goes on about them, or ends with options alone."""
    few = len(base.places) < place.body.count
    if place.first and place.leads and place.solo and few:
        return bool(_TURNS.match(place.post)) and not words.PREDICATE.match(place.post)
    begins = _BEGINS.search(place.pre)
    if begins or not (words.ENDS_AFTER.match(place.post) and words.LAST_BEFORE.search(place.pre)):
        return False
    whole = few or "\n" not in place.pre
    return whole and place.final and not (len(base.places) == 1 and _breaks_off(place, found))


def _breaks_off(place: Place, found: Sequence[Statement]) -> bool:
    """Whether a reply that judges options one by one ends with the mere name of the next."""
    judges = any(s.strength > Strength.NAMED and not s.whole for s in found)
    new = all(s.places != place.group.places for s in found)
    refused = {p for s in found if s.holds is False for p in s.places}
    open_ = judges and new and len(refused) < place.body.count - 1
    return open_ and not re.search(r"[.!?)*]", place.body.text[place.at + 1 :])
