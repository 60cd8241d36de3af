"""The order in which a reply is read: what it says outright, then what it can only mean.

Never "the first letter anywhere": a reply that fits no rule is unparsed and counts as wrong.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evaluation.extraction import option_texts
from evaluation.extraction.anchors import ASKS_FALSE, Anchor, anchors
from evaluation.extraction.clauses import weighed
from evaluation.extraction.letters import listed, ordinal
from evaluation.extraction.normal import option_text, spoken
from evaluation.extraction.places import lettered, numbered
from evaluation.extraction.revisions import revised
from evaluation.extraction.scores import scored
from evaluation.extraction.verdicts import (
    called_answer,
    complement,
    judged,
    left_over,
    lone,
    ticked,
)

STRICT = ("answer", "json", "boxed", "tag", "choice", "only_letters", "whole_text")
LENIENT = (
    "judged",
    "scored",
    "weighed",
    "ticked",
    "called",
    "all_but",
    "first_line",
    "last_line",
    "leading",
    "mentioned",
    "listed",
)
UNPARSED = ("empty", "unfinished", "several", "hedged", "beyond", "echo", "none")
_ONLY = re.compile(
    r"[\s\W]*(?:(?:第\s*)?\d{1,3}\s*(?:小?题)?\s*[.、:)]|q(?:uestion)?\s*\d*\s*[.:)])?[\s\W]*"
    r"(?:选项|选|答|option)?[\s\W]*",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"\n\s*(?:(?:问题|题目|试题|第\s*\d+\s*题|question|q)\s*\d*\s*[:.、]"
    r"|\d{1,3}\s*[.、]\s*[^\n]{4,}(?:\(\s*\)|[?:])\s*\n\s*A\s*[.、:)]"
    r"|(?:\(\s{0,4}\)\s{0,4})?[\[(【]?(?:单项?|多项?|不定项)选(?:择)?题[\])】]?\s{0,4}\d{1,3}\s{0,4}[.、:])",
    re.IGNORECASE,
)
_LOWER = re.compile(r"[a-j](?:[\s,、/]{1,4}[a-j]){1,9}[.\s]*")
_STOP = re.compile(r"[\s\W]*\Z")
_DELIMITED = re.compile(r"[\s\"'”」』】\])}>*_`]*(?:[.、:,)\n;]|$|选?项|吧|因为|because)")
_ALL_RIGHT = re.compile(r"(?:[两三四五]个?选?项)?(?:都|均|皆)(?:是)?(?:正确|对|符合|应选)")
_RIGHT_HERE = re.compile(r"[A-J、,和与 ]{1,16}选?项?(?:都|均|皆|是|说法|表述){0,3}(?:正确|对|符合)")
_HEADED = re.compile(r"^[ \t]{0,8}[A-J](?:选?项)?[ \t]{0,8}[.、:,)]", re.MULTILINE)  # by letter
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
    body = lettered(body, shown)
    head = body[: _continues(body)]
    if head != body:
        found = _read(head, shown, several=several, asks_false=asks_false)
        if found.said:
            return found
    return _read(body, shown, several=several, asks_false=asks_false)


def _continues(text: str) -> int:
    """Where a reply goes on with a question of its own making, as base models do."""
    for match in _NEXT.finditer(text):
        if text[: match.start()].strip():
            return match.start()
    return len(text)


def _read(text: str, options: Sequence[str], *, several: bool, asks_false: bool) -> Reading:
    for rule in (_only_letters, _anchored):
        found = rule(text, options, several=several, asks_false=asks_false)
        if found:
            said = revised(text, found.said, several=several)
            return _checked(Reading(said, found.rule), len(options), several=several)
    found = _meant(text, options, several=several, asks_false=asks_false)
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
    if _LOWER.fullmatch(text):
        text = text.upper()
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
    said = (
        ordinal(text, anchor.at, len(options))
        or (complement(text, anchor.at, len(options)) if several else ())
        or option_texts.named_at(text, anchor.at, options, several=several)
        or (numbered(text, anchor.at, options) if anchor.tier == 1 else ())
    )
    return Reading(said, anchor.rule) if said else None


def _meant(text: str, options: Sequence[str], *, several: bool, asks_false: bool) -> Reading:
    """What a reply can only mean: lenient rules, each for one kind of reply."""
    count = len(options)
    bare = option_texts.without(text, options)
    scores = scored(text, count, several=several)
    if scores is not None:
        return Reading(scores, "scored" if scores else "several")
    rules: tuple[tuple[str, Callable[[], tuple[int, ...]]], ...] = (
        ("whole_text", lambda: option_texts.whole(text, options, several=several)),
        ("ticked", lambda: ticked(text, options)),
        ("all_but", lambda: several * complement(text, None, count, asks_false=asks_false)),
        ("called", lambda: called_answer(text, several=several, asks_false=asks_false)),
        ("judged", lambda: judged(bare, count, several=several, asks_false=asks_false)),
        ("weighed", lambda: () if asks_false else weighed(bare, count, several=several)),
        ("all_but", lambda: (not several) * left_over(text, count)),
        ("lone", lambda: lone(text, several=several)),
        ("mentioned", lambda: () if several else option_texts.stated(text, options)),
    )  # fmt: skip
    for name, rule in rules:
        said = rule()
        if said:
            return Reading(said, name)
    echo = option_texts.echoed(text, options)
    if len(echo) >= 2:
        lines = [line for line in text.splitlines() if line.strip()]
        subset = several and len(echo) < count and len(lines) == len(echo)
        return Reading(tuple(sorted(echo)), "listed") if subset else Reading((), "echo")
    if asks_false and _RIGHT_HERE.match(text):
        return Reading((), "none")
    return _at_an_end(text, options, several=several) or _text_in(text, options, several=several)


def _at_an_end(text: str, options: Sequence[str], *, several: bool) -> Reading | None:
    lines = text.splitlines()
    for rule, part in (("last_line", lines[-1]), ("first_line", lines[0])):
        found = listed(part, 0, options)
        if found and not found.hedged and _STOP.match(part, found.end):
            return Reading(found.said, rule)
    found = listed(text, 0, options)
    if found is None or found.hedged or len(_HEADED.findall(text)) > 1:
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
