"""Figures of progress and agreement."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from cpsyexam.files import write_json
from reviewing.agreement import FIELDS, Agreement, agreement, by_reviewer, interval
from reviewing.board import Board
from reviewing.consensus import ASKED, settle
from reviewing.desk import Desk, Slip
from reviewing.filing import Report, file_agreed
from reviewing.gold import finding
from reviewing.opinions import Opinion
from reviewing.settings import FIGURES

_WRONG = ("change", "reject")


@dataclass(frozen=True)
class Control:
    """What the control sample says about what nobody flagged."""

    total: int
    settled: int
    errors: int
    low: float
    high: float
    reviewers: int  # who judged the settled ones

    @property
    def rate(self) -> float:
        """Share of the settled ones with an error; 0 of none."""
        return self.errors / self.settled if self.settled else 0.0


@dataclass(frozen=True)
class Person:
    """One reviewer's figures."""

    name: str
    opinions: int
    seconds: float
    agreement: Agreement
    gold: int  # known items that were judged rightly
    golds: int

    @property
    def hourly(self) -> float:
        """Items in an hour at the usual pace."""
        return 3600 / self.seconds if self.seconds else 0.0


@dataclass(frozen=True)
class Figures:
    """All that the progress page, the card and the command show."""

    kinds: list[tuple[str, int, int, int]]  # kind, items (past ones too), agreed, in dispute
    fields: list[tuple[str, Agreement]]
    people: list[Person]
    control: Control
    late: int  # opinions given or changed after others' were seen; they count for nothing else
    chairs: int  # last words of chairs, who read all
    wanted: int  # opinions that are asked for at least, before all is settled or in dispute

    @property
    def hours(self) -> float:
        """What is wanted at the usual pace of those who reviewed; 0 before anybody did."""
        paces = [person.seconds for person in self.people if person.seconds]
        return self.wanted * median(paces) / 3600 if paces else 0.0


def figures(desk: Desk, board: Board) -> Figures:
    """Count. Gold items and opinions about questions that have changed do not count for α."""
    every = dict(desk.counts("kind"))
    agreed: Counter[str] = Counter()
    disputed: Counter[str] = Counter()
    votes: dict[str, list[Opinion]] = {}
    golds: list[tuple[Slip, list[Opinion]]] = []
    control: Counter[str] = Counter()
    judges: set[str] = set()
    wanted = sum(ASKED[policy] * number for policy, number in desk.policies().items())
    for slip, said in (*board.all_votes(), *board.past_votes()):
        outcome = board.outcome(slip) if slip.rank else settle(said, slip.policy)
        wanted -= ASKED[slip.policy] - outcome.wants if slip.rank else 0
        kinds = set(slip.shown_kinds)
        for kind in kinds if not slip.rank else ():  # agreed on, and out of the queue since
            every[kind] = every.get(kind, 0) + 1
        agreed.update(kinds if outcome.state == "agreed" else ())
        disputed.update(kinds if outcome.state == "dispute" else ())
        if slip.gold:
            known = slip.rank and outcome.state != "dispute"  # what is doubted measures nobody
            if known and finding(outcome, desk.payload(slip.rank)) is None:
                golds.append((slip, said))
            continue
        if slip.form in ("compare", "grade"):  # measures, not judgements of a question
            continue
        votes[slip.item] = said
        if not all("control" in one.kinds for one in said):  # asked for another reason
            continue
        control["past"] += not slip.rank
        if outcome.state == "agreed" and outcome.said:
            judges.update(one.by for one in said)
            control["settled"] += 1
            control["errors"] += outcome.said.verdict in _WRONG
    low, high = interval(control["errors"], control["settled"])
    return Figures(
        kinds=[(kind, number, agreed[kind], disputed[kind]) for kind, number in every.items()],
        fields=[(field, agreement(votes, field)) for field in FIELDS],
        people=_people(desk, board, votes, golds),
        control=Control(
            desk.routine() + control["past"],
            control["settled"],
            control["errors"],
            low,
            high,
            len(judges),
        ),
        late=sum(vote.seen_others for said in votes.values() for vote in said),
        chairs=sum(vote.chair for said in votes.values() for vote in said),
        wanted=wanted,
    )


def _people(
    desk: Desk,
    board: Board,
    votes: dict[str, list[Opinion]],
    golds: list[tuple[Slip, list[Opinion]]],
) -> list[Person]:
    said = by_reviewer(one for some in votes.values() for one in some)
    known: dict[str, list[bool]] = {}
    for slip, some in golds:
        truth = desk.payload(slip.rank)
        for one in (vote for vote in some if not vote.seen_others):
            known.setdefault(one.by, []).append(_right(one, truth))
    return [
        Person(
            name,
            len(said.get(name, [])) + len(known.get(name, [])),
            median([one.seconds for one in said[name]]) if said.get(name) else 0.0,
            agreement(votes, "verdict", name),
            sum(known.get(name, [])),
            len(known.get(name, [])),
        )
        for name in board.reviewers
    ]


def _right(said: Opinion, payload: dict[str, Any]) -> bool:
    """Whether an opinion about a known item is right: the planted key found and named."""
    if payload["gold"]["how"] == "good":
        return said.verdict == "accept"
    options = payload["question"]["printed"]["options"]
    true = {options[i] for i in payload["gold"]["key"]}
    return said.verdict == "change" and set(said.fields.key or ()) == true


def summary(found: Figures) -> dict[str, Any]:
    """What a release tells of the review: no names."""
    control = found.control
    return {
        "reviewers": len(found.people),
        "opinions": sum(person.opinions for person in found.people),
        "late": found.late,
        "chairs": found.chairs,
        "agreement": {
            field: {
                "alpha": None if one.alpha is None else round(one.alpha, 3),
                "percent": None if one.percent is None else round(one.percent, 3),
                "pairs": one.pairs,
            }
            for field, one in found.fields
        },
        "control": {
            "total": control.total,
            "settled": control.settled,
            "errors": control.errors,
            "low": round(control.low, 4),
            "high": round(control.high, 4),
            "reviewers": control.reviewers,
        },
        "gold": {
            "right": sum(person.gold for person in found.people),
            "all": sum(person.golds for person in found.people),
        },
    }


def settle_all(desk: Desk, board: Board, decisions: Path) -> Report:
    """Write what is agreed to the decisions, and beside them how the review went."""
    report = file_agreed(board, desk, decisions)
    write_json(decisions / FIGURES, summary(figures(desk, board)))
    return report
