"""A picture of the splits: questions by exam, subject and split, as SVG or PNG."""

from pathlib import Path

import polars as pl

from cpsyexam import taxonomy
from cpsyexam.files import replacing
from cpsyexam.taxonomy import SPLITS

_COLOURS = {
    "train": "#4c78a8",
    "dev": "#72b7b2",
    "valid": "#eeca3b",
    "test": "#f58518",
    "reserved": "#9d9d9d",
}


def draw_plan(plan: pl.DataFrame, path: Path) -> None:
    """Stacked bars, one a subject (English names), from a plan's columns and SPLITS.

    Raises CpsyexamError where the file cannot be written.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    names, totals = _bars(plan)
    figure = Figure(figsize=(9, 1.2 + 0.22 * max(1, len(names))), layout="constrained")
    axes = figure.add_subplot()
    left = [0] * len(names)
    for split in [name for name in SPLITS if name in totals.columns]:
        widths = totals[split].to_list()
        axes.barh(range(len(names)), widths, left=left, label=split, color=_COLOURS[split])
        left = [a + b for a, b in zip(left, widths, strict=True)]
    axes.set_yticks(range(len(names)), names, fontsize=7)
    axes.invert_yaxis()
    axes.set_xlabel("questions")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=8)
    kind = path.suffix.lstrip(".").lower() or "svg"
    with replacing(path) as temporary, mpl.rc_context({"svg.hashsalt": "cpsyexam"}):
        # no date in the file: the same plan gives the same bytes
        figure.savefig(temporary, format=kind, metadata={"Date": None} if kind == "svg" else None)


def _bars(plan: pl.DataFrame) -> tuple[list[str], pl.DataFrame]:
    order = {exam: i for i, exam in enumerate((*taxonomy.exams(), "all"))}
    rank = pl.col("exam").replace_strict(order, default=9, return_dtype=pl.Int64)
    totals = (
        plan.group_by("task", "exam", "subject")
        .agg(pl.col(split).sum() for split in SPLITS if split in plan.columns)
        .sort(rank, pl.col("task"), "subject")
    )
    names = [_name(*row) for row in totals.select("task", "exam", "subject").iter_rows()]
    return names, totals


def _name(task: str, exam: str, subject: str) -> str:
    known = taxonomy.subjects(exam) if exam in taxonomy.exams() else {}
    english = known.get(subject) or subject
    return f"{task if task in taxonomy.cases() else exam} {english or 'without category'}"
