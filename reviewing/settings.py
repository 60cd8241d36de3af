"""The recipe's table `[review]`, and what the queue takes from it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from cpsyexam.config import Settings
from reviewing.kinds import KINDS, Policy

FIGURES = "review.json"  # beside the decisions: how the review went, without names
ALL = "all"


def _of_kinds(chosen: Mapping[str, Policy]) -> Mapping[str, Policy]:
    known = [kind.name for kind in KINDS if kind.name != "gold"]
    odd = sorted(chosen.keys() - {ALL, *known})
    if odd:
        raise ValueError(f"no queue {odd[0]!r}; queues: {', '.join((ALL, *known))}")
    return chosen


Policies = Annotated[Mapping[str, Policy], AfterValidator(_of_kinds)]


def policies(chosen: Mapping[str, Policy]) -> dict[str, Policy]:
    """Who must agree, by kind: as chosen for it, else for `all`, else the kind's own."""
    return {kind.name: chosen.get(kind.name) or chosen.get(ALL) or kind.policy for kind in KINDS}


class QueueSettings(Settings):
    """What goes into the queue. Shares are of the unflagged questions, 0 to 1."""

    control: float = Field(default=0.05, ge=0, le=1)
    gold: float = Field(default=0.02, ge=0, le=1)
    graded: int = Field(default=20, ge=0)  # open questions of which all models' answers are marked
    seed: str = "cpsyexam"
    policy: Policies = Field(default_factory=dict)  # by kind, where they differ from the kinds' own
    known: tuple[Path, ...] = ()  # releases and banks whose like questions are shown
    reserve: bool = False  # whether reserved questions are shown


class ReviewSettings(Settings):
    """Where the decisions stand, and what reviewers are asked. Paths: as you run."""

    decisions: Path = Path("decisions")  # a folder of .jsonl files, or one file; may be missing
    policy: Policies = Field(default_factory=dict)  # queue (or all) → one, two, three must agree
    control: float = Field(default=0.05, ge=0, le=1)  # share of unflagged questions that people see
    gold: float = Field(default=0.02, ge=0, le=1)  # share of questions that measure the reviewers
    known: tuple[Path, ...] = ()  # releases and banks whose like questions reviewers see

    def files(self) -> tuple[Path, ...]:
        """The decision files, by name."""
        place = self.decisions
        if place.is_dir():
            return tuple(sorted(place.glob("*.jsonl")))
        return (place,) if place.is_file() else ()

    def figures(self) -> Path | None:
        """The file of the review's figures, None where there is none."""
        file = self.decisions / FIGURES
        return file if file.is_file() else None

    def outside_files(self) -> tuple[Path, ...]:
        """Decision files and figures."""
        figures = self.figures()
        return (*self.files(), *((figures,) if figures else ()))

    def queue(self) -> QueueSettings:
        """What the recipe says of the queue."""
        return QueueSettings(
            policy=self.policy, control=self.control, gold=self.gold, known=self.known
        )
