"""Two candidates: one question, or two that look alike? The decision, with its reason in words.

Kinds: `exact` and `near` are copies; `conflict` is one question with two keys; `variant` has the
stem but other options; `flip` was turned into another question; `orphan` speaks of a case that is
missing; `review` is for a person. `sibling` (one case, two questions) comes from cases.py.
"""

from dataclasses import dataclass

from rapidfuzz import fuzz

from cleaning.duplicates import options, wording
from cleaning.duplicates.settings import DuplicateSettings
from cleaning.duplicates.wording import Attested, Edit

NO_CASE = -1
_SHOWN = 0.75  # pairs less alike are neither flips nor reviews, only other questions
_SURE = 0.8
_GENERIC = 10  # characters of a stem that may stand over any options
_SPLIT_OTHERWISE = 90  # percent
_TEXT_ALIKE = 0.6  # reference answers


@dataclass(frozen=True, slots=True)
class Side:
    """A question as it is compared."""

    question: str
    given: list[str]
    key: frozenset[str]  # texts of the right options, empty where unknown
    case: int
    orphan: bool
    reference: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a pair is, and why."""

    kind: str
    reason: str


def verify(
    left: Side, right: Side, attested: Attested, settings: DuplicateSettings
) -> Verdict | None:
    """What a pair of candidates is; None for two questions that need no notice."""
    if bool(left.given) != bool(right.given):
        return None
    if NO_CASE not in (left.case, right.case) and left.case != right.case:
        return None
    edit = wording.judge(left.question, right.question, attested)
    ratio = fuzz.ratio(left.question, right.question) / 100
    if not left.given:
        return _open(left, right, edit, ratio)
    matched = options.match(left.given, right.given, attested, settings.option_ratio)
    agree = options.keys_agree(left.key, right.key, matched)
    if (
        left.case == right.case != NO_CASE
        and matched.equal
        and agree is not False
        and (
            edit.weight >= wording.WORD
            and fuzz.partial_ratio(left.question, right.question) >= _SPLIT_OTHERWISE
        )
    ):
        whole = left.question.endswith(right.question) or right.question.endswith(left.question)
        kind = "near" if agree and whole else "review"
        return Verdict(kind, "one case, one set of options: the question split otherwise")
    torn = left.case != right.case or (left.orphan and right.orphan)
    if torn and (matched.missing or agree is False):
        said = f"case missing; options {matched.words()}"
        return Verdict("orphan", said) if edit.weight <= wording.FUNCTION else None
    if edit.weight == wording.GUARD:
        alike = matched.missing <= 1 and ratio >= _SHOWN
        return Verdict("flip", edit.words) if alike else None
    if edit.weight >= wording.ADDITION:
        return _reworded(edit, ratio, matched, agree, settings)
    return _same(left, right, edit, matched, agree)


def _same(
    left: Side, right: Side, edit: Edit, matched: options.Match, agree: bool | None
) -> Verdict | None:
    """The questions say the same; the options and keys decide."""
    count = len(left.given)
    if matched.missing == 0:
        if agree is False:
            if edit.weight <= wording.FUNCTION:
                return Verdict("conflict", "same question, other key")
            return Verdict("review", f"keys differ; {edit.words}")
        if edit.weight == wording.SAME and matched.equal:
            bare = left.case == right.case == NO_CASE
            return (
                Verdict("exact", "same text") if bare else Verdict("near", "case differs a little")
            )
        return Verdict("near", edit.words or "options written otherwise")
    if matched.missing == 1 and count > 2:
        if agree is False:
            return Verdict("variant", f"option and key differ: {matched.words()}")
        if agree or edit.weight <= wording.NOISE:
            return Verdict("near", f"one option differs: {matched.words()}")
        return Verdict("review", f"one option differs: {matched.words()}; {edit.words}")
    if not matched.pairs and len(left.question) < _GENERIC:
        return None
    if edit.weight <= wording.NOISE or matched.pairs:
        return Verdict("variant", f"options differ: {matched.words()}")
    return None


def _reworded(
    edit: Edit,
    ratio: float,
    matched: options.Match,
    agree: bool | None,
    settings: DuplicateSettings,
) -> Verdict | None:
    """A word is another one, or stands elsewhere."""
    if matched.missing > 1 or ratio < settings.floor:
        return None
    if matched.missing == 0 and agree and edit.weight != wording.ORDER:
        if ratio >= settings.rescue_ratio or edit.weight == wording.ADDITION:
            return Verdict("near", f"same options and key; {edit.words}")
        return Verdict("review", f"same options and key; {edit.words}")
    if agree is False:
        return Verdict("flip", edit.words) if ratio >= _SHOWN else None
    if ratio >= _SURE:
        return Verdict("review", edit.words)
    return None


def _open(left: Side, right: Side, edit: Edit, ratio: float) -> Verdict | None:
    """Questions without options: the model answers speak where the wording is in doubt."""
    if edit.weight <= wording.FUNCTION:
        return Verdict(
            "exact" if edit.weight == wording.SAME else "near", edit.words or "same text"
        )
    known = left.reference and right.reference
    answers = fuzz.ratio(left.reference, right.reference) / 100 if known else 0.0
    if edit.weight == wording.GUARD:
        return Verdict("flip", edit.words) if ratio >= _SHOWN else None
    if edit.weight <= wording.INSERTION and answers >= _TEXT_ALIKE:
        return Verdict("near", edit.words)
    if edit.weight <= wording.NOISE or answers >= _SURE or ratio >= _SURE:
        return Verdict("review", edit.words)
    return None
