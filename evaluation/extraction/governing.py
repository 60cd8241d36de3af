"""What the words before and behind a list of options say of it."""

import re
from enum import IntEnum
from typing import NamedTuple

from evaluation.extraction import words
from evaluation.extraction.fitting import Target
from evaluation.extraction.places import SENTENCE, Place


class Strength(IntEnum):
    """How much a statement decides: it names, places, judges, chooses, or gives the answer."""

    NAMED = 0
    FITS = 1
    TRUE = 2
    CHOSEN = 3
    ANSWER = 4


class Verdict(NamedTuple):
    """`holds` is None where options are left open. `whole`: said of all of the answer at once."""

    strength: Strength
    holds: bool | None = None
    whole: bool = False
    fit: float = 0.0  # of a FITS: how well it fits the question's words


NOTHING = Verdict(Strength.NAMED)
GIVEN = Verdict(Strength.ANSWER, holds=True, whole=True)
CHOSEN = Verdict(Strength.CHOSEN, holds=True, whole=True)
NAMED = 0.5  # the fit of an option that a sentence ends with: …的是A。
COUNTED = 0.7  # the fit of a list that has as many as the reply says there are
_FAR = 400  # characters behind an option's name on its own line that may judge it
CLAUSE = re.compile(r"[,:()|]|——|--|→|=")
_CROSSES = "☐□❌✗✘×◯⚪⬜🔲◻👎🔴 "


def before(place: Place, target: Target) -> Verdict:
    """The verdict of the words before a list."""
    pre = place.pre
    if words.FALSE_ONES_BEFORE.search(pre):
        return GIVEN if target.denies else Verdict(Strength.TRUE, holds=False)
    if words.REFUSAL_BEFORE.search(pre):
        return Verdict(Strength.CHOSEN, holds=False)
    if found := words.ONES_BEFORE.search(pre):
        turned = target.denies and words.TRUE_ONES.fullmatch(found[0])
        return Verdict(Strength.TRUE, holds=False) if turned else GIVEN
    if _answers(place, target):
        return GIVEN
    if words.CHOICE_BEFORE.search(pre) or _concludes(place):
        return CHOSEN
    return _labelled(place, target)


def _answers(place: Place, target: Target) -> bool:
    """Whether a list is called the answer, and is not the subject of what follows: 回答:A是…"""
    found = words.ANSWER_BEFORE.search(place.pre)
    if not found or words.NOT_ANSWER.search(place.pre[: found.start()]):
        return False
    alone = place.body.named <= set(place.group.places) and (target.fit("", place.post) or 0) > 0.3
    return bool(alone or not words.PREDICATE.match(place.post))


def _concludes(place: Place) -> bool:
    if not words.ENDS_AFTER.match(place.post) or verdict(place.post):
        return False
    named = words.NAMES_BEFORE.search(place.pre) and words.SO.search(place.lead)
    once = place.final and place.body.text.count("对应") < 2  # …，对应选项B。
    so = named or words.SO_BEFORE.search(place.pre)
    so = so or (words.CORRESPONDS_BEFORE.search(place.pre) if once else None)
    return so is not None and (so[0][:1] not in "→⇒" or place.opens)


def _labelled(place: Place, target: Target) -> Verdict:
    """The verdict of a label or a sign in front: 是:A; ☑ A."""
    cell = words.CELL_BEFORE.search(place.pre) if place.opens else None
    if cell and (exact := words.EXACT.get(cell[1].lower())):
        return _of(exact, target)
    symbol = words.SYMBOL_BEFORE.search(place.pre) if place.body.ticked else None
    if symbol is None:
        return NOTHING
    sign = symbol["sign"] or symbol["box"]
    empty = not sign or sign in _CROSSES or (sign == "○" and "●" in place.body.text)
    return _of((symbol["sign"] is None or sign in "☑☐□", not empty), target)


def _of(exact: tuple[bool, bool], target: Target) -> Verdict:
    chooses, holds = exact
    if chooses:
        return Verdict(Strength.CHOSEN, holds)
    return Verdict(Strength.TRUE, holds != target.denies)


def behind(place: Place, target: Target) -> Verdict:
    """The verdict of the words behind a list; of one on a line of its own, of the lines below."""
    found = judged(place.pre, place.post, target, len(place.group.places))
    if found.strength > Strength.NAMED or not words.BARE.fullmatch(place.post):
        return found
    far = place.body.text[place.end : min(place.next, place.end + _FAR)]
    if place.next >= len(place.body.text):
        far = far.lstrip().split("\n\n")[0]
    for sentence in SENTENCE.split(far):
        made = judged("", sentence, target)
        found = made if made.strength >= max(found.strength, Strength.TRUE) else found
    return found


def judged(pre: str, post: str, target: Target, count: int = 0) -> Verdict:
    """The strongest verdict of words, of equals the last; else how they fit the question."""
    if best := verdict(post):
        turned = best.strength == Strength.TRUE and target.denies
        return best._replace(holds=best.holds != turned)
    fit = target.fit(pre, post)
    if count > 1 and words.counted(pre[-20:], post[:14]) == count and (fit is None or fit >= 0):
        fit = max(fit or 0.0, COUNTED)
    if (fit is None or 0 <= fit < NAMED) and words.NAMES_BEFORE.search(pre):
        fit = NAMED if words.ENDS_AFTER.match(post) else fit
    if fit is None:
        return NOTHING
    return Verdict(Strength.FITS, (fit > 0) != target.denies, fit=fit)


def verdict(text: str) -> Verdict | None:
    """What words behind options say of them: the strongest, of equals the last."""
    best: Verdict | None = None
    for clause in CLAUSE.split(text):
        made = _of_clause(clause)
        if made and (best is None or made.strength >= best.strength):
            best = made
    return best


def _of_clause(clause: str) -> Verdict | None:
    exact = words.EXACT.get(clause.strip(" \n*_;.,!\"'”“[]【】)").lower())
    if exact:
        return Verdict(Strength.CHOSEN if exact[0] else Strength.TRUE, exact[1])
    if set_aside(clause) or unsure(clause):
        return None
    if found := words.CHOICE_AFTER.search(clause):
        return Verdict(Strength.CHOSEN, found.lastgroup == "yes")
    told = words.TRUTH_AFTER.search(clause)
    return Verdict(Strength.TRUE, told.lastgroup == "yes") if told else None


def set_aside(lead: str) -> bool:
    """Whether what is said holds under a condition only, or is what others say."""
    if words.PROMPTS.search(lead) or words.UNSAID.search(lead):
        return True
    for pattern, skip in ((words.CONDITION, 2), (words.OTHERS_SAY, 0)):  # 如果题目问…
        ends = [match.end() for match in pattern.finditer(lead)]
        if ends and not words.HERE.search(lead, ends[-1] + skip):
            return bool(skip) or not words.NOW.search(lead, ends[-1])
    return False


def unsure(*near: str) -> bool:
    """Whether words doubt what they say."""
    text = " ".join(near)
    return bool(words.DOUBT.search(text)) and not words.LIKELY.search(text)
