"""What a judge's marks are worth: spread over draws, position, length, agreement with people."""

import math
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import polars as pl

from cpsyexam.errors import ConfigError
from evaluation.intervals import Z, paired
from evaluation.judging import SWAPPED
from evaluation.overlap import characters
from evaluation.tables import BASELINE, Cell, Table

TRUE, FALSE = 95.0, 20.0  # marks of the reference, of another question's
LEAST = 10  # answers below which no correlation is shown
REFERENCE, OTHER = f"{BASELINE}reference", f"{BASELINE}another reference"
_PARTS = ("agreement", "language", "reasonableness")


def correlation(left: Sequence[float], right: Sequence[float]) -> tuple[float, float, float]:
    """Pearson's r with its 95 % interval (Fisher's z); 0 within ±1 where it is not defined."""
    x, y = np.asarray(left, float), np.asarray(right, float)
    if len(x) < 3 or not x.std() or not y.std():
        return 0.0, -1.0, 1.0
    r = float(np.corrcoef(x, y)[0, 1])
    if len(x) == 3:
        return r, -1.0, 1.0
    z, half = math.atanh(min(max(r, -0.999999), 0.999999)), Z / math.sqrt(len(x) - 3)
    return r, math.tanh(z - half), math.tanh(z + half)


def ranks(values: Sequence[float]) -> list[float]:
    """Ranks, ties by their mean."""
    found: list[float] = pl.Series(values, dtype=pl.Float64).rank("average").to_list()
    return found


def judges(answers: pl.DataFrame, references: pl.DataFrame) -> Table:
    """A row for each judge and measure. `references`: id, cluster, reference of open questions."""
    rows: list[tuple[Cell, ...]] = []
    judged = answers.filter(pl.col("judge") != "").join(references, on="id")
    for (name,), part in judged.group_by("judge", maintain_order=True):
        rows += [(str(name), *row) for row in _measures(part)]
    return Table(
        "judges",
        "The judge: what its marks depend on",
        ("judge", "measure", "value", "low", "high", "n"),
        tuple(rows),
        "Marks of 100. Position: the answer before the reference, minus after it. Length: rank "
        "correlation of mark and characters; given ROUGE-L, what remains of it at equal overlap.",
    )


def _measures(part: pl.DataFrame) -> list[tuple[Cell, ...]]:
    draws: list[list[float | None]] = part["judged"].to_list()
    given = [[value for value in row if value is not None] for row in draws]
    spread = [float(np.std(row, ddof=1)) for row in given if len(row) > 1]
    missing = sum(value is None for row in draws for value in row)
    rows: list[tuple[Cell, ...]] = [
        ("draws without a mark", str(missing), None, None, sum(map(len, draws))),
        (
            "spread over draws (sd)",
            _text(np.mean(spread) if spread else 0),
            None,
            None,
            len(spread),
        ),
    ]
    gaps, clusters = _positions(draws, part["cluster"].to_list())
    if gaps:
        gap = paired(gaps, clusters)
        rows.append(("position", *(_text(v) for v in (gap.mean, gap.low, gap.high)), gap.n))
    rows += _lengths(part, given)
    for model, label in (
        (REFERENCE, "reference as answer"),
        (OTHER, "another question's reference"),
    ):
        mine = [np.median(row) for row, m in zip(given, part["model"], strict=True)
                if m == model and row]  # fmt: skip
        if mine:
            rows.append((label, _text(np.mean(mine)), None, None, len(mine)))
    return rows


def _positions(
    draws: Sequence[Sequence[float | None]], clusters: Sequence[str]
) -> tuple[list[float], list[str]]:
    gaps, kept = [], []
    for row, cluster in zip(draws, clusters, strict=True):
        first = [v for i, v in enumerate(row) if i % 2 == SWAPPED and v is not None]
        last = [v for i, v in enumerate(row) if i % 2 != SWAPPED and v is not None]
        if first and last:
            gaps.append(float(np.mean(first) - np.mean(last)))
            kept.append(cluster)
    return gaps, kept


def _lengths(part: pl.DataFrame, given: Sequence[Sequence[float]]) -> list[tuple[Cell, ...]]:
    from evaluation.overlap import rouge_l

    kept = [i for i, row in enumerate(given) if row]
    if len(kept) < LEAST:
        return []
    texts, wanted = part["text"].to_list(), part["reference"].to_list()
    marks = ranks([float(np.median(given[i])) for i in kept])
    length = ranks([len(characters(texts[i])) for i in kept])
    overlap = ranks([rouge_l(wanted[i], texts[i]) for i in kept])
    plain = correlation(marks, length)
    rest = correlation(_residual(marks, overlap), _residual(length, overlap))
    return [
        ("length", *(f"{v:.2f}" for v in plain), len(kept)),
        ("length given ROUGE-L", *(f"{v:.2f}" for v in rest), len(kept)),
    ]


def _residual(values: Sequence[float], by: Sequence[float]) -> list[float]:
    x, y = np.asarray(by, float), np.asarray(values, float)
    slope = float(np.cov(x, y)[0, 1] / x.var(ddof=1)) if x.std() else 0.0
    return [float(v) for v in y - y.mean() - slope * (x - x.mean())]


def doubts(answers: pl.DataFrame) -> list[str]:
    """Judges that do not tell a reference from that of another question."""
    told = []
    judged = answers.filter(pl.col("judge") != "").with_columns(mark=pl.col("judged").list.median())
    for (name,), part in judged.group_by("judge", maintain_order=True):
        means = dict(part.group_by("model").agg(pl.col("mark").mean()).iter_rows())
        high, low = means.get(REFERENCE), means.get(OTHER)
        if (high is not None and high < TRUE) or (low is not None and low > FALSE):
            told.append(
                f"The judge {name} gives the reference {_shown(high)} and that of another question "
                f"{_shown(low)} of 100 (wanted: {TRUE:.0f} or more, {FALSE:.0f} or less): do not "
                "rely on its marks."
            )
    return told


def _shown(value: float | None) -> str:
    return "no mark" if value is None else f"{value:.0f}"


def _text(value: float | np.floating) -> str:
    return f"{float(value):.1f}"


def people(path: Path) -> pl.DataFrame:
    """Marks of people from a CSV: model, id, and score or the three parts; maybe rater.

    Returns model, id, score (mean over raters, 0 to 100), raters, and each one's marks (`by`:
    structs of rater and score). Raises ConfigError.
    """
    remedy = "columns: model, id, and score (0 to 100) or agreement, language, reasonableness"
    try:
        found = pl.read_csv(path, infer_schema_length=None)
        if "score" not in found.columns:
            found = found.with_columns(score=pl.sum_horizontal(*_PARTS))
        found = found.select(
            "model", "id", pl.col("score").cast(pl.Float64),
            (pl.col("rater") if "rater" in found.columns else pl.lit("")).alias("rater"),
        )  # fmt: skip
    except (OSError, pl.exceptions.PolarsError) as error:
        first = str(error).splitlines()[0]
        raise ConfigError(f"no marks of people: {first}", where=str(path), remedy=remedy) from error
    bad = found.filter(~pl.col("score").is_between(0, 100) | pl.col("score").is_null())
    if bad.height:
        row = bad.row(0, named=True)
        raise ConfigError(
            f"mark {row['score']} of {row['model']} on {row['id']}", where=str(path), remedy=remedy
        )
    return found.group_by("model", "id", maintain_order=True).agg(
        pl.col("score").mean(),
        pl.col("rater").n_unique().alias("raters"),
        pl.struct("rater", "score").alias("by"),
    )


def agreement(answers: pl.DataFrame, marks: pl.DataFrame) -> Table:
    """Correlation of judge and people over answers (not over models), by model and together.

    Where several people marked, of the judge with each of them, and of each two of them.
    """
    judged = answers.filter(pl.col("judge") != "", pl.col("judged").list.median().is_not_null())
    both = judged.select("model", "id", "judge", mark=pl.col("judged").list.median()).join(
        marks, on=["model", "id"]
    )
    rows: list[tuple[Cell, ...]] = []
    for (judge,), part in both.group_by("judge", maintain_order=True):
        groups = [
            ("all", part),
            *((str(m), g) for (m,), g in part.group_by("model", maintain_order=True)),
        ]
        rows += [(str(judge), name, *_agreed(group)) for name, group in groups]
        rows += [(str(judge), f"marks of {n}", *_agreed(g)) for n, g in _raters(part)]
    raters = [(name, group) for name, group in _raters(marks)]
    for (one, left), (two, right) in combinations(raters, 2):
        pair = left.rename({"score": "mark"}).join(right, on=["model", "id"])
        rows.append((f"marks of {one}", f"marks of {two}", *_agreed(pair)))
    return Table(
        "agreement",
        "Judge and people, answer by answer",
        ("judge", "answers of", "Pearson r", "low", "high", "Spearman", "judge minus people", "n"),
        tuple(rows),
        f"Over answers, not over models; below {LEAST} answers no correlation is shown.",
    )


def _raters(marks: pl.DataFrame) -> list[tuple[str, pl.DataFrame]]:
    """Each person's marks (model, id, score, and `mark` where it is there); [] for one alone."""
    wanted = [name for name in ("model", "id", "mark") if name in marks.columns]
    each = marks.select(*wanted, "by").explode("by").unnest("by")
    found = each.partition_by("rater", as_dict=True, include_key=False)
    named = {str(name): group for (name,), group in found.items()}
    return [(name, named[name]) for name in sorted(named)] if len(named) > 1 else []


def strangers(table: Table) -> list[str]:
    """Judges whose marks agree with those of people no better than by chance, from `agreement`."""
    told = []
    for row in table.rows:
        judge, whose, r, low, high = row[:5]
        if whose == "all" and r is not None and float(str(low)) <= 0:
            told.append(
                f"The judge {judge} agrees with people no better than by chance (r {r}, "
                f"{low} to {high}, n = {row[-1]}): do not rely on its marks."
            )
    return told


def _agreed(group: pl.DataFrame) -> tuple[Cell, ...]:
    mine, theirs = group["mark"].to_list(), group["score"].to_list()
    gap = _text(np.mean(np.subtract(mine, theirs)))
    if group.height < LEAST:
        return (None, None, None, None, gap, group.height)
    r, low, high = correlation(mine, theirs)
    rank = correlation(ranks(mine), ranks(theirs))[0]
    return (f"{r:.2f}", f"{low:.2f}", f"{high:.2f}", f"{rank:.2f}", gap, group.height)
