"""Options sorted by what is said of them: "A、C属于单眼线索,B属于双眼线索".

Chosen is what gets the very words of the question; nothing where it is not clear for each of them.
"""

import re
from collections.abc import Iterator

from evaluation.extraction.letters import lists

SURE, UNSURE, CLOSE = 0.6, 0.4, 0.85  # share of what is said that stands in the question
REACH = 80  # characters beside letters that may say what they are
_SENTENCE = re.compile(r"[.;!?\n]")
FRAME = re.compile(
    r"下列|以下|哪些|哪几?[项个种]|各项|选项|属于|包括|包含|主要|正确|说法|表述|可以|[()\s_?:,.]|(?:的)?(?:有|是|为)$"
)
_ADVERB = re.compile(
    r"^\s?(?:等?(?:[两三四五]|这[两三四五])?[者项个种位人]?(?:选?项)?)?(?:都|均|皆|全|也|则|才|同|就|便|共){0,3}"
    r"(?:不|非|并)*?(?=是|为|属|[:(]|描|反|体|指|称)(?:是|为|属于|属|描述的?|反映的?|体现的?|指的?是?|称为|:|\(){1,2}"
)
_HEAD = re.compile(
    r"(?P<head>[^,.;\n]{2,24}?)(?:主要)?(?:的?(?:有|是|为|包括|包含|分为)(?:(?:以下|下列|如下)[一两二三四五几]?[点种个项类方面]{0,2})?|[:]){1,2}:?\s?$"
)
TAIL = re.compile(r"(?:的(?:一种|范畴|内容|代表人物|代表)?|等|之一|\)|\s)+$")
NOT = re.compile(r"不|非|无|没|并未|除")
_ITEMS = re.compile(r":\s*\n\s*(?:[-*•·]\s*|\d\s?[.、)]\s?)?")
_ITEM = re.compile(
    r"(?<=[A-J])[;,]?\s*\n\s*(?:[-*•·]\s*|\d\s?[.、)]\s?)?(?=[A-J](?![A-Za-z0-9])[\s;,.]*(?:\n|$))"
)
_BULLETS = re.compile(
    r":\s{0,4}\n(?:[^\S\n]{0,8}(?:[-*•·]|\d\s?[.、)])\s{0,2}\**[A-J](?![A-Za-z0-9])[^\n]{0,200}(?:\n+|$)){2,}"
)
_LETTER = re.compile(r"^\W*(?:\d\s?[.、)])?\W*([A-J])", re.MULTILINE)
_JOINED, _JOINS = re.compile(r"[、和与及]\s?$"), re.compile(r"\s?[、和与及]")
_REST = re.compile(r"(?:其余|其他|其它|剩下|余下)的?[两三四]?[个项者位人种]?(?:选?项)?")


def sorted_out(text: str, stem: str, options: int, *, several: bool) -> tuple[int, ...]:
    """Positions of which a reply says what the question asks for; () where anything is unclear.

    For one answer, what is said of the others may be unclear where the words fit closely.
    """
    wanted = pairs(FRAME.sub("", stem))
    fits: dict[int, float] = {}  # by position: how well; 0 where something else is said
    unclear = not wanted
    for before, said, after in _named(text):
        fit = _fit(before, after, stem, wanted)
        unclear |= fit is None or bool(_JOINED.search(before) or _JOINS.match(after))
        for place in said or tuple(p for p in range(options) if p not in fits):
            if place >= options or (fit is not None and bool(fits.get(place, fit)) != bool(fit)):
                return ()
            if fit is not None:
                fits[place] = fit
    chosen = tuple(sorted(place for place, fit in fits.items() if fit))
    if several:
        return () if unclear else chosen
    close = len(chosen) == 1 and (not unclear or fits[chosen[0]] >= CLOSE)
    return chosen if close else ()


def _named(text: str) -> Iterator[tuple[str, tuple[int, ...], str]]:
    """Words before letters in their sentence, their positions (() for the rest), words after."""
    text = _BULLETS.sub(_joined, text)
    text = _ITEM.sub("、", _ITEMS.sub(":", text))
    for sentence in _SENTENCE.split(text):
        parts = [(start, found.end, found.said) for start, found in lists(sentence)]
        parts += [(m.start(), m.end(), ()) for m in _REST.finditer(sentence)]
        since = 0
        for start, end, said in sorted(parts):
            yield sentence[max(since, start - REACH) : start], said, sentence[end : end + REACH]
            since = end


def _joined(match: re.Match[str]) -> str:
    """The items of a list under a heading without what is said of each."""
    if re.search(r"不(?:属于|是|选|包括)|错|排除|[×✗✘❌]", match[0]):
        return match[0]
    return ":" + "、".join(_LETTER.findall(match[0][1:])) + "\n"


def _fit(before: str, after: str, stem: str, wanted: set[str]) -> float | None:
    """Share of what is said that stands in the question, 0 where it is something else, or None."""
    head = _HEAD.search(before)
    adverb = None if head else next(filter(None, map(_ADVERB.match, after.split(","))), None)
    if not head and not adverb:
        return None
    said = head["head"] if head else adverb.string[adverb.end() :] if adverb else ""
    negated = bool(NOT.search(said)) != bool(adverb and NOT.search(adverb[0]))
    found = pairs(TAIL.sub("", FRAME.sub("", said)))
    if not found:
        return None
    share = len(found & wanted) / len(found)
    if share >= SURE:
        return share if negated == bool(NOT.search(FRAME.sub("", stem))) else 0.0
    return 0.0 if share <= UNSURE and not negated else None


def pairs(text: str) -> set[str]:
    return {text[i : i + 2] for i in range(len(text) - 1)}
