"""The order in which a reply is read: what it says outright, then what it can only mean.

Never "the first letter anywhere": a reply that fits no rule is unparsed and counts as wrong.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.extraction import option_texts
from evaluation.extraction.anchors import ASKS_FALSE, Anchor, anchors
from evaluation.extraction.complements import complement
from evaluation.extraction.continuations import own
from evaluation.extraction.echoes import unechoed
from evaluation.extraction.evidence import weigh
from evaluation.extraction.letters import LETTERS, START, Listed, listed, ordinal
from evaluation.extraction.meaning import Reply, meant
from evaluation.extraction.normal import option_text, plain, spoken
from evaluation.extraction.places import lettered, numbered
from evaluation.extraction.revisions import goes_on, revised
from evaluation.extraction.structured import answered

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
    "labelled",
    "evidence",
)
UNPARSED = ("empty", "unfinished", "several", "hedged", "torn", "beyond", "echo", "none")
_ONLY = re.compile(
    r"[\s\W]*(?:(?:第\s*)?\d{1,3}\s*(?:小?题)?\s*[.、:)]|q(?:uestion)?\s*\d*\s*[.:)])?[\s\W]*"
    r"(?:选项|选|答|option)?[\s\W]*",
    re.IGNORECASE,
)
_LOWER = re.compile(r"[a-j](?:[\s,、/]{1,4}[a-j]){1,9}[.\s]*")
_STOP = re.compile(r"[\s\W]*\Z")
_EITHER = re.compile(
    r"(?:可能|要么|也许|或许)[^,.;\nA-J]{0,8}([A-J])(?![A-Za-z])[^.;\nA-J]{0,10}?(?:可能|要么|也许|或许)[^,.;\nA-J]{0,8}([A-J])(?![A-Za-z])"
)
_LEFT_OPEN = re.compile(
    r"答案都(?:有可能|可能)|不便(?:给出|作答|下结论)|无法给出(?:确定|明确)?的?(?:答案|选择)"
)
_NEITHER = re.compile(r"不是\s?[A-J](?![A-Za-z])[^,.;\n]{0,6},?\s?(?:就|便)是\s?[A-J](?![A-Za-z])")
_ASKED = re.compile(r"\s?(?:选?项)?[\"”」)]?\s?(?:吗|[?])")
_REPEATED = re.compile(r"答案[:是为]\s?([A-J、,]{1,16})(?=[.;\n]|\Z)")
_SOME_OF = re.compile(r"\s?(?:这几项|四项)?(?:之?中|里)的?(?:[几两三]|某|一些|部分|任意)")
_NEXT_ROW = re.compile(r":?\s*(?:[-*•·>]|\d[.、)])[^\n]+\n\s*(?:[-*•·>]|\d[.、)])")
_AGAIN = re.compile(r"\W{0,8}([A-J]{1,8})(?:[\s,.;、]{1,4}\1){1,200}\W{0,8}")
_DOUBTED = re.compile(r"\s?[?][\s?A-J、,或还是]*")
_OR_ELSE = re.compile(
    r"(?:选?项)?\s*[.,;]?\s*(?:或者?|也可能是?|也可以选?|要么是?)(?:选项)?\s?[A-J](?![A-Za-z])"
)
_MAYBE = re.compile(
    r"\s?[,;(]\s?(?:可能|也许|或许|大概|不确定|也可能)[^,.;\n不]{0,6}[A-J](?![A-Za-z])"
)
_LINE = re.compile(r"\s*(?:[-*•·>]\s?)?\**([A-J])(?![A-Za-z])[\s.、:)]")
_ITEM = re.compile(r"选项\s?([A-J])(?![A-Za-z])")
_ENDS = re.compile(r"[\s\"'”」』】\])}>*_`]*(?:[.!;:\n]|,?\s?(?:因为|理由|即)|\Z)")
_OPTION = re.compile(r"(?<=[、,和与及])\s?选项\s?(?=[A-J](?![A-Za-z]))")
_QUESTION = re.compile(r"[^.;!\n?]{0,80}(?:还是|吗|哪[个项些])[^.;!\n?]{0,40}[?]")
_UNDECIDED = re.compile(
    r"(?:说不准|拿不准|说不好|(?:不好|难以|无法|没法|很难|不能)(?:判断|确定|断定|选择|说)|不知道(?:选|该|是哪)|也?不清楚|也不知道)[了吧呢]?[.!\s]*\Z"
)
_LETTERS_FIRST = re.compile(r"(?:答案?|选项?)?\W{0,4}[A-J]{1,8}(?![A-Za-z:])")
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
    asked = plain(stem)
    asks_false = bool(ASKS_FALSE.search(asked))
    body = option_texts.unnumbered(lettered(body, shown), shown)
    body = unechoed(_OPTION.sub("", body), shown, asked)
    if not body:
        return Reading((), "echo")
    head = own(body, shown)
    if head != body:
        found = _read(Reply(head, shown, several, asks_false, asked))
        if found.said or _LETTERS_FIRST.match(head):
            return found
    return _read(Reply(body, shown, several, asks_false, asked))


def _read(reply: Reply) -> Reading:
    text, options, several = reply.text, reply.options, reply.several
    told = answered(text)
    if isinstance(told, tuple):
        return _checked(Reading(told, "json"), reply)
    if told is not None:
        return _checked(_short(told, options, several=several), reply)
    if _LEFT_OPEN.search(text):
        return Reading((), "hedged")
    if _UNDECIDED.search(text):
        return Reading((), "hedged")
    found = _only_letters(text, options)
    found = found or _anchored(text, options, several=several, asks_false=reply.asks_false)
    if found:
        return _checked(Reading(revised(text, found.said, several=several), found.rule), reply)
    rule, said = meant(reply)
    return _checked(_weighed(reply, Reading(said, rule)), reply)


def _weighed(reply: Reply, found: Reading) -> Reading:
    """A lenient reading against the evidence of the whole reply: kept, filled, or torn."""
    if reply.cut_off:
        return found
    text, asks_false, several = reply.text, reply.asks_false, reply.several
    if found.rule == "mentioned" and _asked_only(text, [reply.options[i] for i in found.said]):
        return Reading((), "none")
    said = weigh(text, reply.options, reply.stem, several=several, asks_false=asks_false)
    if found.said and not (said and found.rule == "sorted"):
        return Reading((), "torn") if said and set(said) != set(found.said) else found
    return Reading(said, "evidence") if said and found.rule in ("none", "echo", "sorted") else found


def _asked_only(text: str, named: Sequence[str]) -> bool:
    """Whether all mentions of options stand in questions."""
    open_ = [re.search(re.escape(name) + r"[^.;!\n?]{0,80}[?]", text) for name in named]
    return all(open_) and all(text.count(name) == 1 for name in named)


def _short(text: str, options: Sequence[str], *, several: bool) -> Reading:
    """An answer that stands alone in an object: letters, or texts of options."""
    letters = _only_letters(text, options)
    said = letters.said if letters else ()
    said = said or option_texts.named_at(text, 0, options, several=several)
    return Reading(said, "json" if said else "none")


def _checked(found: Reading, reply: Reply) -> Reading:
    if found.said and max(found.said) >= len(reply.options):
        return Reading((), "beyond")
    if len(found.said) > 1 and not reply.several:
        return Reading((), "several")
    return found


def _only_letters(text: str, options: Sequence[str]) -> Reading | None:
    if _LOWER.fullmatch(text):
        text = text.upper()
    start = _ONLY.match(text)
    found = listed(text, start.end() if start else 0, options) if len(text) < 200 else None
    again = _AGAIN.fullmatch(text)
    text = again[1] if again else text
    letters = re.findall("[A-J]", text)
    if len(set(letters)) < len(letters) and "\n" in text.strip():
        return None
    if found and _STOP.match(text, found.end) and not _all_texts(text, options):
        return Reading((), "hedged") if found.hedged else Reading(found.said, "only_letters")
    return None


def _all_texts(text: str, options: Sequence[str]) -> bool:
    return len(option_texts.echoed(text, options)) >= 2


def _anchored(
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
    if _QUESTION.match(text, anchor.at):
        return None
    if found:
        return _lettered(text, anchor, found, options, several=several)
    said = (
        ordinal(text, anchor.at, len(options))
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
    echo = anchor.stem and len(option_texts.echoed(text[anchor.at :], options)) == len(options)
    if (
        echo
        or _ASKED.match(text, found.end)
        or found.negated(text)
        or (anchor.tier == 2 and _THE_ONES.match(text, found.end))
        or (words == "选项" and not _ENDS.match(text, found.end))
        or _next_item(text, anchor, found, options)
    ):
        return None
    if several and (_more_rows(text, found, anchor) or goes_on(text, found)):
        return None
    if several and _SOME_OF.match(text, found.end):
        return Reading((), "hedged")
    if option_texts.another(text, found.end, found.said, options):
        return Reading((), "torn")
    if found.hedged or _OR_ELSE.match(text, found.end) or (several and _MAYBE.match(text, found.end)):
        return Reading((), "hedged")
    return Reading(found.said, anchor.rule)


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
