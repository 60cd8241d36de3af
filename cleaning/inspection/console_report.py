"""A bank's health as JSON for programs and as tables for a terminal."""

from collections.abc import Iterator
from typing import Any

import polars as pl
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from cleaning.inspection.health import FAMILIES, Health
from cpsyexam.terminal import say

Columns = dict[str, dict[str, str]]  # file → role → column


def as_json(health: Health, columns: Columns) -> dict[str, Any]:
    """Everything that was found, as plain values."""
    return {
        "banks": health.banks.to_dicts(),
        "columns": columns,
        "summary": summary(health).to_dicts(),
        "bias": health.bias.to_dicts(),
        "findings": health.findings.to_dicts(),
    }


def summary(health: Health) -> pl.DataFrame:
    """Columns family, rule, findings; worst family first."""
    order = pl.col("family").replace_strict(
        list(FAMILIES), list(range(len(FAMILIES))), return_dtype=pl.Int8
    )
    counted = health.findings.group_by("family", "rule").agg(pl.len().alias("findings"))
    return counted.sort(order, pl.col("findings"), "rule", descending=[False, True, False])


def print_report(health: Health, columns: Columns, console: Console, examples: int) -> None:
    """Write the report to a console, with so many examples a rule."""
    console.print(Group(*_parts(health, columns, examples)))


def _parts(health: Health, columns: Columns, examples: int) -> Iterator[RenderableType]:
    yield _table("Banks", health.banks)
    yield from _columns(columns)
    counts = summary(health)
    if counts.is_empty():
        yield Text(say("Nothing found in single questions or pairs."))
    for family, doc in FAMILIES.items():
        found = counts.filter(pl.col("family") == family)
        if found.height:
            yield Text(f"\n{family}: {say(doc)}", style="bold")
            for _, rule, count in found.rows():
                yield Text(f"  {rule}  {count:,}")
                rows = health.findings.filter(
                    (pl.col("family") == family) & (pl.col("rule") == rule)
                )
                yield from (_example(row) for row in rows.head(examples).iter_rows(named=True))
    yield _bias(health.bias)


def _columns(columns: Columns) -> Iterator[RenderableType]:
    shown: dict[str, str] = {}
    for file, roles in columns.items():
        said = ", ".join(f"{role} = {column}" for role, column in roles.items())
        shown.setdefault(said, file)
    for said, file in shown.items():
        yield Text(say("columns read ({} and alike): {}", file, said), style="dim")


def _example(row: dict[str, Any]) -> Text:
    where = f"    {row['file']} {row['id']}"
    other = f" ~ {row['other_file']} {row['other_id']}" if row["other_id"] else ""
    said = f"\n      {row['detail']}" if row["detail"] else ""
    return Text(where + other + said, style="dim")


def _bias(found: pl.DataFrame) -> Table:
    table = Table(title=say("Cues"))
    splits = bool(found["split"].str.len_chars().sum())
    for name, least in (
        ("bank", 4), *([("split", 5)] if splits else []), ("cue", 8), ("questions", 9),
        ("share", 5), ("chance", 6), ("p", 6), ("", 0),
    ):  # fmt: skip
        table.add_column(say(name), min_width=least, overflow="fold")
    for row in found.iter_rows(named=True):
        table.add_row(
            row["bank"],
            *([row["split"]] if splits else []),
            say(row["cue"]),
            f"{row['questions']:,}",
            f"{row['share']:.1%}",
            f"{row['expected']:.1%}",
            f"{row['p']:.2g}",
            say("biased") if row["biased"] else "",
        )
    return table


def _table(title: str, frame: pl.DataFrame) -> Table:
    table = Table(*map(say, frame.columns), title=say(title))
    for row in frame.iter_rows():
        table.add_row(*(f"{v:,}" if isinstance(v, int) else str(v) for v in row))
    return table
