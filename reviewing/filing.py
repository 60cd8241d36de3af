"""Agreed opinions → rows of the decisions files, which a rebuild applies. Nothing else is written.

One file, `review.jsonl`, for all that reviewers agreed on; a row names who agreed, why, by which
policy, and the item. What is filed already is not filed again; where the agreement changed, the new
row supersedes the old one. Against what somebody else decided it is kept as overruled, and told.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cpsyexam.errors import ConfigError
from cpsyexam.taxonomy import LETTERS
from reviewing import chained
from reviewing.board import Board
from reviewing.consensus import Outcome
from reviewing.contradictions import against, in_force, superseding
from reviewing.decisions import Decision, Filed, append, read
from reviewing.desk import Desk, Slip
from reviewing.gold import finding, misled
from reviewing.items import contested, key_of
from reviewing.opinions import Opinion
from reviewing.station.words import Words
from reviewing.target import Target
from reviewing.writing import FIELDS, PLACELESS, Said, decision

FILE = "review.jsonl"
_ITEM = re.compile(r"^review (i[0-9a-f]{12}), ")
Row = dict[str, Any]


@dataclass
class Report:
    """What was filed, how many were filed before, what cannot be, what is agreed no longer.

    Of `filed` some are `overruled`: kept beside the decisions against them, and not in force.
    """

    filed: list[Filed] = field(default_factory=list)
    overruled: list[tuple[Filed, list[Filed]]] = field(default_factory=list)
    same: int = 0
    refused: list[str] = field(default_factory=list)
    withdrawn: list[Filed] = field(default_factory=list)

    def lines(self, words: Words) -> list[str]:
        """What is overruled, by which decisions, and how it would be in force."""
        return [_told(words, filed.decision, odd) for filed, odd in self.overruled]


def file_agreed(board: Board, desk: Desk, folder: Path) -> Report:
    """Write the decisions of all items that are agreed on. Raises ConfigError for broken files."""
    report = Report()
    chained.mend(folder / FILE, Decision)
    every = read(sorted(folder.glob("*.jsonl")))
    left = in_force(every)
    mine = _mine(every, left)
    others = (one.decision for one in left if one.file.name != FILE)
    decided = {one.was for one in others if one.verdict != "label"}
    wanted: set[tuple[str, bool]] = set()
    for slip, votes in board.all_votes():
        reached = board.outcome(slip)
        if reached.state != "agreed":
            continue
        payload = desk.payload(slip.rank)
        settled = payload["question"]["was"] in decided  # what it comes to now matters to nobody
        if slip.gold and misled(reached, payload) and not settled:
            report.refused.append(
                f"{slip.item}: the key that was shown is not the printed one; whoever means it: "
                f"cpsyexam decide {payload['question']['id']} --key LETTERS"
            )
        outcome = finding(reached, payload) if slip.gold else reached
        if outcome is None or outcome.said is None:
            continue
        if before := _stands(slip, payload, outcome, mine):
            wanted |= before
            report.same += len(before)
            continue
        try:
            blind = sum(1 for vote in votes if vote.chair or not vote.seen_others)
            made = _decisions(slip, payload, outcome, blind)
        except ConfigError as error:
            report.refused += [] if settled else [f"{slip.item}: {error.line()}"]
            continue
        for one in made:
            key = (slip.item, one.verdict == "label")
            wanted.add(key)
            _file(one, mine.get(key), left, folder, report)
    report.withdrawn = [
        one for key, one in mine.items()
        if key not in wanted and one in left and desk.slip(key[0])
    ]  # fmt: skip
    return report


def _mine(every: Sequence[Filed], left: Sequence[Filed]) -> dict[tuple[str, bool], Filed]:
    """The station's own last decisions, in force or not, by item and whether about labels; of the
    overruled only those against which something is in force still.
    """
    found = {}
    for one in every:
        if one.decision.overruled and not against(one.decision, left):
            continue
        item = _ITEM.match(one.decision.evidence)
        if item and one.file.name == FILE:
            found[item[1], one.decision.verdict == "label"] = one
    return found


def _stands(
    slip: Slip, payload: Row, outcome: Outcome, mine: dict[tuple[str, bool], Filed]
) -> set[tuple[str, bool]]:
    """What is filed of an item about which nobody has said anything since; else nothing.

    A build on it may reject the question: made again, an opinion would be another verdict.
    """
    if payload["question"]["rule"] in PLACELESS:  # filed before such values were refused: told
        return set()
    by, when = _signed(outcome.backers)
    before = {key for key in ((slip.item, False), (slip.item, True)) if key in mine}
    olds = [mine[key].decision for key in before]
    return before if all((old.by, old.when) == (by, when) for old in olds) else set()


def _signed(backers: Sequence[Opinion]) -> tuple[str, str]:
    """Who said it, and when the last of them did."""
    return ", ".join(sorted(one.by for one in backers)), max(one.when for one in backers)


def _file(
    made: Decision, before: Filed | None, left: list[Filed], folder: Path, report: Report
) -> None:
    if before:
        old = before.decision
        if (old.verdict, old.patch, old.was) == (made.verdict, made.patch, made.was):
            report.same += 1
            return
        made = made.model_copy(update={"supersedes": (before.digest,)})
        left[:] = [one for one in left if one != before]
    odd = against(made, left)
    made = made.model_copy(update={"overruled": tuple(one.digest for one in odd)})
    filed = append(folder / FILE, made)
    report.filed.append(filed)
    if odd:
        report.overruled.append((filed, odd))
    else:
        left.append(filed)


def _told(words: Words, made: Decision, odd: Sequence[Filed]) -> str:
    by = []
    for at in odd:
        one = at.decision
        verdict = words("verdicts", one.verdict)
        by.append(words("decided_by").format(one.by, one.when[:10], verdict, at.file, at.line))
    command = f"cpsyexam decide {made.id} … {superseding(odd)}"
    return words("overruled").format(
        made.id, words("verdicts", made.verdict), ", ".join(by), command
    )


def _decisions(slip: Slip, payload: Row, outcome: Outcome, votes: int) -> list[Decision]:
    opinion = outcome.said
    if opinion is None or slip.form not in ("check", "pair") or opinion.verdict == "different":
        return []
    question = _other(payload, opinion) if opinion.verdict == "same" else payload["question"]
    target = target_of(question)
    policy = "settled by a chair" if opinion.chair else f"policy {slip.policy}"
    backers = outcome.backers
    seen = ", ".join(sorted({one.saw for one in backers} - {""})) or "text"
    by, when = _signed(backers)
    known = {
        "by": by,
        "when": when,
        "why": _why(slip, payload, backers),
        "evidence": f"review {slip.item}, {policy}, {len(backers)} of {votes}; seen: {seen}",
    }
    return [decision(target, said, **known) for said in _said(opinion, target)]


def _other(payload: Row, opinion: Opinion) -> Row:
    """The one of a pair that goes: the second, or the one whose key is not right."""
    first, second = payload["question"], payload["other"]
    if not contested(payload):
        return dict(second)
    key = set(opinion.fields.key or ())
    if key == set(key_of(second)):
        return dict(first)
    if key == set(key_of(first)):
        return dict(second)
    raise ConfigError(
        "their keys differ, and nobody said whose is right",
        where=f"{first['id']} and {second['id']}",
        remedy="take the opinions back and say it",
    )


def _why(slip: Slip, payload: Row, backers: Sequence[Opinion]) -> str:
    words = Words("en")
    reasons: dict[str, list[str]] = {}
    for one in backers:
        faults = ", ".join(words("checks", check) for check in one.checks)
        if reason := "; ".join(filter(None, (one.note, faults))):
            reasons.setdefault(reason, []).append(one.by)
    # whose each is, where there are several: who decided stands beside them in any case
    told = [
        f"{', '.join(by)}: {text}" if len(reasons) > 1 else text for text, by in reasons.items()
    ]
    if backers[0].verdict == "same":
        gone = _other(payload, backers[0])
        kept = (
            payload["question"]
            if gone["raw_id"] == payload["other"]["raw_id"]
            else payload["other"]
        )
        right = " / ".join(backers[0].fields.key or ())
        told.insert(
            0,
            f"same question as {kept['raw_id']}" + (right and f", where the key is right: {right}"),
        )
    kinds = ", ".join(words("kinds", kind) for kind in slip.shown_kinds)
    return " | ".join(told) or f"looked at ({kinds}): right as it stands"


def _said(opinion: Opinion, target: Target) -> list[Said]:
    fields = opinion.fields.fields()
    if opinion.verdict in ("reject", "same"):
        return [Said(verdict="reject")]
    if opinion.verdict == "accept":
        return [Said(verdict="restore" if target.rule else "accept")]
    labels: dict[str, str] = {
        name: str(text) for name, text in fields.items() if name in ("task", "category")
    }
    texts = {name: str(text) for name, text in fields.items() if name in FIELDS}
    options = opinion.fields.options or {}
    for old, new in options.items():
        printed = target.row["options"]
        if old and old not in printed:
            raise ConfigError(f"no option {old!r}", where=target.id)
        texts[LETTERS[printed.index(old) if old in printed else len(printed)]] = new
    found = []
    if texts or opinion.fields.key is not None:
        found.append(Said(key=opinion.fields.key or (), fields=texts))
    if labels:
        found.append(Said(labels=labels))
    return found


def target_of(question: Row) -> Target:
    """The question of an item as `writing` takes it; letters are those of the printed order."""
    row = question["printed"] | {name: question[name] for name in ("raw_id", "exam", "subject")}
    return Target(
        row=row,
        id=question["id"],
        printed=question["printed_id"],
        order=tuple(range(len(row["options"]))),
        rule=question["rule"],
        copies=tuple(question["copies"]),
    )
