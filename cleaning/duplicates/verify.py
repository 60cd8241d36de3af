"""Two candidates: one question, or two that look alike? The decision, with its reason in words.

Kinds: `exact` and `near` are copies; `conflict` is one question with two keys; `variant` has the
stem but other options; `flip` was turned into another question; `orphan` speaks of a case that is
missing; `review` is for a person. `sibling` (one case, two questions) comes from edges.py.
"""

from dataclasses import dataclass

from rapidfuzz import fuzz

from cleaning.duplicates.settings import DuplicateSettings
from cpsyexam.text import shared_ends
from wording import edit_class
from wording.edit_class import Attested, Edit
from wording.leak_similarity import stands_in

_REWORDED = 55  # percent


@dataclass(frozen=True, slots=True)
class Match:
    """Options of two questions matched one to one."""

    pairs: dict[str, str]  # left option → right option
    equal: bool  # every option has its equal, letter for letter
    left_over: tuple[str, ...]
    right_over: tuple[str, ...]

    @property
    def missing(self) -> int:
        """How many options of the longer list have no partner."""
        return max(len(self.left_over), len(self.right_over))

    def words(self) -> str:
        """The options without a partner, to be read."""
        return f"{' / '.join(self.left_over) or '∅'} → {' / '.join(self.right_over) or '∅'}"


def match(left: list[str], right: list[str], attested: Attested, floor: float) -> Match:
    """Match options: equal ones first, then those as alike as `floor` with no guarded edit.

    What all options of a question begin or end with may stand in its stem as well, so lists are
    also compared without it: 独立性 / 主动性 and 教育的独立性 / 教育的主动性.
    """
    found = _match(left, right, attested, floor)
    if not found.missing:
        return found
    one, two = _own(left), _own(right)
    if not len(left) == len(right) == len(set(one)) or set(one) != set(two):
        return found
    at = dict(zip(two, right, strict=True))
    pairs = {option: at[text] for text, option in zip(one, left, strict=True)}
    return Match(pairs, equal=False, left_over=(), right_over=())


def _own(options: list[str]) -> list[str]:
    """Options without what they all begin and end with."""
    head, tail = shared_ends(options)
    return [option[head : len(option) - tail] for option in options]


def _match(left: list[str], right: list[str], attested: Attested, floor: float) -> Match:
    equal = set(left) & set(right)
    pairs = {option: option for option in equal}
    rest = [option for option in dict.fromkeys(left) if option not in equal]
    others = [option for option in dict.fromkeys(right) if option not in equal]
    whole = not rest and not others
    ranked = sorted(
        ((fuzz.ratio(a, b) / 100, a, b) for a in rest for b in others),
        key=lambda t: (-t[0], sorted(t[1:])),  # the same from either side
    )
    for ratio, a, b in ranked:
        if ratio < floor:
            break
        if a in pairs or b not in others:
            continue
        if edit_class.judge(a, b, attested).weight <= edit_class.INSERTION:
            pairs[a] = b
            others.remove(b)
    left_over = tuple(option for option in rest if option not in pairs)
    return Match(pairs, whole, left_over, tuple(others))


def reworded(left: frozenset[str], right: frozenset[str], matched: Match) -> bool:
    """Whether the keys agree once the one option left over on each side is taken for the same.

    情景 and 情境, 感情交流阶段 and 情感交流阶段: other words, or the same in another order.
    """
    if len(matched.left_over) != 1 or len(matched.right_over) != 1:
        return False
    one, two = matched.left_over[0], matched.right_over[0]
    if fuzz.ratio(one, two) < _REWORDED:
        return False
    if edit_class.judge(one, two, _unknown).weight == edit_class.GUARD:
        return False
    return frozenset({**matched.pairs, one: two}.get(o, o) for o in left) == right


def _unknown(_: str) -> bool:
    return False


def keys_agree(left: frozenset[str], right: frozenset[str], matched: Match) -> bool | None:
    """Whether the right answers are the same options; None where a key is missing."""
    if not left or not right:
        return None
    return frozenset(matched.pairs.get(option, option) for option in left) == right


NO_CASE = -1
_SHOWN = 0.75  # pairs less alike are neither flips nor reviews, only other questions
_SURE = 0.8
_GENERIC = 10  # characters of a stem that may stand over any options
_SPLIT_OTHERWISE = 90  # percent
_LONG = 16  # characters of a question that says enough for `rescue_long`
_TEXT_ALIKE = 0.6  # reference answers


@dataclass(slots=True)
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


@dataclass(slots=True)
class _Evidence:
    edit: Edit  # of the questions
    ratio: float  # of the questions, 0 to 1
    length: int  # of the shorter question
    matched: Match
    agree: bool | None  # the keys; None where one is unknown


def verify(
    left: Side, right: Side, attested: Attested, settings: DuplicateSettings
) -> Verdict | None:
    """What a pair of candidates is; None for two questions that need no notice.

    The same kind either way round.
    """
    other_case = NO_CASE not in (left.case, right.case) and left.case != right.case
    if other_case or bool(left.given) != bool(right.given):
        return None
    edit = edit_class.judge(left.question, right.question, attested)
    ratio = fuzz.ratio(left.question, right.question) / 100
    if not left.given:
        return _open(left, right, edit, ratio)
    same = edit.weight <= edit_class.FUNCTION
    floor = settings.option_ratio_same if same else settings.option_ratio
    matched = match(left.given, right.given, attested, floor)
    agree = keys_agree(left.key, right.key, matched)
    length = min(len(left.question), len(right.question))
    seen = _Evidence(edit, ratio, length, matched, agree)
    if told := _in_one_another(left, right, seen):
        return told
    torn = left.case != right.case or (left.orphan and right.orphan)
    if torn and (matched.missing or agree is False):
        said = f"case missing; options {matched.words()}"
        return Verdict("orphan", said) if edit.weight <= edit_class.FUNCTION else None
    if edit.weight >= edit_class.ADDITION:
        return _guarded(seen) if edit.weight == edit_class.GUARD else _reworded(seen, settings)
    return _same(left, right, seen)


def _in_one_another(left: Side, right: Side, seen: _Evidence) -> Verdict | None:
    """What two questions are of which one stands in the other, over one set of options."""
    if _split_otherwise(left, right, seen):
        whole = left.question.endswith(right.question) or right.question.endswith(left.question)
        kind = "near" if seen.agree and whole else "review"
        return Verdict(kind, "one case, one set of options: the question split otherwise")
    if kind := _labelled(left, right, seen):
        return Verdict(kind, "the question stands whole in the other, over the same options")
    return None


def _split_otherwise(left: Side, right: Side, seen: _Evidence) -> bool:
    """One case and one set of options, and one question lies in the other."""
    return (
        left.case == right.case != NO_CASE
        and seen.matched.equal
        and seen.agree is not False
        and seen.edit.weight >= edit_class.WORD
        and fuzz.partial_ratio(left.question, right.question) >= _SPLIT_OTHERWISE
    )


def _labelled(left: Side, right: Side, seen: _Evidence) -> str:
    """What a question and its copy with something before or behind it are, "" for others: a number
    there is that of a paper, and changes nothing.
    """
    within = stands_in(left.question, right.question, _GENERIC)
    if not (seen.matched.equal and within):
        return ""
    if seen.agree is False and seen.length >= _LONG:
        return "conflict"
    return "near" if seen.agree else ""


def _same(left: Side, right: Side, seen: _Evidence) -> Verdict | None:
    """The questions say the same; the options and keys decide."""
    if seen.matched.missing == 0:
        return _same_options(left, right, seen)
    said = seen.matched.words()
    if seen.matched.missing == 1 and min(len(left.given), len(right.given)) > 2:
        if seen.agree is False and reworded(left.key, right.key, seen.matched):
            kind = "near" if seen.edit.weight <= edit_class.FUNCTION else "review"
            return Verdict(kind, f"the right option reads otherwise: {said}")
        if seen.agree is False:
            return Verdict("variant", f"option and key differ: {said}")
        sure = seen.agree or seen.edit.weight <= edit_class.NOISE
        words = f"one option differs: {said}"
        return Verdict("near", words) if sure else Verdict("review", f"{words}; {seen.edit.words}")
    generic = not seen.matched.pairs and seen.length < _GENERIC
    if not generic and (seen.edit.weight <= edit_class.NOISE or seen.matched.pairs):
        return Verdict("variant", f"options differ: {said}")
    return None


def _same_options(left: Side, right: Side, seen: _Evidence) -> Verdict:
    edit = seen.edit
    if seen.agree is False:
        if edit.weight <= edit_class.FUNCTION:
            return Verdict("conflict", "same question, other key")
        return Verdict("review", f"keys differ; {edit.words}")
    if edit.weight == edit_class.INSERTION and seen.agree is None:
        return Verdict("review", edit.words)  # an added word may be what is asked
    if edit.weight == edit_class.SAME and seen.matched.equal:
        bare = left.case == right.case == NO_CASE
        return Verdict("exact", "same text") if bare else Verdict("near", "case differs a little")
    return Verdict("near", edit.words or "options written otherwise")


def _guarded(seen: _Evidence) -> Verdict | None:
    """A number, a negation or an opposite stands between them."""
    if seen.matched.missing > 1 or seen.ratio < _SHOWN:
        return None
    # one set of options and one key speak for a misread number
    doubtful = seen.edit.words.startswith("number") and seen.matched.equal and seen.agree
    return Verdict("review" if doubtful else "flip", seen.edit.words)


def _reworded(seen: _Evidence, settings: DuplicateSettings) -> Verdict | None:
    """A word is another one, or stands elsewhere."""
    edit, ratio = seen.edit, seen.ratio
    if seen.matched.missing > 1 or ratio < settings.floor:
        return None
    long = seen.length >= _LONG
    enough = settings.rescue_long if long else settings.rescue_ratio
    if seen.matched.missing == 0 and seen.agree:
        sure = ratio >= enough or edit.weight == edit_class.ADDITION
        return Verdict("near" if sure else "review", f"same options and key; {edit.words}")
    if long and seen.agree and (ratio >= enough or edit.weight == edit_class.ADDITION):
        return Verdict(
            "near", f"same key, one option differs: {seen.matched.words()}; {edit.words}"
        )
    if seen.agree is False:
        return Verdict("flip", edit.words) if ratio >= _SHOWN else None
    return Verdict("review", edit.words) if ratio >= _SURE else None


def _open(left: Side, right: Side, edit: Edit, ratio: float) -> Verdict | None:
    """Questions without options: the model answers speak where the wording is in doubt."""
    if edit.weight <= edit_class.FUNCTION:
        kind = "exact" if edit.weight == edit_class.SAME else "near"
        return Verdict(kind, edit.words or "same text")
    if edit.weight == edit_class.GUARD:
        return Verdict("flip", edit.words) if ratio >= _SHOWN else None
    known = left.reference and right.reference
    answers = fuzz.ratio(left.reference, right.reference) / 100 if known else 0.0
    if edit.weight <= edit_class.INSERTION and answers >= _TEXT_ALIKE:
        return Verdict("near", edit.words)
    if edit.weight <= edit_class.NOISE or answers >= _SURE or ratio >= _SURE:
        return Verdict("review", edit.words)
    return None
