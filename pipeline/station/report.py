"""The station's figures on the terminal."""

from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from cpsyexam.terminal import language, say
from pipeline.paths import Paths
from pipeline.station.desk import desk, last
from pipeline.terminal import SafeConsole

if TYPE_CHECKING:
    from reviewing.board import Board
    from reviewing.decisions import Filed
    from reviewing.desk import Desk


def open_board(paths: Paths, reviews: Path) -> "tuple[Desk, Board]":
    """The desk of a build, and its opinions. Raises StageError without a build."""
    from reviewing.board import Board
    from reviewing.desk import Desk
    from reviewing.errata import FILE as REPORTS

    opened = Desk(desk(paths, last(paths), reviews / REPORTS))
    return opened, Board(reviews / "opinions", opened)


def show(paths: Paths, reviews: Path) -> None:
    """Print progress, agreement and the control sample."""
    from reviewing.station.figures import figures

    found = figures(*open_board(paths, reviews))
    console = SafeConsole(width=80, highlight=False)
    kinds = Table(
        *map(say, ("reason", "items", "settled", "in dispute")),
        title=say("Queue"),
        title_justify="left",
    )
    for kind, *numbers in found.kinds:
        kinds.add_row(named("kinds", kind), *map(str, numbers))
    console.print(kinds)
    fields = Table(
        *map(say, ("field", "α", "equal", "pairs")),
        title=say("Agreement"),
        title_justify="left",
    )
    for field, one in found.fields:
        fields.add_row(
            named("fields", field), _number(one.alpha), _share(one.percent), str(one.pairs)
        )
    console.print(fields)
    if found.late:
        console.print(say("After others' opinions were seen, and not counted: {}", found.late))
    people = Table(*map(say, ("reviewer", "opinions", "seconds", "agrees", "gold items right")))
    for person in found.people:
        people.add_row(
            person.name,
            str(person.opinions),
            f"{person.seconds:.0f}",
            _share(person.agreement.percent),
            say("{} of {}", person.gold, person.golds),
        )
    console.print(people)
    pace = say(", {:.1f} hours at the usual pace", found.hours) if found.hours else ""
    console.print(say("Opinions still wanted, at least: {}", found.wanted) + pace)
    control = found.control
    told = say("Control sample: {} of {} settled", control.settled, control.total)
    if control.settled:
        low, high = f"{control.low:.1%}", f"{control.high:.1%}"
        measured = control.errors, control.rate, low, high
        told += say(", {} wrong: {:.1%} (95 %: {} to {})", *measured)
    console.print(told)


def named(table: str, code: str) -> str:
    """A kind, field or verdict as the station calls it; its code in English, as options take it."""
    from reviewing.station.words import Words

    return Words("zh")(table, code) if language() == "zh" else code


def place(filed: "Filed") -> str:
    """Where a decision stands, in the reader's language."""
    return say("{} line {}", filed.file, filed.line)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.0%}"
