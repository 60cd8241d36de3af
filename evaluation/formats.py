"""A table as text for a terminal, a spreadsheet or a paper."""

import csv
import io
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table as Grid

from evaluation.tables import Table

# columns of texts; all others hold figures, floats of them shares but where named
_TEXTS = {
    "model", "shots", "role", "run", "subject", "exam", "category", "chapter", "judge", "measure",
    "answers of", "differs", "MAQ letters",
}  # fmt: skip
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
    """Print tables; shares in per cent."""
    for table in tables:
        grid = Grid(title=table.title, title_justify="left", caption=table.note or None)
        grid.caption_justify = "left"
        for column in table.columns:
            figures = numeric(column)
            grid.add_column(column, justify="right" if figures else "left", no_wrap=not figures)
        for row in table.rows:
            grid.add_row(*(cell(c, v) for c, v in zip(table.columns, row, strict=True)))
        console.print(grid)


def as_csv(table: Table) -> str:
    """A table as CSV, unrounded."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(["" if value is None else value for value in row] for row in table.rows)
    return stream.getvalue()


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
