"""The figures that the papers print, as data; to be shown beside new ones and recomputed."""

import tomllib
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from evaluation.figures import averages
from evaluation.results import Results
from evaluation.tables import Cell, Table

PRINTED = "(printed)"
# questions of CPsyExam's test behind each figure of its table 2
WEIGHTS = {"KG SCQ": 2321, "KG MAQ": 781, "CA SCQ": 600, "CA MAQ": 200}


@cache
def _document() -> list[dict[str, Any]]:
    text = files("evaluation").joinpath("published.toml").read_text("utf-8")
    found: list[dict[str, Any]] = tomllib.loads(text)["table"]
    return found


def rows_of(name: str) -> list[dict[str, Any]]:
    """The rows of a printed table by its columns."""
    table = next(table for table in _document() if table["name"] == name)
    return [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]


def average(row: dict[str, Any]) -> float:
    """CPsyExam's Avg: the better of the two settings' averages over all 3,902 choice questions."""
    total = sum(WEIGHTS.values())
    settings = []
    for shots in ("0-shot", "5-shot"):
        cells = ((key.split(), n) for key, n in WEIGHTS.items())
        summed = sum(row[f"{task} {shots} {form}"] * n for (task, form), n in cells)
        settings.append(summed / total)
    return float(max(settings))


def beside(found: Results) -> Results:
    """Results with the models of CPsyExam's table 2 as further rows of ours, marked as printed."""
    return replace(
        found,
        tables=[_extended(table) if table.name == "table2" else table for table in found.tables],
        figures=[averages(_extended(table)) for table in found.tables if table.name == "table2"]
        + [figure for figure in found.figures if figure.table != "table2"],
    )


def _extended(table: Table) -> Table:
    rows: list[tuple[Cell, ...]] = list(table.rows)
    for row in sorted(rows_of("cpsyexam-2"), key=lambda row: -row["Avg"]):
        cells = {name: value / 100 for name, value in row.items() if name != "model"}
        cells |= {"model": f"{row['model']} {PRINTED}", "n": sum(WEIGHTS.values())}
        rows.append(tuple(cells.get(column) for column in table.columns))
    note = f"{table.note} {PRINTED}: the paper's figures, on its own questions."
    return replace(table, rows=tuple(rows), note=note)


def tables() -> list[Table]:
    """The printed tables with models in them, figures as texts."""
    wanted = (
        "cpsyexam-2", "cpsyexam-3", "cpsyexam-4", "psybench-3", "conceptpsy-3", "conceptpsy-4",
        "conceptpsy-6", "conceptpsy-7", "conceptpsy-8", "conceptpsy-9",
    )  # fmt: skip
    return [
        Table(
            table["name"],
            table["title"],
            tuple(table["columns"]),
            tuple(tuple(value if isinstance(value, str) else f"{value:g}" for value in row)
                  for row in table["rows"]),
            f"As printed, in {table['unit']}; other questions and other prompts than those above.",
        )
        for table in _document()
        if table["name"] in wanted
    ]  # fmt: skip
