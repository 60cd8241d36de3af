"""`bench/history.jsonl`: figures worth keeping, a row each; docs/benchmarks.md shows the newest.

A run leaves its figures in build/bench/NAME.json; a person decides which of them to keep:
`python -m bench.history "make bench-x" FIGURE VALUE --material "…"` appends a row.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, get_args

import click
from pydantic import BaseModel, ConfigDict, ValidationError

from bench.frame import ROOT, machine
from cpsyexam.errors import ConfigError
from cpsyexam.files import write_text

FILE = ROOT / "bench" / "history.jsonl"
PAGE = ROOT / "docs" / "benchmarks.md"
Unit = Literal["%", "s", "/s", "ms", "MB", "GB", ""]


class Row(BaseModel):
    """One measured figure."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    date: str  # ISO, of the run
    commit: str  # that was measured; "" where nobody noted it
    command: str  # that prints the figure
    figure: str  # the same words from run to run
    value: float
    unit: Unit
    material: str  # what it was measured on, with its size
    wanted: str = ""  # "≥ 95", "≤ 2.4", "0"; "" where nothing is
    first_sight: bool = False  # material that nobody who works on the code had seen

    @property
    def short(self) -> bool:
        """Whether it falls short of what is wanted."""
        sign, _, bound = self.wanted.rpartition(" ")
        if not bound:
            return False
        if sign == "≥":
            return self.value < float(bound)
        return self.value > float(bound)


def load(path: Path = FILE) -> list[Row]:
    """All rows, the oldest first; a line that is none is an error that names it."""
    rows = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            rows.append(Row.model_validate_json(line))
        except ValidationError as error:
            said = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
            raise ConfigError(f"{path.name}, line {number}: {said}") from error
    return rows


def today(rows: Sequence[Row]) -> list[Row]:
    """The newest row of every figure, in the order in which figures first appear."""
    return list({(row.command, row.figure): row for row in rows}.values())


def figures(text: str, rows: Sequence[Row]) -> str:
    """The page with its figures made anew.

    Figures stand between `<!-- figures: a, b -->` and `<!-- /figures -->`: the newest ones of the
    commands that hold one of these words, below their command. What falls short is bold.
    """

    def made(found: re.Match[str]) -> str:
        newest, lines = today(rows), [f"<!-- figures: {found[1]} -->"]
        for word in found[1].split(","):
            shown = [row for row in newest if _holds(row.command, word.strip())]
            for command in dict.fromkeys(row.command for row in shown):
                lines += ["", f"`{command}`", ""]
                lines += [_line(row) for row in shown if row.command == command]
        return "\n".join([*lines, "<!-- /figures -->"])

    return re.sub(r"<!-- figures: (.*?) -->\n.*?<!-- /figures -->", made, text, flags=re.DOTALL)


def _holds(command: str, word: str) -> bool:
    return re.search(rf"\b{re.escape(word)}(?![\w-])", command) is not None


def _line(row: Row) -> str:
    value = f"{row.value:,g} {row.unit}".rstrip()
    wanted = f" ({row.wanted})" if row.wanted else ""
    seen = "first sight, " if row.first_sight else ""
    measured = f"**{value}**" if row.short else value
    return f"- {row.figure}: {measured}{wanted}; {row.material} ({seen}{row.date})"


@click.command()
@click.argument("command")
@click.argument("figure")
@click.argument("value", type=float)
@click.option("--unit", type=click.Choice(get_args(Unit)), default="")
@click.option("--material", required=True, help="What it was measured on, with its size.")
@click.option("--wanted", default="", help='Such as "≥ 95".')
@click.option("--first-sight", is_flag=True, help="Nobody who works on the code had seen it.")
def main(**told: object) -> None:
    """Append a row of today's date and commit, and write docs/benchmarks.md anew."""
    here = machine()
    row = Row.model_validate({"date": here["date"], "commit": here["commit"], **told})
    with FILE.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row.model_dump(), ensure_ascii=False) + "\n")
    write_page()


def write_page() -> None:
    """Make the figures of docs/benchmarks.md anew."""
    write_text(PAGE, figures(PAGE.read_text("utf-8"), load(FILE)))


if __name__ == "__main__":
    main()
