"""What a reply can only mean where it names no answer outright: lenient rules."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.extraction import option_texts
from evaluation.extraction.clauses import weighed
from evaluation.extraction.complements import complement, everything
from evaluation.extraction.headings import sorted_out
from evaluation.extraction.labels import bits, labelled
from evaluation.extraction.letters import LETTERS, Listed, listed, lists
from evaluation.extraction.listing import pointed, ranked, tabled
from evaluation.extraction.marking import marked
from evaluation.extraction.places import counted
from evaluation.extraction.scores import scored
from evaluation.extraction.standing import AFRESH, standing_alone
from evaluation.extraction.verdicts import (
    called_answer,
    judged,
    left_over,
    lone,
    ticked,
)

_STOP = re.compile(r"[\s\W]*\Z")
_DELIMITED = re.compile(
    r"[\s\"'”」』】\])}>*_`]*(?:[.、:)\n;]|,(?!\s{0,2}(?:and\s)?[A-J](?:$|[\s、,;.和与及)\]都均]|选?项[、,和与及都均]))|$|\s?\((?!\s?(?:[对√✓✔是选TF]|正确)|[^()\n]{0,30}(?:[不错×✗✘❌否划删改待或吗?]|可能|去掉|排除))|选?项(?=[\s,.;:(]|$)"
    r"|吧|~|因为|because)"
)
_JOINED = re.compile(r"\s?,\s?[A-J](?![A-Za-z0-9])")
_ALL_RIGHT = re.compile(
    r"(?:[两三四五]个?选?项)?(?:都|均|皆)(?:是|应)?(?:正确|对|符合|应?选|可以?|行|入选|当选|成立)(?![^.;,!\n]{1,6}不)"
)
_RIGHT_HERE = re.compile(r"[A-J、,和与 ]{1,16}选?项?(?:都|均|皆|是|说法|表述){0,3}(?:正确|对|符合)")
_HEADED = re.compile(
    r"^[ \t]{0,8}(?:[-*•·>][ \t]{0,3})?[*_]{0,3}[A-J](?:选?项)?[ \t]{0,8}[.、:,)]", re.MULTILINE
)  # by letter
_ROW = re.compile(r"\s*[A-J] ?[^\w\s]")  # "B ↓" below "A ↑"
_ADDED = re.compile(r"(?:还有|再加上?|补上|漏了|加上)(?:选项)?\s?[A-J](?![A-Za-z])")
_BELOW = re.compile(r"[^\n:]\n+\s*(?P<said>[A-J]{1,8})\s?[.]?\s*\Z")
_OR_ELSE = re.compile(r"\s*[,;.]?\s*(?:或者?是?|要么|又或|\bor\b)\s?[A-J](?![A-Za-z])")
_FINISHED = re.compile(
    r"[.!?)\]}」』”\"'】>~…;*`$|√×✓✗✔✘✅❌A-Za-z0-9]\s*\Z|(?:符合|正确|错误|无关|入选|当选|不选|排除|成立|[对错])\s*\Z"
)
_IS = re.compile(r"(?<!不)(?:就是|应是|应该是|[的释断案一]是|即为|应为)[\s*“\"【\[(]{0,4}")
_END = re.compile(r"[\s\"'”」』】\])}>*_`]*(?:[.!;\n]|\Z)")
_ASIDE = re.compile(r"混淆|注意|区别|误|提示|另外|拓展|补充|干扰")
_SO_ALL = re.compile(r"(?:所以|因此|因而|故)(?:应该?|要)?(?:全选|全部选|都选)[.!]?\Z")
_ITEMS = re.compile(r"[\n;]|\s(?=\([A-J]\))|[,、](?=\s?[A-J])")
_ROWS = 8  # characters of a line beside an option's text
_BARE = 5  # characters of a line that is a letter and nothing else
_LONG = 60  # characters from which a reply without a full stop is taken as cut off

Said = tuple[int, ...]
Rule = tuple[str, Callable[[], Said]]


@dataclass(frozen=True)
class Reply:
    """A reply in comparison form, the options, and what the question takes."""

    text: str
    options: Sequence[str]
    several: bool
    asks_false: bool
    stem: str

    @property
    def cut_off(self) -> bool:
        """Whether it ends in the middle of a sentence, so that a verdict may be missing."""
        listed_out = self.text.endswith(tuple(o for o in self.options if o))
        if _FINISHED.search(self.text) or (
            listed_out and all(self.text.count(option) == 1 for option in self.options)
        ):
            return False
        if self.text.endswith("、"):
            return True
        *before, _ = self.text.splitlines() or [""]
        closed = len(before) > 1 and all(line.rstrip()[-1:] in ",.;、" for line in before if line)
        return len(self.text) > _LONG or closed


def meant(reply: Reply) -> tuple[str, Said]:
    """The rule that reads a reply and the positions; () and what is wrong where none does."""
    scores = scored(reply.text, len(reply.options), several=reply.several)
    if scores is not None:
        return "scored" if scores else "several", scores
    for name, rule in _outright(reply) if reply.cut_off else (*_outright(reply), *_reasoned(reply)):
        said = rule()
        if said:
            return name, said
    if reply.cut_off:
        return _leading(reply) or ("none", ())
    first = _first_line(reply)
    echo = option_texts.echoed(reply.text, reply.options)
    if first:
        return "first_line", first
    if len(echo) >= 2:
        return _of_a_list(reply, echo)
    praised = reply.asks_false and _RIGHT_HERE.match(reply.text)
    return ("none", ()) if praised else _at_an_end(reply) or _leading(reply) or _text_in(reply)


def _of_a_list(reply: Reply, echo: Sequence[int]) -> tuple[str, Said]:
    """A reply that repeats options: the letters below all of them, or the few that it repeats."""
    after = _BELOW.search(reply.text) if len(echo) == len(reply.options) else None
    if after:
        return "last_line", tuple(LETTERS.index(letter) for letter in after["said"])
    lines = [line for line in _ITEMS.split(reply.text) if line.strip(" .")]
    subset = reply.several and len(echo) < len(reply.options) and len(lines) == len(echo)
    subset = subset and all(len(line) <= _ROWS + max(map(len, reply.options)) for line in lines)
    return ("listed", tuple(sorted(echo))) if subset else ("echo", ())


def _outright(reply: Reply) -> tuple[Rule, ...]:
    text, options, several = reply.text, reply.options, reply.several
    false = {"asks_false": reply.asks_false}
    return (
        ("whole_text", lambda: option_texts.whole(text, options, several=several)),
        ("whole_text", lambda: () if several else option_texts.headed(text, options)),
        ("pointed", lambda: pointed(text, options, several=several)),
        ("ranked", lambda: () if several else ranked(text, options, **false)),
        ("places", lambda: counted(text, options)),
        ("all_but", lambda: several * _everything(text, len(options))),
        ("ticked", lambda: ticked(text, options)),
        ("tabled", lambda: tabled(text, options, several=several, **false)),
        ("labelled", lambda: _labelled(reply)),
    )


def _but(said: Said, text: str, options: int) -> Said:
    last = [found.said for _, found in lists(text)]
    return () if len(said) == options and last and 1 < len(last[-1]) < options else said


def _everything(text: str, options: int) -> Said:
    """All positions, unless the reply ends with fewer: "想全选…交卷:ACD"."""
    if _SO_ALL.search(text):
        return tuple(range(options))
    return _but(everything(text, options), text, options)


def _labelled(reply: Reply) -> Said:
    count, several = len(reply.options), reply.several
    body = marked(reply.text, reply.options, reply.stem) or ""
    return bits(reply.text, count, several=several) or labelled(
        body, count, reply.stem, several=several, asks_false=reply.asks_false
    )


def _reasoned(reply: Reply) -> tuple[Rule, ...]:
    text, options, several = reply.text, reply.options, reply.several
    false, count = reply.asks_false, len(options)
    shown: dict[str, Any] = {"options": count, "asks_false": false}
    bare = option_texts.without(text, options)
    spelt = option_texts.as_letters(text, options)
    return (
        ("listed", lambda: _listed_first(reply)),
        ("called", lambda: called_answer(text, several=several, asks_false=false)),
        ("all_but", lambda: several * _but(complement(text, None, **shown), text, count)),
        ("judged", lambda: judged(bare, count, several=several, asks_false=false)),
        ("weighed", lambda: weighed(bare, count, several=several, asks_false=false)),
        ("all_but", lambda: (not several) * left_over(text, count)),
        ("lone", lambda: lone(text, several=several)),
        ("alone", lambda: standing_alone(text, several=several)),
        ("called", lambda: _concluded(reply)),
        ("mentioned", lambda: () if several else option_texts.stated(text, options)),
        ("computed", lambda: () if several else option_texts.computed(text, options)),
        ("all_but", lambda: several * _but(complement(spelt, None, count), spelt, count)),
        ("weighed", lambda: weighed(spelt, count, several=several, asks_false=false)),
        ("sorted", lambda: () if false else sorted_out(spelt, reply.stem, count, several=several)),
    )  # fmt: skip


def _at_an_end(reply: Reply) -> tuple[str, Said] | None:
    lines = reply.text.splitlines()
    if sum(bool(_ROW.match(line)) for line in lines) > 1:  # a row for each of several options
        return None
    for rule, part in (("last_line", lines[-1]), ("first_line", lines[0])):
        found = listed(part, 0, reply.options)
        if found and not found.hedged and _STOP.match(part, found.end):
            return rule, found.said
    return None


def _listed_first(reply: Reply) -> Said:
    """Some of the options, and nothing else, in a paragraph before what is said of the others."""
    head, _, rest = reply.text.partition("\n\n")
    if head.rstrip().endswith(":"):
        head, _, rest = rest.partition("\n\n")
    found = listed(head, 0, reply.options)
    if not reply.several or not rest.strip() or found is None or found.hedged:
        return ()
    again = {place for _, other in lists(rest) for place in other.said} & set(found.said)
    few = 1 < len(found.said) < len(reply.options)
    return found.said if few and _STOP.match(head, found.end) and not again else ()


def _concluded(reply: Reply) -> Said:
    """The option that the last of several paragraphs ends a sentence with: "…就是D. 责任分散"."""
    *before, last = [part for part in reply.text.split("\n\n") if part.strip()]
    if not before or reply.several or reply.asks_false or _ASIDE.search(last):
        return ()
    named = {
        place for match in _IS.finditer(last) for place in _ends_with(last, match.end(), reply)
    }
    return tuple(named) if len(named) == 1 else ()


def _ends_with(text: str, at: int, reply: Reply) -> Said:
    found = listed(text, at, reply.options)
    if found is not None:
        return found.said if _END.match(text, found.end) else ()
    fitting = [
        place
        for place, option in enumerate(reply.options)
        if option and text.startswith(option, at) and _END.match(text, at + len(option))
    ]
    return tuple(fitting)


def _first_line(reply: Reply) -> Said:
    """Letters alone on the first line, where something else than options follows."""
    first, _, rest = reply.text.partition("\n")
    found = listed(first, 0, reply.options)
    if found is None or found.hedged or not _STOP.match(first, found.end):
        return ()
    listing = _HEADED.match(rest.lstrip()) or _ROW.match(rest)
    block = option_texts.echoed(rest, reply.options) == list(range(len(reply.options)))
    if listing and not reply.several and block and len(first.strip()) < _BARE:
        return found.said
    if listing and not reply.several and rest[:1] == "\n" and len(first.strip()) < _BARE:
        listing = None if set(found.said).isdisjoint(_heads(rest)) else listing
    return () if not rest.strip() or listing else found.said


def _heads(text: str) -> set[int]:
    """The letters that head lines."""
    heads = _HEADED.findall(text)
    return {LETTERS.index(letter) for head in heads for letter in re.findall("[A-J]", head)}


def _more_follow(text: str, found: Listed) -> bool:
    """Whether letters at the beginning are but the first of those that a reply speaks of."""
    rest = text[found.end :]
    others = {place for _, other in lists(rest) for place in other.said} - set(found.said)
    if (len(found.said) == 1 and others) or rest.strip() == "、":
        return True
    joined = "," in text[: found.end] and _JOINED.match(text, found.end)
    return bool(joined or _ADDED.search(rest) or AFRESH.search(rest))


def _leading(reply: Reply) -> tuple[str, Said] | None:
    found = listed(reply.text, 0, reply.options)
    if found is None or found.hedged or len(_HEADED.findall(reply.text)) > 1:
        return None
    if _OR_ELSE.match(reply.text, found.end):
        return None
    if reply.several and _more_follow(reply.text, found):
        return None
    named = re.match(r"\W{0,3}([A-J])\s?[,.:]", reply.text)
    alone = {place for _, other in lists(reply.text) for place in other.said} == set(found.said)
    if named and alone and not reply.several and not reply.asks_false:
        return None if found.negated(reply.text) else ("leading", found.said)
    if _DELIMITED.match(reply.text, found.end) and not found.negated(reply.text):
        return "leading", found.said
    right = reply.several and _ALL_RIGHT.match(reply.text, found.end)
    return ("judged", found.said) if right else None


def _text_in(reply: Reply) -> tuple[str, Said]:
    names, denied = option_texts.mentioned(reply.text, reply.options)
    rest = option_texts.without(reply.text, reply.options)
    others = {place for _, found in lists(rest) for place in found.said} - set(names)
    if len(names) == 1 and not reply.several and not denied and not others:
        return "mentioned", (names[0],)
    return "none", ()
