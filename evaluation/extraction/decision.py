"""Statements about options → one answer, or none.

What is said of the whole answer decides, the strongest and last; else what is said one by one.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from evaluation.extraction import words
from evaluation.extraction.governing import Strength
from evaluation.extraction.naming import Body, G
from evaluation.extraction.statements import Statement
from evaluation.extraction.verdicts import ENDED, Asked, Said, one_by_one

STRICT = ("letters", "answer", "chosen", "json")
_HANGS = re.compile(
    rf"(?:[,、:;(“]|属于|包括|[为指和与及]|(?<![确误对错{G}])的|(?<![也都不才就正可:|\s])是|说)\s*$"
)
_GOES_ON = re.compile(rf"{G}\s*(?:[、,]|和|与|及|以及)\s*$")
_RULES = {Strength.ANSWER: "answer", Strength.CHOSEN: "chosen"}
_SHORT = 24  # characters of a reply without a full stop that may be whole
_NEAR = 24  # characters behind an option that may take it out


@dataclass(frozen=True)
class Reading:
    """Positions that a reply names (of the options as shown), () where unparsed, and the rule."""

    said: Said
    rule: str

    @property
    def strict(self) -> bool:
        """Whether the reply said it outright."""
        return self.rule in STRICT


def decide(body: Body, found: Sequence[Statement], asked: Asked, *, cut: bool) -> Reading:
    """The reading of a body. `cut`: the endpoint says that it broke off."""
    text = body.text.rstrip(" *\n")
    if asked.several and (_GOES_ON.search(text) or (cut and text.endswith(G))):
        return Reading((), "broken")
    last = re.split(r"[.;!\n]", text)[-1]
    if last.endswith("?") and G in last.rpartition(",")[2]:
        return Reading((), "hedged")
    found = _own(found, several=asked.several)
    whole = _several(body, found) if asked.several else _single(body, found)
    if whole is None and not cut and not _breaks_off(text, found):
        whole = Reading(*one_by_one(body, found, asked))
    elif whole is None or (cut and text.endswith(":") and whole.rule == "chosen"):
        return Reading((), "broken")
    elif whole.rule == "chosen" and words.REFUSES.search(text, max(s.at for s in found)):
        return Reading((), "hedged")
    said, errata = set(whole.said), [match.end() for match in words.ERRATUM.finditer(text)]
    named = [*(body.groups[text.count(G, 0, at) - 1] for at in errata), *body.groups[-1:]]
    torn = (asked.several and len(said) == 1) or not any({*g.places} <= said for g in named)
    return Reading((), "hedged") if errata and torn else whole  # 勘误:B→D


def _own(found: Sequence[Statement], *, several: bool) -> list[Statement]:
    """The statements without lists that only repeat the options or head what is said of them."""
    if several:
        lists = {s.places for s in found if s.bare and len(s.places) > 1}
        heads = lists if len(lists) > 1 else set()
        ticked = {s.places for s in found if s.holds and s.strength == Strength.TRUE and not s.bare}
        heads |= {a for a in lists if any(not set(a) & set(b) for b in ticked)}  # A(√) B C D(√)
        chosen = [s for s in found if s.bare and s.strength == Strength.CHOSEN and s.whole]
        return [s for s in found if s not in chosen or s.places not in heads]
    plain = {s.places for s in found if s.holds and s.strength >= Strength.CHOSEN and not s.bare}
    alone = (not s.bare or (len(s.places) < 2 and plain <= {s.places}) for s in found)
    return [s for s, own in zip(found, alone, strict=True) if own or s.strength == Strength.ANSWER]


def _breaks_off(text: str, found: Sequence[Statement]) -> bool:
    """Whether a reply ends in the middle of a sentence that has said nothing of options yet."""
    cells = [words.EXACT.get(cell.strip(G), ()) for cell in re.split(r"[,:;\s]", text)]
    if cells[-1] and (not cells[-1][1] or any(cells[:-1])):  # A:是 B:是 C:否
        return False
    if _HANGS.search(text):
        return True
    more = re.search(r"(?<!\d)[.;!?][\s\S]", text)
    if ENDED.search(text) or (not more and len(text) <= _SHORT):
        return False
    last = max(text.rfind(sign) for sign in ".;!?\n") + 1
    least = Strength.TRUE if more else Strength.FITS
    return not any(s.at >= last and s.strength >= least for s in found)


def _afresh(body: Body, since: int, until: int) -> bool:
    return bool(words.AFRESH.search(body.text, since + 1, until))


def _single(body: Body, found: Sequence[Statement]) -> Reading | None:
    """The last option given as the answer, unless another one is, and nothing is revised."""
    current: Statement | None = None
    for s in found:
        if current and s.holds is False and s.places == current.places:
            if _afresh(body, current.at, s.at + _NEAR // 2):
                current = None
            continue
        repeats = len(s.places) > 1 and (s.bare or len(s.places) == body.count)
        if not s.whole or s.strength < Strength.CHOSEN or s.holds is False or repeats:
            continue
        if current is None or _afresh(body, current.at, s.at) or s.strength > current.strength:
            current = s
        elif s.strength == current.strength:
            clash = s.strength == Strength.ANSWER and s.holds and s.places != current.places
            current = Statement(s.at, s.places, s.strength, None, whole=True) if clash else s
    if current is None:
        return None
    if current.holds is None:
        return Reading((), "hedged")
    if len(current.places) > 1:
        return Reading((), "several")
    return Reading(current.places, _RULES[current.strength])


@dataclass
class _List:
    """A list of options while it is added to and taken from."""

    body: Body
    places: set[int] = field(default_factory=set)
    strength: Strength = Strength.NAMED
    at: int = 0

    def give(self, s: Statement) -> bool:
        """Take a statement of the whole answer; False where it contradicts the one before."""
        given, outright = set(s.places), s.strength == Strength.ANSWER
        if not self.places or self.strength < Strength.ANSWER or _afresh(self.body, self.at, s.at):
            self.places, self.strength = given, s.strength
        elif given != self.places and (outright or (len(given) > 1 and given - self.places)):
            return False
        self.at = s.at
        return True

    def change(self, s: Statement, *, lone: bool) -> None:
        """Add the options of a statement, or take them out."""
        if s.holds and (s.adds or (lone and s.strength == Strength.CHOSEN)):
            self.places |= set(s.places)
        near = self.body.text[max(0, s.at - 10) : s.at + _NEAR]
        if s.holds is False and set(s.places) < self.places and words.TAKES_OUT.search(near):
            self.places -= set(s.places)


def _several(body: Body, found: Sequence[Statement]) -> Reading | None:
    """The last list that is given as the answer, with what is added to it and taken out later."""
    answer = _List(body)
    singles = {
        s.places for s in found if s.holds and s.strength >= Strength.TRUE and len(s.places) == 1
    }
    for s in found:
        chosen = s.strength >= Strength.CHOSEN
        unsure = s.doubt or (s.holds is None and chosen)
        beside = bool(answer.places) and not set(s.places) <= answer.places
        if unsure and ((s.whole and chosen) or beside):
            return Reading((), "hedged")
        lone = len(s.places) == 1 and chosen and (len(singles) > 1 or not s.whole)
        if s.holds and s.whole and chosen and not lone and not (answer.places and s.adds):
            again = (
                s is found[-1] and set(s.places) < answer.places and body.text.rstrip().endswith(G)
            )
            if not again and not answer.give(s):  # "答案:ABD.答案:AB" breaks off
                return Reading((), "torn")
        elif answer.places and s.strength >= Strength.TRUE:
            answer.change(s, lone=lone)
    if not answer.places:
        return None
    return Reading(tuple(sorted(answer.places)), _RULES[answer.strength])
