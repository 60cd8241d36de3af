"""A table as text for a terminal, a spreadsheet or a paper."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Literal

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as Grid

from cpsyexam.terminal import say
from evaluation.tables import Cell, Table

# columns of texts; all others hold figures, floats of them shares but where named
_TEXTS = {
    "model", "shots", "role", "run", "subject", "exam", "category", "chapter", "judge", "measure",
    "answers of", "differs", "MAQ letters",
}  # fmt: skip
_NUMBER = re.compile(r"[+-]?[\d.]+$")
_LATEX = str.maketrans(
    {"&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
     "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
)  # fmt: skip


def cell(column: str, value: str | float | None) -> str:
    """A cell as people read it: shares in per cent with one digit, p values with three."""
    if value is None:
        return "–"
    if isinstance(value, float):
        if column == "p":
            return f"{value:.3f}"
        signed = "+" if column == "difference" and value > 0 else ""
        return f"{signed}{100 * value:.1f}"
    return str(value)


def numeric(column: str) -> bool:
    """Whether a column holds figures."""
    return column not in _TEXTS


def show(tables: Sequence[Table], console: Console) -> None:
    """Print tables, shares in per cent; a wide one in parts, each with the names of its rows."""
    for table in tables:
        rows = [[cell(c, v) for c, v in zip(table.columns, row, strict=True)] for row in table.rows]
        heads = list(map(say, table.columns))
        least = [_width(name, [row[i] for row in rows]) for i, name in enumerate(heads)]
        least[0] = min(least[0], console.width // 3)
        console.print(say(table.title), style="italic")
        for part in _parts(least, console.width, _key(rows)):
            grid = Grid()
            full = [_width("", [heads[i], *(row[i] for row in rows)]) for i in part]
            tight = sum(full) + 3 * len(part) + 1 > console.width
            for place in part:
                column = table.columns[place]
                justify: Literal["right", "left"] = "right" if numeric(column) else "left"
                width = least[place] if tight and place else None  # else rich cuts figures
                grid.add_column(heads[place], justify=justify, width=width, overflow="fold")
            for row in rows:
                grid.add_row(*(row[place] for place in part))
            console.print(grid)
        if table.note:
            console.print(say(table.note), style="dim italic")


def _key(rows: Sequence[Sequence[str]]) -> int:
    """The first column of which no two rows have the same, else the first of all."""
    columns = list(zip(*rows, strict=True))
    return next((i for i, cells in enumerate(columns) if len(set(cells)) == len(rows) > 1), 0)


def _parts(widths: Sequence[int], wide: int, key: int) -> Iterator[list[int]]:
    """Places of columns so that each part fits a console if it can; `key` begins all but one."""
    frame = 3  # two blanks and a line
    part, used = [0], widths[0] + frame + 1
    for place in range(1, len(widths)):
        if used + widths[place] + frame > wide and len(part) > 1:
            yield part
            part, used = [key], widths[key] + frame + 1
        if place not in part:
            part.append(place)
            used += widths[place] + frame
    yield part


def _width(column: str, cells: Sequence[str]) -> int:
    return max(map(cell_len, [*column.split(), *cells]))


def as_csv(table: Table) -> str:
    """A table as CSV, unrounded; no cell begins like a formula of a spreadsheet."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows([_cell(value) for value in row] for row in table.rows)
    return stream.getvalue()


def _cell(value: Cell) -> Cell:
    if value is None:
        return ""
    formula = isinstance(value, str) and value[:1] in tuple("=+-@\t\r") and not _NUMBER.match(value)
    return f"'{value}" if formula else value


def as_latex(table: Table) -> str:
    """A table as a LaTeX `table` with booktabs rules."""
    spec = "".join("r" if numeric(column) else "l" for column in table.columns)
    lines = [
        r"\begin{table}", r"\centering", rf"\begin{{tabular}}{{{spec}}}", r"\toprule",
        " & ".join(column.translate(_LATEX) for column in table.columns) + r" \\", r"\midrule",
        *(
            " & ".join(
                cell(c, v).translate(_LATEX) for c, v in zip(table.columns, row, strict=True)
            ) + r" \\"
            for row in table.rows
        ),
        r"\bottomrule", r"\end{tabular}",
        rf"\caption{{{table.title.translate(_LATEX)}. {table.note.translate(_LATEX)}}}",
        rf"\label{{tab:{table.name}}}", r"\end{table}", "",
    ]  # fmt: skip
    return "\n".join(lines)
