"""All results as one HTML page; nothing in it is loaded from elsewhere."""

from collections.abc import Mapping, Sequence
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from evaluation.formats import cell, numeric
from evaluation.tables import BASELINE, Table


def render(
    tables: Sequence[Table], release: str, counts: Mapping[str, Any], alarms: Sequence[str]
) -> str:
    """The page's text; `counts` are shown at its head, `alarms` above the tables."""
    made = Environment(
        loader=PackageLoader("evaluation", ""), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    made.globals.update(cell=cell, numeric=numeric, zip=zip)
    return made.get_template("results.html.j2").render(
        tables=tables, release=release, counts=counts, alarms=alarms, bars=_bars(tables)
    )


def _bars(tables: Sequence[Table]) -> list[dict[str, Any]]:
    """Averages of the main table as bars with their intervals, in per cent."""
    main = [table for table in tables if table.name == "table2"]
    return [
        {"model": row[0], "score": 100 * float(row[1] or 0), "low": 100 * float(row[2] or 0),
         "high": 100 * float(row[3] or 0), "baseline": str(row[0]).startswith(BASELINE)}
        for table in main
        for row in table.rows
    ]  # fmt: skip
