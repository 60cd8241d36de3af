"""The order in which a reply is read: what it says outright, then what it can only mean.

Never "the first letter anywhere": a reply that fits no rule is unparsed and counts as wrong.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.extraction import option_texts
from evaluation.extraction.anchors import ASKS_FALSE, Anchor, anchors
from evaluation.extraction.letters import listed
from evaluation.extraction.normal import option_text, spoken
from evaluation.extraction.verdicts import complement, judged

STRICT = ("answer", "json", "boxed", "tag", "choice", "only_letters", "whole_text")
LENIENT = ("judged", "all_but", "first_line", "last_line", "leading", "mentioned", "listed")
UNPARSED = ("empty", "unfinished", "several", "hedged", "beyond", "echo", "none")
_ONLY = re.compile(r"[\s\W]*(?:选项|选|答)?[\s\W]*")
_STOP = re.compile(r"[\s\W]*\Z")
_DELIMITED = re.compile(r"[\s\"'”」』】\])}>*_`]*(?:[.、:,)\n;]|$|选?项|因为|because)")
_ALL_RIGHT = re.compile(r"(?:[两三四五]个?选?项)?(?:都|均|皆)(?:是)?(?:正确|对|符合|应选)")
_THE_ONES = re.compile(r"的(?!是|话)|还是")


@dataclass(frozen=True)
class Reading:
    """Positions that a reply names (of the options as shown), () where unparsed, and the rule."""

    said: tuple[int, ...]
    rule: str

    @property
    def strict(self) -> bool:
        """Whether the reply said it outright."""
        return self.rule in STRICT


def read(text: str, options: Sequence[str], *, several: bool, stem: str = "") -> Reading:
    """What a reply says. `several`: the question takes several letters; `stem` may ask for a fault.

    Pure, linear in the reply's length, never raises for any text.
    """
    body = spoken(text)
    if not body:
        return Reading((), "unfinished" if text.strip() else "empty")
    shown = [option_text(option) for option in options]
    asks_false = bool(ASKS_FALSE.search(stem))
    for rule in (_only_letters, _anchored):
        found = rule(body, shown, several=several, asks_false=asks_false)
        if found:
            return _checked(found, len(options), several=several)
    found = _meant(body, shown, several=several, asks_false=asks_false)
    return _checked(found, len(options), several=several)


def _checked(found: Reading, options: int, *, several: bool) -> Reading:
    if found.said and max(found.said) >= options:
        return Reading((), "beyond")
    if len(found.said) > 1 and not several:
        return Reading((), "several")
    return found


def _only_letters(
    text: str, options: Sequence[str], *, several: bool, asks_false: bool
) -> Reading | None:
    del several, asks_false
    start = _ONLY.match(text)
    found = listed(text, start.end() if start else 0, options) if len(text) < 200 else None
    if found and _STOP.match(text, found.end) and not _all_texts(text, options):
        return Reading((), "hedged") if found.hedged else Reading(found.said, "only_letters")
    return None


def _all_texts(text: str, options: Sequence[str]) -> bool:
    return len(option_texts.echoed(text, options)) >= 2


def _anchored(
    text: str, options: Sequence[str], *, several: bool, asks_false: bool
) -> Reading | None:
    """The last mention; a choice after an answer counts where it revises it."""
    best: tuple[int, Reading] | None = None
    choice: tuple[int, Reading] | None = None
    for anchor in anchors(text, asks_false=asks_false):
        said = _said(text, anchor, options, several=several)
        if said is None:
            continue
        if anchor.tier == 1 or anchor.decisive:
            if best is None or anchor.at >= best[0]:
                best = (anchor.at, said)
        elif choice is None or anchor.at >= choice[0]:
            choice = (anchor.at, said)
    if best and choice and not _answers(text, options, several=several, asks_false=asks_false):
        return max(best, choice, key=lambda pair: pair[0])[1]
    found = best or choice
    return found[1] if found else None


def _answers(text: str, options: Sequence[str], *, several: bool, asks_false: bool) -> bool:
    return any(
        anchor.tier == 1 and _said(text, anchor, options, several=several)
        for anchor in anchors(text, asks_false=asks_false)
    )


def _said(text: str, anchor: Anchor, options: Sequence[str], *, several: bool) -> Reading | None:
    found = listed(text, anchor.at, options)
    if found:
        if found.negated(text) or (anchor.tier == 2 and _THE_ONES.match(text, found.end)):
            return None
        if anchor.stem and len(option_texts.echoed(text[anchor.at :], options)) == len(options):
            return None
        if found.hedged:
            return Reading((), "hedged")
        return Reading(found.said, anchor.rule)
    if several:
        rest = complement(text, anchor.at, len(options))
        if rest:
            return Reading(rest, anchor.rule)
    said = option_texts.named_at(text, anchor.at, options, several=several)
    return Reading(said, anchor.rule) if said else None


def _meant(text: str, options: Sequence[str], *, several: bool, asks_false: bool) -> Reading:
    """What a reply can only mean: lenient rules, each for one kind of reply."""
    said = option_texts.whole(text, options, several=several)
    if said:
        return Reading(said, "whole_text")
    rest = complement(text, None, len(options)) if several else ()
    if rest:
        return Reading(rest, "all_but")
    clean = option_texts.without(text, options)
    said = judged(clean, len(options), several=several, asks_false=asks_false)
    if said:
        return Reading(said, "judged")
    echo = option_texts.echoed(text, options)
    if len(echo) >= 2:
        lines = [line for line in text.splitlines() if line.strip()]
        subset = several and len(echo) < len(options) and len(lines) == len(echo)
        return Reading(tuple(sorted(echo)), "listed") if subset else Reading((), "echo")
    return _at_an_end(text, options, several=several) or _text_in(text, options, several=several)


def _at_an_end(text: str, options: Sequence[str], *, several: bool) -> Reading | None:
    lines = text.splitlines()
    for rule, part in (("last_line", lines[-1]), ("first_line", lines[0])):
        found = listed(part, 0, options)
        if found and not found.hedged and _STOP.match(part, found.end):
            return Reading(found.said, rule)
    found = listed(text, 0, options)
    if found is None or found.hedged:
        return None
    if _DELIMITED.match(text, found.end) and not found.negated(text):
        return Reading(found.said, "leading")
    right = several and _ALL_RIGHT.match(text, found.end)
    return Reading(found.said, "judged") if right else None


def _text_in(text: str, options: Sequence[str], *, several: bool) -> Reading:
    names, denied = option_texts.mentioned(text, options)
    if len(names) == 1 and not several and not denied:
        return Reading((names[0],), "mentioned")
    return Reading((), "none")
