"""Scores as the Hub's `.eval_results/*.yaml`: put into a model's repository, they show on its page
and on the benchmark's leaderboard.
"""

from pathlib import Path
from typing import Any

import polars as pl
import yaml

from cpsyexam.files import write_text
from evaluation.intervals import interval
from evaluation.tables import BASELINE, once


def entries(scores: pl.DataFrame, repo: str, label: str) -> dict[str, list[dict[str, Any]]]:
    """Model → its entries: one for each task of eval.yaml, role and shots, in per cent.

    Open questions count where a judge marked them. The split is test: others are no result.
    """
    made: dict[str, list[dict[str, Any]]] = {}
    rows = scores.filter(pl.col("split") == "test", ~pl.col("model").str.starts_with(BASELINE))
    rows = rows.with_columns(
        worth=pl.when(pl.col("format") == "QA").then("judged").otherwise("score"),
        of=pl.when(pl.col("format") == "QA")
        .then(pl.lit("qa"))
        .otherwise(pl.concat_str(pl.col("task", "format").str.to_lowercase(), separator="_")),
    ).filter(pl.col("worth").is_not_null())
    keys = ["model", "role", "shots", "of"]
    for (model, role, shots, of), part in rows.group_by(keys, maintain_order=True):
        found = once(part.with_columns(score=pl.col("worth")), [])
        one = interval(found["score"].to_list(), found["cluster"].to_list())
        notes = f"{label}; {role or 'no role'}, {shots}-shot; n = {one.n}; 95 % interval "
        notes += f"{100 * one.low:.1f} to {100 * one.high:.1f}"
        made.setdefault(str(model), []).append(
            {"dataset": {"id": repo, "task_id": str(of)}, "value": round(100 * one.mean, 2),
             "notes": notes}
        )  # fmt: skip
    return made


def write(scores: pl.DataFrame, repo: str, label: str, folder: Path) -> list[Path]:
    """Write a file for each model below a folder; returns the paths."""
    paths = []
    for model, rows in entries(scores, repo, label).items():
        path = folder / "eval_results" / f"{model.replace('/', '--')}.yaml"
        write_text(path, yaml.safe_dump(rows, allow_unicode=True, sort_keys=False))
        paths.append(path)
    return paths
