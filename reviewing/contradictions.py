"""Which decisions stand, and which contradict each other."""

from collections import defaultdict
from collections.abc import Sequence

from cpsyexam.errors import ConfigError
from reviewing.decisions import Filed

_STAYS = frozenset({"accept", "correct", "restore", "which_key"})


def standing(filed: Sequence[Filed]) -> list[Filed]:
    """Decisions that no later one supersedes.

    Raises ConfigError where a decision supersedes one that is not there, or where two that stand
    contradict each other on one question: both are shown.
    """
    known = {one.digest for one in filed}
    gone = set()
    for one in filed:
        earlier = one.decision.supersedes
        if earlier and earlier not in known:
            raise ConfigError(
                f"supersedes a decision that is not there: {earlier[:12]}",
                where=one.place,
                remedy="name the digest of a line of a decision file",
            )
        gone.add(earlier)
    left = [one for one in filed if one.digest not in gone]
    _check(left)
    return left


def _check(standing_: Sequence[Filed]) -> None:
    by_question: dict[str, list[Filed]] = defaultdict(list)
    for one in standing_:
        by_question[one.decision.was].append(one)
    for same in by_question.values():
        for i, one in enumerate(same):
            for other in same[i + 1 :]:
                what = _against(one, other)
                if what:
                    raise ConfigError(
                        f"two decisions contradict each other on {one.decision.id} ({what}): "
                        f"{_said(one)}; {_said(other)}",
                        where=f"{one.place}, {other.place}",
                        remedy=f"decide again with --supersedes {other.digest[:12]}",
                    )


def _against(one: Filed, other: Filed) -> str:
    """What two decisions say differently; "" where they go together."""
    verdicts = {one.decision.verdict, other.decision.verdict}
    if "reject" in verdicts and verdicts & _STAYS:
        return "reject against " + ", ".join(sorted(verdicts & _STAYS))
    first, second = (_changes(f) for f in (one, other))
    for field in sorted(first.keys() & second.keys()):
        if first[field] != second[field]:
            return field
    kept = {"accept"} & verdicts
    changed = verdicts & {"correct", "which_key"}
    return "accept against a change" if kept and changed and _alters(one, other) else ""


def _alters(one: Filed, other: Filed) -> bool:
    """Whether one of them changes a key or text that the other accepts as it is."""
    return any(_changes(f).keys() - {"key"} or _new_key(f) for f in (one, other))


def _new_key(filed: Filed) -> bool:
    key = filed.decision.patch.key
    return key is not None and set(key) != set(filed.decision.saw.key)


def _changes(filed: Filed) -> dict[str, object]:
    fields = filed.decision.patch.fields()
    key = filed.decision.patch.key
    return fields | ({"key": sorted(key)} if key is not None else {})


def _said(filed: Filed) -> str:
    decision = filed.decision
    fields = ", ".join(f"{name} = {value}" for name, value in decision.patch.fields().items())
    return f"{decision.by} {decision.when[:10]}: {decision.verdict} {fields}".rstrip()
