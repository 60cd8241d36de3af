"""A question on its way through the grammar: its fields, and where it stands."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from parsing.sections.regions import Material, Region


class Aside(NamedTuple):
    """What was cut off a stem as not its own: put back unless most questions have its kind."""

    kind: str  # of the note dropped:<kind>
    printed: str
    ahead: bool = False


_EMPTY = re.compile(
    r"\s*(?:[(（\[【]\s*[)）\]】]|[|｜]+)\s*"
)  # a bracket that nobody has filled in


@dataclass
class Parts:
    """The fields of a question. `answer` is letters or text."""

    stem: str = ""
    options: list[str] = field(default_factory=list)
    answer: str = ""
    explanation: str = ""
    notes: list[str] = field(default_factory=list)
    answered_in: str = ""  # rule that gave the answer
    stretch: tuple[int, int] = (0, 0)  # options, for shared options
    head: tuple[int, int] = (0, 0)  # from the number to the first label
    spans: list[tuple[int, int]] = field(default_factory=list)  # of the options' texts
    declared: str = ""  # format by a type's name behind the stem
    asides: list[Aside] = field(default_factory=list)  # cut off the stem, from its ends inwards
    doubled: list[str] = field(default_factory=list)  # options with letters printed twice


def aside(parts: Parts, kind: str, printed: str, *, ahead: bool = False) -> None:
    """Note what is cut off a stem."""
    parts.asides.append(Aside(kind, printed, ahead))
    parts.notes.append(f"dropped:{kind} {printed.strip()}")


def decide(parts: Parts, letters: str, rule: str) -> None:
    """Set the answer, or leave it out with a doubt where another place says otherwise."""
    if _EMPTY.fullmatch(letters):
        return
    if parts.answer and parts.answer != letters:
        forget(parts, f"doubt:answers_disagree {parts.answer}/{letters}")
    else:
        parts.answer, parts.answered_in = letters, rule


def forget(parts: Parts, *doubts: str) -> None:
    """Leave the answer out, with the doubts that say why."""
    parts.answer, parts.answered_in = "", ""
    parts.notes += doubts


def reword(parts: Parts, answer: str, rule: str = "") -> None:
    """Give the answer in other words, by the same rule; `rule` = of an answer that had none."""
    parts.answer, parts.answered_in = answer, parts.answered_in or rule


@dataclass
class Draft:
    """A question on its way."""

    number: int
    style: str
    tag: str
    pos: int
    begin: int  # of the stem
    end: int
    format: str
    format_rule: str
    region: Region
    parts: Parts
    material: Material | None = None
    notes: list[str] = field(default_factory=list)
    key_span: tuple[int, int] | None = None
    shared: tuple[int, int] | None = None  # options printed once for several
    ordered: bool = False  # numbered by its place, not in print
    away: bool = False  # the answer stands on a separate key
