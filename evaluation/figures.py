"""Tables and scores as pictures: SVG whose text stays text, legible on a narrow screen."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

import numpy as np
import polars as pl

from evaluation.chapters import FEW, ordered
from evaluation.tables import BASELINE, CHOICES, Table, intervals, label

WIDTH = 400
LEFT, CURVE = 30, 150  # where curves begin, and their height
# Okabe and Ito (2008); the others are the page's own, so that they suit light and dark
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00")
DASHES = ("", "7 3", "2 3", "9 3 2 3")  # of lines, anew after five series
INK, SOFT, LINE = "var(--ink)", "var(--soft)", "var(--line)"
GREY = "color-mix(in srgb, var(--soft) 40%, var(--paper))"
SERIES = 4  # models that one picture shows, the best ones
BARS = 0.75  # of the width for bars, the rest for their figures


class Share(NamedTuple):
    """Accuracy with its 95 % interval, the number of questions, and what a guess gets."""

    score: float
    low: float
    high: float
    n: int
    chance: float


Series = dict[str, dict[str, Share]]  # name → label → share


@dataclass(frozen=True)
class Figure:
    """A picture with its title; `table` names the table that holds its figures."""

    title: str
    svg: str
    table: str


def averages(main: Table) -> Figure:
    """Average accuracy of every model and baseline with its interval."""
    body, y = [], 0
    for name, mean, low, high in (row[:4] for row in main.rows):
        colour = GREY if str(name).startswith(BASELINE) else COLOURS[0]
        colour = COLOURS[1] if low is None else colour  # printed figures have no interval
        x0, x1, x2 = (_x(float(v or 0)) for v in (mean, low, high))
        body += [
            _text(0, y + 11, str(name)), _text(WIDTH, y + 11, _cent(mean), anchor="end"),
            _rect(0, y + 16, x0, 9, colour),
        ]  # fmt: skip
        if low is not None:
            ends = f'x1="{x1:.1f}" x2="{x2:.1f}"'
            body.append(f'<line {ends} y1="{y + 20.5}" y2="{y + 20.5}" stroke="{INK}"/>')
        y += 32
    return Figure(
        "Average accuracy, per cent, with 95 % intervals", _svg(body, y, main.title), main.name
    )


def bars(series: Series, title: str, table: str) -> Figure:
    """A group of bars for each label, one for each series, with intervals and a line of chance."""
    labels = list(dict.fromkeys(key for values in series.values() for key in values))
    body, top = _legend(list(series))
    y = top
    for name in labels:
        body.append(_text(0, y + 11, name))
        y += 15
        above = y
        for i, values in enumerate(series.values()):
            if name in values:
                share = values[name]
                figures = f"{_cent(share.score)}, n {share.n}"
                low, high = (BARS * _x(end) for end in (share.low, share.high))
                body += [
                    _rect(0, y, BARS * _x(share.score), 8, _colour(series, i)),
                    _stroke((low, y + 4), (high, y + 4), INK),
                    _text(WIDTH, y + 8, figures, size=9, colour=SOFT, anchor="end"),
                ]
            y += 10
        chance = {BARS * _x(values[name].chance) for values in series.values() if name in values}
        body += [_stroke((x, above - 2), (x, y), SOFT, dash="3 2") for x in sorted(chance)[:1]]
        y += 7
    body.append(
        _text(0, y + 9, "line in a bar: 95 % interval; dashed: chance", size=9, colour=SOFT)
    )
    y += 14
    return Figure(title, _svg(body, y, title), table)


def radar(series: Series, title: str, table: str) -> Figure:
    """A polygon for each series over three labels or more; the outer ring is 100 per cent."""
    labels = list(dict.fromkeys(key for values in series.values() for key in values))
    body, top = _legend(list(series))
    cx, cy, radius = WIDTH / 2, top + 150, 110.0

    def at(i: int, share: float) -> tuple[float, float]:
        angle = 2 * math.pi * i / len(labels) - math.pi / 2
        return cx + radius * share * math.cos(angle), cy + radius * share * math.sin(angle)

    for ring in (0.25, 0.5, 0.75, 1.0):
        body.append(_polygon([at(i, ring) for i in range(len(labels))], LINE))
    for i, name in enumerate(labels):
        x, y = at(i, 1.1)
        side = "middle" if abs(x - cx) < 12 else "start" if x > cx else "end"
        body.append(_text(x, y + 4, name, size=10, anchor=side))
    for k, values in enumerate(series.values()):
        shares = [values[name].score if name in values else 0.0 for name in labels]
        points = [at(i, share) for i, share in enumerate(shares)]
        body.append(_polygon(points, _colour(series, k), width=2))
    return Figure(title, _svg(body, int(cy + radius + 35), title), table)


def boxes(found: pl.DataFrame, title: str, table: str) -> Figure:
    """Accuracy over chapters of FEW questions or more: median, quartiles, range; a box a run."""
    body, y = [], 0
    keys = ["model", "role", "shots"]
    for (model, role, shots), part in found.filter(pl.col("n") >= FEW).group_by(
        keys, maintain_order=True
    ):
        five = np.quantile((part["right"] / part["n"]).to_numpy(), [0, 0.25, 0.5, 0.75, 1])
        low, first, middle, third, high = (_x(float(v)) for v in five)
        colour = GREY if str(model).startswith(BASELINE) else COLOURS[0]
        body += [
            _text(0, y + 11, f"{label(str(model), str(role))}, {shots}-shot"),
            _text(WIDTH, y + 11, f"{part.height} chapters", anchor="end", size=10, colour=SOFT),
            f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y + 22}" y2="{y + 22}" stroke="{SOFT}"/>',
            _rect(first, y + 17, max(third - first, 1), 10, colour),
            _rect(middle - 1, y + 15, 2, 14, INK),
        ]  # fmt: skip
        y += 36
    return Figure(title, _svg(body, y, title), table)


def curve(found: pl.DataFrame, title: str, table: str) -> Figure:
    """Chapters of FEW questions or more from the best to the worst, a line a run.

    The thin grey line is what one constant accuracy would show at the same numbers of questions.
    """
    runs = {
        (str(model), str(role), int(str(shots))): part
        for (model, role, shots), part in found.filter(
            pl.col("n") >= FEW, ~pl.col("model").str.starts_with(BASELINE)
        ).group_by(["model", "role", "shots"], maintain_order=True)
        if part.height > 1
    }
    names = [f"{label(model, role)}, {shots}-shot" for model, role, shots in runs]
    body, top = _legend(names, lines=True)
    body += [
        f'<line x1="{LEFT}" x2="{WIDTH}" y1="{top + level}" y2="{top + level}" stroke="{LINE}"/>'
        for level in (0, CURVE // 2, CURVE)
    ]
    body += [_text(LEFT - 6, top + level + 4, share, anchor="end", size=10, colour=SOFT)
             for level, share in ((0, "100"), (CURVE // 2, "50"), (CURVE, "0"))]  # fmt: skip
    for name, part in zip(names, runs.values(), strict=True):
        shares, alike = ordered(part["right"].to_list(), part["n"].to_list())
        nth = names.index(name)
        colour, dash = COLOURS[nth % len(COLOURS)], _dash(nth)
        body += [_line(alike, top, GREY, 1), _line(shares, top, colour, 2, dash)]
    return Figure(title, _svg(body, top + CURVE + 10, title), table)


def _line(shares: Sequence[float], top: float, colour: str, width: float, dash: str = "") -> str:
    step = (WIDTH - LEFT) / max(len(shares) - 1, 1)
    points = " ".join(
        f"{LEFT + i * step:.1f},{top + (1 - share) * CURVE:.1f}" for i, share in enumerate(shares)
    )
    drawn = f'stroke="{colour}" stroke-width="{width}"'
    drawn += f' stroke-dasharray="{dash}"' if dash else ""
    return f'<polyline points="{points}" fill="none" {drawn}/>'


def best(scores: pl.DataFrame, number: int) -> list[str]:
    """The best models by their mean on choice questions, and after them the best baseline."""
    means = scores.filter(pl.col("format").is_in(CHOICES)).group_by("model").agg(
        pl.col("score").mean()
    ).sort("score", "model", descending=[True, False])  # fmt: skip
    names = means["model"].to_list()
    models = [name for name in names if not name.startswith(BASELINE)][:number]
    return models + [name for name in names if name.startswith(BASELINE)][:1]


def series(scores: pl.DataFrame, models: Sequence[str], by: str, least: int = 1) -> Series:
    """Shares by a label for models (their first role), labels by the first model's order.

    Labels of fewer than `least` questions, and what has no label, are left out.
    """
    made: Series = {}
    for name in models:
        mine = scores.filter(pl.col("model") == name)
        mine = mine.filter(pl.col("role") == mine["role"].first()) if mine.height else mine
        rows = intervals(mine.filter(pl.col(by) != ""), [by])
        rows = rows.filter(pl.col("n") >= least) if rows.height else rows
        if rows.height:
            rows = rows.sort("score", by, descending=[True, False])
            shown = rows.select(by, "score", "low", "high", "n", "chance")
            made[name] = {str(key): Share(*values) for key, *values in shown.iter_rows()}
    return made


def all_figures(
    scores: pl.DataFrame, tables: Sequence[Table], chapters: pl.DataFrame | None
) -> list[Figure]:
    """The papers' figures that these scores give."""
    made = [averages(table) for table in tables if table.name == "table2"]
    single = scores.filter(pl.col("format") == "SCQ", pl.col("shots") == 0)
    top = best(scores, SERIES)
    for task, by, table, title in (
        ("KG", "exam", "figure3a", "Single choice, knowledge, zero-shot, by exam"),
        ("CA", "category", "figure3b", "Single choice, case analysis, zero-shot, by category"),
    ):
        found = series(single.filter(pl.col("task") == task), top, by)
        made += [bars(found, title, table)] if found else []
    asked = scores.filter(pl.col("format").is_in(CHOICES))
    few = asked.filter(
        pl.col("shots") == asked["shots"].max(), ~pl.col("model").str.starts_with(BASELINE)
    )
    two = series(few.filter(pl.col("task") == "KG"), best(few, 2), "subject", FEW)
    made += [bars(two, "Knowledge by subject, the two best models", "figure4")] if two else []
    shape = series(few, best(few, SERIES), "subject")
    if shape and 3 <= len(next(iter(shape.values()))) <= 14:
        made.append(radar(shape, "Accuracy by subject", "subjects"))
    shown = chapters.filter(pl.col("n") >= FEW) if chapters is not None else None
    if chapters is not None and shown is not None and shown["chapter"].n_unique() > 2:
        made.append(boxes(chapters, "Accuracy over chapters", "chapter-spread"))
        made.append(curve(chapters, "Chapters from the best to the worst", "chapter-spread"))
    return made


def _x(share: float) -> float:
    return WIDTH * min(max(share, 0.0), 1.0)


def _cent(value: object) -> str:
    return f"{100 * float(str(value or 0)):.1f}"


def _colour(series: Series, i: int) -> str:
    return GREY if list(series)[i].startswith(BASELINE) else COLOURS[i % len(COLOURS)]


def _dash(i: int) -> str:
    return DASHES[i // len(COLOURS) % len(DASHES)]


def _legend(names: Sequence[str], *, lines: bool = False) -> tuple[list[str], int]:
    body = []
    for i, name in enumerate(names):
        colour = GREY if name.startswith(BASELINE) else COLOURS[i % len(COLOURS)]
        sign = _rect(0, 17 * i, 12, 12, colour)
        if lines:
            sign = _stroke((0, 17 * i + 6), (24, 17 * i + 6), colour, width=2, dash=_dash(i))
        body += [sign, _text(30 if lines else 18, 17 * i + 10, name)]
    return body, 17 * len(names) + 8


def _rect(x: float, y: float, width: float, height: float, colour: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height}" fill="{colour}"/>'


def _stroke(
    one: tuple[float, float],
    two: tuple[float, float],
    colour: str,
    *,
    width: int = 1,
    dash: str = "",
) -> str:
    ends = f'x1="{one[0]:.1f}" y1="{one[1]:.1f}" x2="{two[0]:.1f}" y2="{two[1]:.1f}"'
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<line {ends} stroke="{colour}" stroke-width="{width}"{dashed}/>'


def _text(
    x: float, y: float, text: str, *, size: int = 12, colour: str = INK, anchor: str = "start"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )


def _polygon(points: Sequence[tuple[float, float]], colour: str, *, width: int = 1) -> str:
    shown = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{shown}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


def _svg(body: Sequence[str], height: int, title: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"{''.join(body)}</svg>"
    )
