"""Figures for the receipts: counts of labels, positions of right answers."""

from collections import Counter
from collections.abc import Sequence

import polars as pl

from cpsyexam.chi_square import p_value


def label_metrics(labeled: pl.DataFrame) -> dict[str, object]:
    """Counts by format, task, category, the rules that decided, and flags."""
    columns = ("format", "format_rule", "task", "task_rule", "category", "category_rule")
    figures: dict[str, object] = {c: _counts(labeled[c]) for c in columns}
    figures["flags"] = _counts(labeled["flags"].explode().drop_nulls())
    return figures


def shuffle_metrics(
    kept: pl.DataFrame, references: Sequence[Sequence[object]]
) -> dict[str, object]:
    """Counts by rule and by what became of letter references; positions of right answers."""
    return {
        "rules": _counts(kept["shuffle_rule"]),
        "references": dict(sorted(Counter(f"{r[2]}: {r[6]}" for r in references).items())),
        "positions": positions(kept),
    }


def positions(kept: pl.DataFrame) -> list[dict[str, object]]:
    """Per format and number of options: right answers at each position, chi-square against even.

    Pearson's statistic with n - 1 degrees of freedom; for MAQ the answers of one question are not
    independent, so its p is a lower bound only.
    """
    rows: list[dict[str, object]] = []
    choice = kept.filter(pl.col("format") != "QA").with_columns(
        pl.col("options").list.len().alias("n")
    )
    for (kind, n), part in choice.sort("format", "n").group_by("format", "n", maintain_order=True):
        size = int(str(n))
        seen = Counter(part["answer"].explode().to_list())
        counts = [seen.get(i, 0) for i in range(size)]
        even = sum(counts) / size
        statistic = sum((c - even) ** 2 / even for c in counts) if even else 0.0
        p = p_value(max(1, size - 1), statistic)
        rows.append(
            {
                "format": kind,
                "options": size,
                "counts": counts,
                "chi_square": round(statistic, 3),
                "p": round(p, 4),
            }
        )
    return rows


def _counts(column: pl.Series) -> dict[str, int]:
    return dict(sorted((str(k), n) for k, n in column.value_counts().iter_rows()))
