"""report.html: what a release manager looks at before pushing; one file, no network."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from cpsyexam import taxonomy
from cpsyexam.files import write_text
from publishing import charts, insights
from publishing.card import exam_table, subject_table, templates
from publishing.changes import ReleaseDiff
from publishing.figures import Figures
from publishing.shards import PUBLIC

_RULES = 6  # rules with a colour of their own


def write(
    build: Path, folder: Path, gathered: Figures, told: ReleaseDiff, *, name: str, version: str
) -> None:
    """Write report.html into the draft; it shows no text and no page of the reserve."""
    seen = insights.gather(build)
    template = templates().get_template("report.html.j2")
    html = template.render(
        name=name,
        version=version,
        gathered=gathered,
        seen=seen,
        told=told,
        changed=dict(sorted(told.rows["change"].value_counts().rows())),
        exams=exam_table(gathered.counts),
        subjects=subject_table(gathered.counts),
        reserved=_reserved(gathered.counts),
        charts=_charts(gathered, seen),
        taxonomy=taxonomy,
    )
    write_text(folder / "report.html", html)


def _reserved(counts: pl.DataFrame) -> dict[str, int]:
    held = counts.filter(pl.col("split") == "reserved").group_by("exam").agg(pl.col("rows").sum())
    return dict(held.sort("exam").rows())


def _charts(gathered: Figures, seen: insights.Insights) -> dict[str, str]:
    drawn = {"funnel": _funnel(gathered), "splits": _splits(gathered.counts)}
    letters = sorted({letter for part in seen.positions.values() for letter in part})
    drawn["positions"] = _grouped(
        seen.positions, letters, "Place of the right answer (SCQ)", "share", scale=100
    )
    drawn["right"] = _grouped(seen.right, _labels(seen.right), "Right options (MAQ)", "questions")
    names = insights.length_names()
    lengths = {
        split: {names[int(place)]: rows for place, rows in part.items()}
        for split, part in seen.lengths.items()
    }
    drawn["lengths"] = _grouped(lengths, names, "Length of the stem in characters", "questions")
    drawn["options"] = _grouped(
        seen.options, _labels(seen.options), "Number of options", "questions"
    )
    if seen.confidence:
        places = list(range(min(int(p) for v in seen.confidence.values() for p in v), 21))
        spelt = {s: {f"{int(p) * 5}": n for p, n in v.items()} for s, v in seen.confidence.items()}
        drawn["confidence"] = _grouped(
            spelt, [f"{p * 5}" for p in places], "OCR confidence, from … %", "questions"
        )
    if seen.clusters:
        drawn["clusters"] = _grouped(
            {"questions": seen.clusters},
            list(seen.clusters),
            "Copies dropped per question",
            "questions",
        )
    return drawn


def _labels(series: dict[str, dict[str, int]]) -> list[str]:
    return sorted({label for part in series.values() for label in part}, key=int)


def _grouped(
    series: dict[str, dict[str, int]] | dict[str, dict[str, float]],
    labels: Sequence[str],
    title: str,
    unit: str,
    *,
    scale: float = 1,
) -> str:
    values = {
        name: [part.get(label, 0) * scale for label in labels] for name, part in series.items()
    }
    return charts.grouped(labels, values, title=title, unit="%" if scale == 100 else unit)


def _funnel(gathered: Figures) -> str:
    totals: dict[str, int] = {}
    for source in gathered.sources:
        for rule, rows in source.rules.items():
            totals[rule] = totals.get(rule, 0) + rows
    first = sorted(totals, key=lambda rule: (-totals[rule], rule))[:_RULES]
    series: dict[str, list[float]] = {"kept": [source.kept for source in gathered.sources]}
    for rule in first:
        series[rule] = [source.rules.get(rule, 0) for source in gathered.sources]
    if len(totals) > len(first):
        rest = [s.rejected - sum(s.rules.get(r, 0) for r in first) for s in gathered.sources]
        series["other rules"] = [float(rows) for rows in rest]
    names = [source.source for source in gathered.sources]
    return charts.stacked(names, series, title="Questions by source", unit="questions")


def _splits(counts: pl.DataFrame) -> str:
    exams = [exam for exam in taxonomy.EXAMS if exam in counts["exam"]]
    totals = {
        (exam, split): rows
        for exam, split, rows in counts.group_by("exam", "split")
        .agg(pl.col("rows").sum())
        .iter_rows()
    }
    series = {split: [float(totals.get((exam, split), 0)) for exam in exams] for split in PUBLIC}
    return charts.stacked(
        exams, series, title="Public questions by exam and split", unit="questions"
    )
