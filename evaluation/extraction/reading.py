"""A reply → the positions that it names, and by which rule."""

import re
from collections.abc import Sequence

from evaluation.extraction import words
from evaluation.extraction.borrowed import own
from evaluation.extraction.decision import Reading, decide
from evaluation.extraction.fitting import Target
from evaluation.extraction.naming import OPEN, TORN, Body, G, named
from evaluation.extraction.normal import option_text, plain, spoken
from evaluation.extraction.scales import scaled
from evaluation.extraction.statements import statements
from evaluation.extraction.structured import answered
from evaluation.extraction.verdicts import Asked
from wording.asked import asks_false

_FILLER = re.compile(
    r"(?i)(?:[\s\"'“”‘’「」『』【】()\[\]{}<>*_`#$.,:;!?、·•~\-—–\\=|/&+👉🎯📌➡💡🔹🔸⭐🌟😊😄🙂✨]|选项|选|答案|答|option|answer|第\s*\d{0,3}\s*题|(?:question|q)\s*\d{1,3}|^\d{1,3}(?=[.、)])|共\d项|吧|啦|了|呢|哦|呀|项|[一两二三四五]个?项?(?=:)|和以上所述)*"
)

_BATCH = re.compile(
    rf"[\s\d.、]*{G}(?:[\s,;]*\(?\d{{1,3}}\s?[.、:)]\s?{G}){{2,}}\s*"
)  # of several questions


def read(
    text: str, options: Sequence[str], *, several: bool, stem: str = "", cut: bool = False
) -> Reading:
    """What a reply says. `several`: the question takes several letters; `cut`: the reply broke off.

    Pure, linear in the reply's length, never raises for any text.
    """
    whole = spoken(text)
    if not whole:
        return Reading((), "unfinished" if text.strip() else "empty")
    texts, asked = [option_text(option) for option in options], plain(stem)
    said = own(whole, texts, asked)
    if not said:
        return Reading((), "echo")
    cut = cut and whole.endswith(said)  # what a further question broke off in is no part of it
    found = _read(said, texts, asked, Asked(several, asks_false(stem)), cut=cut)
    return Reading((), "several") if len(found.said) > 1 and not several else found


def _read(said: str, options: Sequence[str], stem: str, asked: Asked, *, cut: bool) -> Reading:
    told = answered(said)
    if isinstance(told, tuple):
        beyond = told and told[-1] >= len(options)
        return Reading((), "beyond") if beyond else Reading(told, "json")
    body = named(said if told is None else told, options, stem)
    if _BATCH.fullmatch(body.text) and not asked.several:
        return Reading((), "several")
    if told is not None:
        return _alone(body, "json", several=asked.several) or Reading((), "none")
    alone = None if cut and asked.several else _alone(body, "letters", several=asked.several)
    if alone or (alone := _all_or_scaled(body, asked)):
        return alone
    found = statements(body, Target.of(stem, asks_false=asked.false))
    return decide(body, found, asked, cut=cut)


def _all_or_scaled(body: Body, asked: Asked) -> Reading | None:
    if asked.several and not body.named and words.EVERYTHING.search(body.text):
        return Reading(tuple(range(body.count)), "all")
    scores = scaled(body, several=asked.several)
    return None if scores is None else Reading(scores, "scored" if scores else "several")


def _alone(body: Body, rule: str, *, several: bool) -> Reading | None:
    """The reading of a reply that is nothing but lists of options."""
    if not body.groups or not all(_FILLER.fullmatch(part) for part in body.text.split(G)):
        return None
    kinds = {group.kind for group in body.groups}
    if kinds & {OPEN, TORN}:
        return Reading((), "hedged" if OPEN in kinds else "torn")
    if len(set(body.groups)) > 1 and (not several or re.search(r"答|[?]|\.\.", body.text)):
        return None
    if several and body.text.rstrip().endswith(("、", ",")):
        return Reading((), "broken")
    echo = any(group.lines and len(group.places) == body.count for group in body.groups)
    if echo and not re.search(r"答案|正确|answer|correct", body.text, re.IGNORECASE):
        return Reading((), "echo")
    said = {place for group in body.groups for place in group.places}
    return Reading(tuple(sorted(said)), rule) if said else None
