"""What a reply says outright: the last of the places that name its answer."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.extraction import option_texts
from evaluation.extraction.anchors import Anchor, anchors
from evaluation.extraction.complements import complement
from evaluation.extraction.letters import LETTERS, START, Listed, listed, lists, ordinal
from evaluation.extraction.places import numbered
from evaluation.extraction.revisions import goes_on

STRICT = ("answer", "json", "boxed", "tag", "choice", "only_letters", "whole_text")
_EITHER = re.compile(
    r"(?:可能|要么|也许|或许)[^,.;\nA-J]{0,8}([A-J])(?![A-Za-z])[^.;\nA-J]{0,10}?(?:可能|要么|也许|或许)[^,.;\nA-J]{0,8}([A-J])(?![A-Za-z])"
)
_NEITHER = re.compile(r"不是\s?[A-J](?![A-Za-z])[^,.;\n]{0,6},?\s?(?:就|便)是\s?[A-J](?![A-Za-z])")
_ASKED = re.compile(r"\s?(?:选?项)?[\"”」)]?\s?(?:吗|[?])")
_REPEATED = re.compile(r"答案[:是为]\s?([A-J、,]{1,16})(?=[.;\n]|\Z)")
_SOME_OF = re.compile(r"\s?(?:这几项|四项)?(?:之?中|里)的?(?:[几两三]|某|一些|部分|任意)")
_NEXT_ROW = re.compile(r":?\s*(?:[-*•·>]|\d[.、)])[^\n]+\n\s*(?:[-*•·>]|\d[.、)])")
_DOUBTED = re.compile(r"\s?[?][\s?A-J、,或还是]*")
_OR_ELSE = re.compile(
    r"(?:选?项)?\s*[.,;]?\s*(?:或者?|也可能是?|也可以选?|要么是?)(?:选项)?\s?[A-J](?![A-Za-z])"
)
_MAYBE = re.compile(
    r"\s?[,;(]\s?(?:可能|也许|或许|大概|不确定|也可能)[^,.;\n不]{0,6}[A-J](?![A-Za-z])"
)
_LABEL = re.compile(r"\s?[)\]】][*.\s]*?(?:\n|\Z)")
_OPENED = re.compile(r"\w\s?[(\[【]\s?(?:正确|最佳|标准|参考|correct)?\s?\Z")
_ALSO = re.compile(r"[^,.;:\n]{1,24}?(?<![\u4e00-\u9fff])?(?:也|同样|亦)(?!是?不)")
_OTHER_ONES = re.compile(
    r"\s?(?:另外|其余|其他|其它|剩下|剩余|余下)的?那?(?P<n>[一两二三四])?(?:个|项|者|种)?(?:选?项)?(?=[.;,!\n]|\Z)"
)
_SIZES = {"一": 1, "两": 2, "二": 2, "三": 3, "四": 4}
_UNENDED = re.compile(r"\s?(?:[、,]|和|与|及|以及)\s*\Z")
_LINE = re.compile(r"\s*(?:[-*•·>]\s?)?\**([A-J])(?![A-Za-z])[\s.、:)]")
_LISTING = re.compile(r"[^;\n]{1,60}[;\n]\s?B(?![A-Za-z])[^;\n]{1,60}[;\n]\s?C(?![A-Za-z])")
_JUDGED_EACH = re.compile(
    r"\s?\(\s?(?:真|假|对|错|是|否|√|×|✓|✗|T|F|正确|错误)\s?\)[\s,;、]?[A-J](?![A-Za-z])"
)
_ITEM = re.compile(r"选项\s?([A-J])(?![A-Za-z])")
_ENDS = re.compile(r"[\s\"'”」』】\])}>*_`]*(?:[.!;:\n]|,?\s?(?:因为|理由|即)|\Z)")
_QUESTION = re.compile(r"[^.;!\n?]{0,80}(?:还是|吗|哪[个项些])[^.;!\n?]{0,40}[?]")
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


def outright(
    text: str, options: Sequence[str], *, several: bool, asks_false: bool
) -> Reading | None:
    """The last mention; a choice after an answer counts where it revises it."""
    either = _EITHER.search(text)
    either = either if either and either[1] != either[2] else _NEITHER.search(text)
    if either:
        sure = [a for a in anchors(text, asks_false=asks_false) if a.at > either.end()]
        if not any(_said(text, anchor, options, several=several) for anchor in sure):
            return Reading((), "hedged")
    best: tuple[int, Reading] | None = None
    choice: tuple[int, Reading] | None = None
    chosen: set[tuple[int, ...]] = set()
    if _doubted(text, asks_false=asks_false):
        return Reading((), "hedged")
    for anchor in anchors(text, asks_false=asks_false):
        said = _said(text, anchor, options, several=several)
        if said is None:
            continue
        if anchor.tier == 1 or anchor.decisive:
            if best is None or anchor.at >= best[0]:
                best = (anchor.at, said)
        else:
            chosen.add(said.said)
            if choice is None or anchor.at >= choice[0]:
                choice = (anchor.at, said)
    if several and best is None and len(chosen) > 1 and all(len(one) == 1 for one in chosen):
        return None  # "选A,选B,不选C": judged one by one
    if best and choice and not _answers(text, options, several=several, asks_false=asks_false):
        return max(best, choice, key=lambda pair: pair[0])[1]
    found = best or choice
    return _unbroken(text, found[1]) if found else None


def _unbroken(text: str, found: Reading) -> Reading:
    """The answer that a reply repeats where its last repetition breaks off: "答案:ABD.答案:AB"."""
    told = [re.findall("[A-J]", match[1]) for match in _REPEATED.finditer(text)]
    if len(told) > 2 and told[-1] == told[-2][: len(told[-1])] and told[-2] == told[-3]:
        return Reading(tuple(LETTERS.index(letter) for letter in told[-2]), found.rule)
    return found


def _doubted(text: str, *, asks_false: bool) -> bool:
    """Whether the last answer that a reply gives ends in a question mark, and the reply with it."""
    last = max((a.at for a in anchors(text, asks_false=asks_false) if a.tier == 1), default=-1)
    found = listed(text, last, ()) if last >= 0 else None
    return bool(found and _DOUBTED.fullmatch(text, found.end))


def _answers(text: str, options: Sequence[str], *, several: bool, asks_false: bool) -> bool:
    return any(
        anchor.tier == 1 and _said(text, anchor, options, several=several)
        for anchor in anchors(text, asks_false=asks_false)
    )


def _said(text: str, anchor: Anchor, options: Sequence[str], *, several: bool) -> Reading | None:
    found = listed(text, anchor.at, options)
    if _QUESTION.match(text, anchor.at) or _beside_one(text, anchor):
        return None
    if several and anchor.tier != 1 and _ALSO.match(text, anchor.at):
        return None
    if found:
        return _lettered(text, anchor, found, options, several=several)
    said = (
        _other_ones(text, anchor, len(options))
        or ordinal(text, anchor.at, len(options))
        or (complement(text, anchor.at, len(options)) if several else ())
        or option_texts.named_at(text, anchor.at, options, several=several)
        or (numbered(text, anchor.at, options) if anchor.tier == 1 else ())
    )
    if said and several and _NEXT_ROW.match(text, anchor.at):
        return None
    return Reading(said, anchor.rule) if said else None


def _lettered(
    text: str, anchor: Anchor, found: Listed, options: Sequence[str], *, several: bool
) -> Reading | None:
    """What letters at an anchor say; None where they are no answer."""
    words = text[anchor.start : anchor.at].strip()
    listing = words.rstrip(":") == "选项" and found.said == (0,) and _LISTING.match(text, found.end)
    echo = listing or (
        anchor.stem and len(option_texts.echoed(text[anchor.at :], options)) == len(options)
    )
    if (
        echo
        or _ASKED.match(text, found.end)
        or found.negated(text)
        or (anchor.tier == 2 and _THE_ONES.match(text, found.end))
        or (
            words == "选项"
            and not (_ENDS.match(text, found.end) and (not several or _first(text, anchor, found)))
        )
        or _next_item(text, anchor, found, options)
        or (several and _UNENDED.match(text, found.end))
    ):
        return None
    if several and (
        _more_rows(text, found, anchor)
        or goes_on(text, found)
        or _JUDGED_EACH.match(text, found.end)
    ):
        return None
    if several and _SOME_OF.match(text, found.end):
        return Reading((), "hedged")
    if option_texts.another(text, found.end, found.said, options):
        return Reading((), "torn")
    if (
        found.hedged
        or _OR_ELSE.match(text, found.end)
        or (several and _MAYBE.match(text, found.end))
    ):
        return Reading((), "hedged")
    return Reading(found.said, anchor.rule)


def _beside_one(text: str, anchor: Anchor) -> bool:
    """Whether an anchor is a label behind an option on its line: "B. 马斯洛 (正确答案)"."""
    line = text[max(0, anchor.start - 16) : anchor.start]
    closed = _LABEL.match(text, anchor.at - (text[anchor.at - 1] in ")]】"))
    return bool(closed and _OPENED.search(line))


def _other_ones(text: str, anchor: Anchor, options: int) -> tuple[int, ...]:
    """The options not named so far, where the answer is said to be the others; () else."""
    match = _OTHER_ONES.match(text, anchor.at)
    if match is None:
        return ()
    named = {place for _, other in lists(text[: anchor.start]) for place in other.said}
    rest = tuple(place for place in range(options) if place not in named)
    if not named or len(rest) != _SIZES.get(match["n"] or "", len(rest)):
        return ()
    return rest


def _first(text: str, anchor: Anchor, found: Listed) -> bool:
    """Whether no other letters were spoken of before an anchor."""
    before = {place for _, other in lists(text[: anchor.start]) for place in other.said}
    return before <= set(found.said)


def _crossed(text: str, at: int) -> bool:
    between = START.search(text, at)
    return between is not None and "\n" in text[at : between.start()]


def _more_rows(text: str, found: Listed, anchor: Anchor) -> bool:
    """Whether lines with other letters follow at once: the list was not read to its end."""
    if not _crossed(text, anchor.at):
        return False
    rest = text[found.end :].partition("\n")[2]
    row = _LINE.match(rest)
    return row is not None and LETTERS.index(row[1]) not in found.said


def _next_item(text: str, anchor: Anchor, found: Listed, options: Sequence[str]) -> bool:
    """Whether the letters begin the next line of a list of options, or head an item of one."""
    words = text[anchor.start : anchor.at]
    if anchor.tier == 1:
        return False
    if words.strip() == "选项" and len(set(_ITEM.findall(text))) > 1:
        return len(option_texts.echoed(text, options)) == len(options)
    return _crossed(text, anchor.at) and ":" not in words and len(found.said) == 1
