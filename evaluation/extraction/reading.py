"""The order in which a reply is read: what it says outright, then what it can only mean.

Never "the first letter anywhere": a reply that fits no rule is unparsed and counts as wrong.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from evaluation.extraction import option_texts
from evaluation.extraction.continuations import own
from evaluation.extraction.echoes import unechoed
from evaluation.extraction.evidence import weigh
from evaluation.extraction.learned import opinion
from evaluation.extraction.letters import LETTERS, listed, lists
from evaluation.extraction.meaning import Reply, meant
from evaluation.extraction.normal import option_text, plain, spoken
from evaluation.extraction.places import lettered
from evaluation.extraction.revisions import revised, torn
from evaluation.extraction.spellings import circled, spelt
from evaluation.extraction.standing import breaks_off
from evaluation.extraction.stating import Reading, outright
from evaluation.extraction.structured import answered
from wording.asked import asks_false

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
    "learnt",
)
UNPARSED = ("empty", "unfinished", "several", "hedged", "torn", "beyond", "echo", "none")
_REASONED = ("called", "judged", "weighed", "evidence", "mentioned", "sorted")
# what supposes, asks, hedges or breaks off leaves room for no opinion
_SUPPOSES = re.compile(
    r"如果|若(?!干|即|有所)|假如|倘若|要是|[吗?]\s*\Z|\bif\b|还是|不确定|一?开始(?:时|我|只|先|就|以为)|起初|原本|本来|或者|至少|可[算选]可不|[是为]\s*\Z|另一个"
)
_EVERY = re.compile(r"都|均|皆|全|各|无一|\b(?:all|every)\b", re.IGNORECASE)
_TOO_SHORT = 16  # characters that say too little of a single answer for an opinion
LEARNT = 0.7  # how certain the opinion has to be
_ADDED_TO = ("called", "leading", "first_line", "listed")
_ONLY = re.compile(
    r"[\s\W]*(?:(?:第\s*)?\d{1,3}\s*(?:小?题)?\s*[.、:)]|q(?:uestion)?\s*\d*\s*[.:)])?[\s\W]*"
    r"(?:选项|选|答|option)?[\s\W]*",
    re.IGNORECASE,
)
_LOWER = re.compile(r"[a-j](?:[\s,、/]{1,4}[a-j]){1,9}[.\s]*")
_SPAN = re.compile(r"\W{0,3}A ?[-~—–到至] ?([B-J])\W{0,3}")
_DOTTED = re.compile(r"[A-J](?:\s?[.\\]\s?[A-J]){1,9}[.]?")
_POINTS = re.compile(r"\A(?:[—–]{2,}|[👉🎯📌➡💡🔹🔸⭐🌟]+)\s*(?=[A-J]{1,8}(?![A-Za-z]))")
_STOP = re.compile(r"[\s\W]*\Z")
_LEFT_OPEN = re.compile(
    r"(?:答案|[A-J、]{2,16})(?:都|均)(?:有可能|可能|说得通|讲得通|有道理)|[A-J][和与][A-J]都有道理(?!.{0,20}选)|打[叉×✗]的[两三四]?[条个项]?|(?<!除外)没有(?:一个|任何)?(?:符合|满足|正确|合适)[^,.;\n]{0,8}的?(?:选项|人|项|答案)(?![^\n]{0,40}选\s?[A-J])|(?:[三四五]个?选项|各项|所有选项)(?:都|均|皆)(?:不(?!能少|可少|可或缺|错|例外)|没有(?!错|问题)|无(?!误))|不(?:予)?作答|(?:有|存在)(?:一定)?(?:分歧|争议)[.!]?\s*\Z|尚无定论|必居其一|(?:二者|两者)选其一|持保留态度|(?:如果|若|要是)[^;.\n]{1,24}选\s?[A-J、]{1,12}[;,.]\s?(?:如果|若|要是|否则)[^;.\n]{1,24}?选\s?[A-J](?![\s\S]*(?:本题|题干|因此|所以|故))|按[^,.;\n]{1,12}选\s?[A-J、]{1,12}[,;][^.\n]{0,6}按(?!本题|题)[^,.;\n]{1,12}选|请问[您你](?:使用|用|参考|依据|学)[^.\n]{0,12}哪|不便(?:给出|作答|下结论)|无法给出(?:确定|明确)?的?(?:答案|选择)"
)
_AGAIN = re.compile(r"\W{0,8}([A-J]{1,8})(?:[\s,.;、]{1,4}\1){1,200}\W{0,8}")
_OPTION = re.compile(r"(?<=[、,和与及])\s?选项\s?(?=[A-J](?![A-Za-z]))")
_UNDECIDED = re.compile(
    r"[.]{3,}\s?[A-J]\s?[.]{3,}\Z|(?:不好|难以|无法|很难)取舍[.!\s]*\Z|(?:说不准|拿不准|说不好|(?:不好|难以|无法|没法|很难|不能)(?:判断|确定|断定|选择|说)|不知道(?:选|该|是哪)|也?不清楚|[也就]不知道|没想好|没想清楚|没决定|没拿定主意|还在犹豫)[了吧呢]?[.!\s]*\Z"
)
# a model that takes the question for a cry for help
_CONSOLES = re.compile(
    r"(?:援助|危机|咨询)热线|(?:尽快|及时)(?:就医|就诊|寻求)[^.\n]{0,20}(?:陪|帮助)|你并不孤单|陪你聊"
)
_ANSWERED = re.compile(r"(?:答案?|选项?)?\W{0,4}[A-J]{1,8}[\s.]*")
_LETTERS_FIRST = re.compile(r"(?:答案?|选项?)?\W{0,4}[A-J]{1,8}(?![A-Za-z:])")


def read(text: str, options: Sequence[str], *, several: bool, stem: str = "") -> Reading:
    """What a reply says. `several`: the question takes several letters; `stem` may ask for a fault.

    Pure, linear in the reply's length, never raises for any text.
    """
    reply = shown(text, options, several=several, stem=stem)
    if reply is None:
        return Reading((), "unfinished" if text.strip() else "empty")
    reply, found = by_rules(reply)
    if not weighable(reply, found):
        return found
    said, sure = opinion(
        reply.text, reply.options, reply.stem, several=reply.several, asks_false=reply.asks_false
    )
    every = len(said) == len(reply.options) and not _EVERY.search(reply.text)
    return found if sure < LEARNT or every else Reading(said, "learnt")


def by_rules(reply: Reply) -> tuple[Reply, Reading]:
    """What of a reply is its own, and what the rules alone read in it."""
    if not reply.text:
        return reply, Reading((), "echo")
    head = own(reply.text, reply.options, reply.stem)
    if head != reply.text:
        first = replace(reply, text=head)
        found = _read(first)
        if found.said or _LETTERS_FIRST.match(head):
            return first, found
    return reply, _read(reply)


def weighable(reply: Reply, found: Reading) -> bool:
    """Whether a reply that no rule reads leaves room for the learnt opinion."""
    if found.rule != "none" or reply.cut_off or _SUPPOSES.search(reply.text):
        return False
    return reply.several or len(reply.text) >= _TOO_SHORT


def shown(text: str, options: Sequence[str], *, several: bool, stem: str = "") -> Reply | None:
    """A reply in comparison form without an echo of its question; None where it says nothing."""
    body = spoken(circled(text, options, stem))
    if not body:
        return None
    texts = [option_text(option) for option in options]
    body = spelt(_POINTS.sub("", body), texts)
    asked = plain(stem)
    body = option_texts.unnumbered(lettered(body, texts), texts)
    body = _OPTION.sub("", body)
    # a further question may be all but an echo of this one
    head = own(body, texts, asked) if _LETTERS_FIRST.match(body) else body
    body = head if _ANSWERED.fullmatch(head) else unechoed(body, texts, asked)
    return Reply(body, texts, several, asks_false(stem), asked)


def _read(reply: Reply) -> Reading:
    text, options, several = reply.text, reply.options, reply.several
    told = answered(text)
    if isinstance(told, tuple):
        return _checked(Reading(told, "json"), reply)
    if told is not None:
        return _checked(_short(told, options, several=several), reply)
    if _LEFT_OPEN.search(text) or _UNDECIDED.search(text) or _CONSOLES.search(text):
        return Reading((), "hedged")
    if torn(text):
        return Reading((), "torn")
    found = _only_letters(text, options)
    found = found or outright(text, options, several=several, asks_false=reply.asks_false)
    if found:
        found = Reading(revised(text, found.said, several=several), found.rule)
        return _checked(_upheld(reply, found) if several else found, reply)
    rule, said = meant(reply)
    kept = revised(text, said, several=several) if rule in _ADDED_TO else said
    return _checked(_weighed(reply, Reading(kept, rule if kept or not said else "torn")), reply)


def _upheld(reply: Reply, found: Reading) -> Reading:
    """Several letters that a reply merely chooses, unless the rest of it chooses more."""
    if found.rule != "choice" or not found.said or reply.cut_off:
        return found
    said = weigh(reply.text, reply.options, reply.stem, several=True, asks_false=reply.asks_false)
    named = list(lists(reply.text))
    last = max((at for at, other in named if other.said == found.said), default=len(reply.text))
    later = {place for at, other in named for place in other.said if at > last}
    more = set(said) - set(found.said)
    if not (set(said) > set(found.said) and more <= later):
        return found
    return Reading(said, "evidence") if len(found.said) == 1 else Reading((), "torn")


def _weighed(reply: Reply, found: Reading) -> Reading:
    """A lenient reading against the evidence of the whole reply: kept, filled, or torn."""
    if reply.cut_off:
        return found
    text, asks_false, several = reply.text, reply.asks_false, reply.several
    reasoned = several and found.said and found.rule in _REASONED
    if reasoned and breaks_off(text, reply.options, reply.stem, found.said):
        return Reading((), "torn")
    if found.rule == "mentioned" and _asked_only(text, [reply.options[i] for i in found.said]):
        return Reading((), "none")
    said = weigh(text, reply.options, reply.stem, several=several, asks_false=asks_false)
    if found.said and not (said and found.rule == "sorted"):
        return Reading((), "torn") if said and set(said) != set(found.said) else found
    return Reading(said, "evidence") if said and found.rule in ("none", "echo", "sorted") else found


def _asked_only(text: str, named: Sequence[str]) -> bool:
    """Whether all mentions of options stand in questions."""
    if "?" not in text:
        return not named
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
    span = _SPAN.fullmatch(text)
    if span:
        text = LETTERS[: LETTERS.index(span[1]) + 1]
    if _DOTTED.fullmatch(text):
        text = re.sub(r"[.\\]", "、", text.rstrip(". "))
    start = _ONLY.match(text)
    found = listed(text, start.end() if start else 0, options) if len(text) < 200 else None
    again = _AGAIN.fullmatch(text)
    text = again[1] if again else text
    letters = re.findall("[A-J]", text)
    if len(set(letters)) < len(letters) and "\n" in text.strip():
        return None
    if (
        found
        and _STOP.match(text, found.end)
        and not text.endswith("、")
        and not _all_texts(text, options)
    ):
        return Reading((), "hedged") if found.hedged else Reading(found.said, "only_letters")
    return None


def _all_texts(text: str, options: Sequence[str]) -> bool:
    return len(option_texts.echoed(text, options)) >= 2
