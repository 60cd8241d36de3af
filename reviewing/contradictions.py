"""Which decisions are in force, and which cannot be in force together.

A later decision supersedes those that it names. What reviewers agreed on against a decision that
was in force is kept with the digests of what overruled it, and is never in force.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NoReturn

from cpsyexam.errors import ConfigError
from reviewing.decisions import Decision, Filed

_STAYS = frozenset({"accept", "correct", "restore", "which_key"})


def standing(filed: Sequence[Filed]) -> list[Filed]:
    """Decisions in force, for a build.

    Raises ConfigError where a decision supersedes one that is not there, or where some that are in
    force contradict each other on one question: all of them are shown.
    """
    left = in_force(filed)
    by_question: dict[str, list[Filed]] = defaultdict(list)
    for one in left:
        by_question[one.decision.was].append(one)
    for same in by_question.values():
        if at_odds := [one for one in same if against(one.decision, same)]:
            _stop(at_odds)
    return left


def in_force(filed: Sequence[Filed]) -> list[Filed]:
    """Decisions that no later one supersedes and none overruled, contradictory ones too.

    Raises ConfigError where one supersedes a decision that is not there.
    """
    known = {one.digest for one in filed}
    for one in filed:
        if lost := set(one.decision.supersedes) - known:
            raise ConfigError(
                f"supersedes a decision that is not there: {min(lost)[:12]}",
                where=one.place,
                remedy="name the digest of a line of a decision file",
            )
    gone = {earlier for one in filed for earlier in one.decision.supersedes}
    return [one for one in filed if one.digest not in gone and not one.decision.overruled]


def against(decision: Decision, left: Sequence[Filed]) -> list[Filed]:
    """Those of the decisions in force that say something else about the same question."""
    same = (one for one in left if one.decision.was == decision.was)
    return [one for one in same if _differ(decision, one.decision)]


def refuse_against(decision: Decision, filed: Sequence[Filed]) -> None:
    """Raise ConfigError where a new decision says something else than one that is in force, and
    does not supersede it; or supersedes one about another question.
    """
    named = [one for one in filed if one.digest in decision.supersedes]
    for one in named:
        if one.decision.id != decision.id and one.decision.printed != decision.printed:
            raise ConfigError(
                f"decision {one.digest[:12]} is about {one.decision.id}",
                where=decision.id,
                remedy="--supersedes takes a decision on the same question",
            )
    left = [one for one in in_force(filed) if one not in named]
    if odd := against(decision, left):
        raise ConfigError(
            f"decided otherwise: {'; '.join(map(_said, odd))}",
            where=decision.id,
            remedy=f"to overrule that, give the same with {superseding([*named, *odd])}",
        )


def superseding(filed: Sequence[Filed]) -> str:
    """The options of `decide` that make these decisions fall."""
    return " ".join(f"--supersedes {one.digest[:12]}" for one in filed)


def _said(filed: Filed, *, values: bool = False) -> str:
    """Who decided what, when and where, for messages; without values no text of the question."""
    one = filed.decision
    fields = (f"{k} = {v}" if values else k for k, v in one.patch.fields().items())
    told = f"{one.by} {one.when[:10]}: {one.verdict} {', '.join(fields)}".rstrip()
    return f"{told} ({filed.place})"


def _stop(odd: Sequence[Filed]) -> NoReturn:
    name = odd[0].decision.id
    every = "; ".join(_said(one, values=True) for one in odd)
    raise ConfigError(
        f"decisions on {name} contradict each other: {every}",
        remedy=f"decide once more, in place of all: cpsyexam decide {name} … {superseding(odd)}",
    )


def _differ(one: Decision, other: Decision) -> bool:
    """Whether two decisions cannot both be in force."""
    verdicts = {one.verdict, other.verdict}
    if "reject" in verdicts and verdicts & _STAYS:
        return True
    first, second = _changes(one), _changes(other)
    if any(first[field] != second[field] for field in first.keys() & second.keys()):
        return True
    # who accepts a key or text does not go with who changes it
    changed = verdicts & {"correct", "which_key"}
    return "accept" in verdicts and bool(changed) and any(map(_alters, (one, other)))


def _alters(one: Decision) -> bool:
    """Whether a decision changes a text, or the key to another than was seen."""
    key = one.patch.key
    return bool(_changes(one).keys() - {"key"}) or (
        key is not None and set(key) != set(one.saw.key)
    )


def _changes(one: Decision) -> dict[str, object]:
    key = one.patch.key
    return one.patch.fields() | ({"key": sorted(key)} if key is not None else {})
