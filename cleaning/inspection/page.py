"""A bank's health as one HTML page; nothing in it is loaded from elsewhere."""

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from cleaning import adverts, characters, choices, flags, numbering_marks
from cleaning.inspection.console_report import Columns, summary
from cleaning.inspection.health import FAMILIES, Health
from cleaning.inspection.pairs import RULES as PAIRS
from cleaning.rules import rules
from cleaning.settings import CleanSettings
from cpsyexam.pages import environment
from cpsyexam.pages.tongues import tongues

_SHOWN = 200  # findings a rule


def render(health: Health, columns: Columns) -> str:
    """The whole page as text; all texts of the bank are escaped."""
    made = environment("cleaning.inspection")
    made.filters["place"] = _place
    return made.get_template("health.html.j2").render(
        questions=int(health.banks["questions"].sum()),
        findings=health.findings.height,
        banks=health.banks,
        columns={
            ", ".join(f"{role} = {column}" for role, column in roles.items()): file
            for file, roles in reversed(columns.items())
        },
        families=list(_families(health)),
        tongues=tongues(),
        bias=pl.DataFrame([_cue(row) for row in health.bias.iter_rows(named=True)]),
    )


def _families(health: Health) -> Iterator[dict[str, Any]]:
    counts, docs = summary(health), _docs()
    for family, doc in FAMILIES.items():
        found = counts.filter(pl.col("family") == family)
        if found.height:
            rules = [
                _rule(health, family, rule, count) | {"doc": docs.get(rule, "")}
                for _, rule, count in found.rows()
            ]
            yield {"name": family, "doc": doc, "rules": rules}


def _docs() -> dict[str, str]:
    """What rules, flags, repairs and findings in pairs mean, by id."""
    texts = (*characters.repairs(), *adverts.repairs(), *numbering_marks.repairs())
    found = {one.id: one.doc for one in texts} | {one.id: one.doc for one in choices.repairs()}
    return found | {one.id: one.doc for one in (*rules(CleanSettings()), *flags.FLAGS)} | PAIRS


def _rule(health: Health, family: str, rule: str, count: int) -> dict[str, Any]:
    mine = (pl.col("family") == family) & (pl.col("rule") == rule)
    rows = health.findings.filter(mine).head(_SHOWN).to_dicts()
    return {"id": rule, "count": count, "rows": rows, "more": max(0, count - _SHOWN)}


def _place(row: Mapping[str, str], prefix: str) -> list[str]:
    """File, locator and id of a question, each once; nothing where there is no question."""
    if not row[f"{prefix}id"]:
        return []
    parts = (row[f"{prefix}{name}"] for name in ("file", "locator", "id"))
    return [part for part in dict.fromkeys(parts) if part]


def _cue(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **{name: row[name] for name in ("bank", "split", "cue", "questions")},
        "share": f"{row['share']:.1%}",
        "chance": f"{row['expected']:.1%}",
        "p": f"{row['p']:.2g}",
        "verdict": "biased" if row["biased"] else "",
    }
