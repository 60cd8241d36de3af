"""A bank's health as one HTML page that needs nothing else."""

from html import escape
from typing import Any

import polars as pl

from cleaning.inspection.health import FAMILIES, Health
from cleaning.inspection.tell import Columns, summary

_SHOWN = 200
_CUES = "Share of single-choice questions that a cue answers without reading, against chance."
_STYLE = """
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#222}
h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2rem;border-bottom:1px solid #ccc}
table{border-collapse:collapse;margin:.5rem 0;width:100%}
td,th{border:1px solid #ddd;padding:.25rem .5rem;text-align:left;vertical-align:top}
th{background:#f4f4f4}summary{cursor:pointer;padding:.25rem 0}
.id{font-family:monospace;font-size:.85em;overflow-wrap:anywhere}.n{text-align:right}
.biased{background:#fde8e8}.note{color:#666}
"""


def render(health: Health, columns: Columns) -> str:
    """The whole page as text; nothing in it is loaded from elsewhere."""
    total = int(health.banks["questions"].sum())
    body = [
        "<h1>Health of a question bank</h1>",
        f"<p class=note>{total:,} questions, {health.findings.height:,} findings</p>",
        _grid(health.banks),
        *_columns(columns),
        *_families(health),
        "<h2>Cues</h2>",
        f"<p>{_CUES}</p>",
        _bias(health.bias),
    ]
    head = f"<meta charset=utf-8><title>Health of a question bank</title><style>{_STYLE}</style>"
    return f"<!doctype html><html lang=en><head>{head}</head><body>{''.join(body)}</body></html>\n"


def _columns(columns: Columns) -> list[str]:
    rows = {
        ", ".join(f"{role} = {column}" for role, column in roles.items()): file
        for file, roles in reversed(columns.items())
    }
    return [
        f"<p class=note>Columns read in {escape(file)} and alike: {escape(said)}</p>"
        for said, file in rows.items()
    ]


def _families(health: Health) -> list[str]:
    counts = summary(health)
    parts = []
    for family, doc in FAMILIES.items():
        found = counts.filter(pl.col("family") == family)
        if not found.height:
            continue
        parts.append(f"<h2>{family}</h2><p>{escape(doc)}</p>")
        for _, rule, count in found.rows():
            mine = (pl.col("family") == family) & (pl.col("rule") == rule)
            rows = health.findings.filter(mine).head(_SHOWN)
            more = f"<p class=note>and {count - _SHOWN:,} more</p>" if count > _SHOWN else ""
            parts.append(
                f"<details><summary>{escape(rule)}: {count:,}</summary>{_findings(rows)}{more}"
                "</details>"
            )
    return parts


def _findings(rows: pl.DataFrame) -> str:
    lines = [
        f"<tr><td class=id>{_place(row, '')}</td><td>{escape(row['stem'])}</td>"
        f"<td>{escape(row['detail'])}</td><td class=id>{_place(row, 'other_')}</td></tr>"
        for row in rows.iter_rows(named=True)
    ]
    head = "<tr><th>question</th><th>stem (end)</th><th>what</th><th>counterpart</th></tr>"
    return f"<table>{head}{''.join(lines)}</table>"


def _place(row: dict[str, Any], prefix: str) -> str:
    if not row[f"{prefix}id"]:
        return ""
    parts = (row[f"{prefix}{name}"] for name in ("file", "locator", "id"))
    return "<br>".join(escape(part) for part in dict.fromkeys(parts) if part)


def _grid(frame: pl.DataFrame) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in frame.columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(str(value))}</td>" for value in row) + "</tr>"
        for row in frame.iter_rows()
    )
    return f"<table><tr>{head}</tr>{rows}</table>"


def _bias(found: pl.DataFrame) -> str:
    rows = [
        {
            **{name: row[name] for name in ("bank", "split", "cue", "questions")},
            "share": f"{row['share']:.1%}",
            "chance": f"{row['expected']:.1%}",
            "p": f"{row['p']:.2g}",
            "verdict": "biased" if row["biased"] else "",
        }
        for row in found.iter_rows(named=True)
    ]
    return _grid(pl.DataFrame(rows)) if rows else ""
