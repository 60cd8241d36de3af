"""Scores → the papers' tables. Each a pure function: scores in, a `Table` of texts and figures out.

CPsyExam: table 2 (models by task, shots and format; Avg is the better of the two settings' averages
over all choice questions), 3 (open questions), 4 (roles, as paired differences), figures 3 and 4.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from cpsyexam import taxonomy
from evaluation.intervals import Interval, holm, interval, paired

CHOICES = ("SCQ", "MAQ")
BASELINE = "baseline: "
_BEST = pl.col("score").mean()
_BESIDE = ("partial", "jaccard", "options_right", "named", "asked", "chance", "unparsed", "failed")
_AVERAGES = ("Avg", "low", "high", "macro")


Cell = str | float | int | None


@dataclass(frozen=True)
class Table:
    """A table to be shown; cells are texts, numbers (shares are 0 to 1) or None."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


def intervals(scores: pl.DataFrame, by: Sequence[str]) -> pl.DataFrame:
    """Mean score by group, with interval, n, clusters and what stands beside it.

    A question asked several times (rotations, repeats) counts once, by its mean.
    """
    once = scores.group_by([*by, "id", "cluster"], maintain_order=True).agg(
        pl.col("score", *_BESIDE).mean()
    )
    groups = once.group_by(by, maintain_order=True).agg(
        pl.col("score"), pl.col("cluster").rank("dense"), pl.col(_BESIDE).mean()
    )
    rows = []
    for group in groups.iter_rows(named=True):
        found = interval(group.pop("score"), group.pop("cluster"))
        rows.append({
            **group, "n": found.n, "clusters": found.clusters,
            "score": found.mean, "low": found.low, "high": found.high,
        })  # fmt: skip
    return pl.DataFrame(rows).sort(list(by)) if rows else pl.DataFrame()


def label(model: str, role: str, default: str = "expert") -> str:
    """A model's name in a table; its role where it is not the default one."""
    return model if role in ("", default) else f"{model} ({role})"


def main(scores: pl.DataFrame) -> Table:
    """Table 2: a row a model and role, the eight numbers, both averages, and what they rest on."""
    choices = scores.filter(pl.col("format").is_in(CHOICES))
    columns = [
        (task, shots, form) for task in taxonomy.tasks() for shots in (0, 5) for form in CHOICES
    ]
    rows = []
    for (model, role), group in choices.group_by(["model", "role"], maintain_order=True):
        flat = str(model).startswith(BASELINE)
        cells = {
            (task, shots, form): _mean(part)
            for (task, shots, form), part in group.group_by(["task", "shots", "format"])
        }
        by_shots = {
            str(shots): (interval(*_values(part)), part)
            for (shots,), part in group.group_by(["shots"], maintain_order=True)
        }
        best, part = max(by_shots.values(), key=lambda pair: pair[0].mean)
        row: list[Cell] = [
            label(str(model), str(role)), best.mean, best.low, best.high, _macro(part)
        ]  # fmt: skip
        row += [cells.get((task, 0 if flat else shots, form)) for task, shots, form in columns]
        row += [_named(part), _average(part, "chance"), _share(part, "unparsed"), best.n,
                best.clusters]  # fmt: skip
        rows.append(tuple(row))
    heads = tuple(f"{task} {shots}-shot {form}" for task, shots, form in columns)
    return Table(
        "table2",
        "Choice questions: accuracy by task, shots and format",
        ("model", *_AVERAGES, *heads, "MAQ letters", "chance", "unparsed", "n", "clusters"),
        tuple(
            sorted(rows, key=lambda row: (str(row[0]).startswith(BASELINE), -float(row[1] or 0)))
        ),
        "Avg: all choice questions together, the better of the settings with other shots. macro: "
        "mean over subjects. Intervals: 95 %, by case. MAQ letters: mean number of letters named "
        "and in the key. chance: of a guess that knows how many options there are. Baselines have "
        "no shots: their figures stand in all columns.",
    )


def _values(part: pl.DataFrame) -> tuple[list[float], list[str]]:
    once = part.group_by("id", "cluster", maintain_order=True).agg(pl.col("score").mean())
    return once["score"].to_list(), once["cluster"].to_list()


def _mean(part: pl.DataFrame) -> float | None:
    return sum(_values(part)[0]) / part["id"].n_unique() if part.height else None


def _macro(part: pl.DataFrame) -> float:
    means = [_mean(one) or 0.0 for _, one in part.group_by("exam", "subject")]
    return sum(means) / len(means)


def _named(part: pl.DataFrame) -> str:
    several = part.filter(pl.col("format") == "MAQ")
    if not several.height:
        return ""
    named, asked = several.select(pl.col("named", "asked").mean()).row(0)
    return f"{named:.1f} of {asked:.1f}"


def open_questions(scores: pl.DataFrame) -> Table:
    """Table 3: open questions, the judge's marks where there are any, and overlap in characters."""
    rows: list[tuple[Cell, ...]] = []
    part = scores.filter(pl.col("format") == "QA")
    for (model, role, shots), group in part.group_by("model", "role", "shots", maintain_order=True):
        judged = group.filter(pl.col("judged").is_not_null())
        found = interval(judged["judged"].to_list(), judged["cluster"].to_list())
        given = (found.mean, found.low, found.high) if found.n else (None, None, None)
        rows.append((
            label(str(model), str(role)), str(shots), *given, _average(group, "rouge"),
            _average(group, "bleu"), int(group["unscored"].sum()), group.height,
        ))  # fmt: skip
    return Table(
        "table3",
        "Open questions",
        ("model", "shots", "mark", "low", "high", "ROUGE-L", "BLEU", "unscored", "n"),
        tuple(sorted(rows, key=lambda row: (-float(row[2] or 0), -float(row[5] or 0)))),
        "mark: the judge's of 100, median of the draws; unscored: answers that it gave no mark. "
        "ROUGE-L by characters; BLEU by sentence, where sacrebleu is installed.",
    )


def _average(part: pl.DataFrame, name: str) -> float | None:
    values = part[name].drop_nulls().to_list()
    return sum(values) / len(values) if values else None


def _share(part: pl.DataFrame, name: str) -> float:
    return float(part[name].sum()) / part.height


def differences(
    scores: pl.DataFrame, what: str, base: str | int
) -> list[tuple[str, str, Interval]]:
    """Paired differences on the same questions of a model to itself with `what` = `base`."""
    choices = scores.filter(pl.col("format").is_in(CHOICES))
    rest = [name for name in ("model", "role", "shots") if name != what]
    found = []
    for key, group in choices.group_by(rest, maintain_order=True):
        one = group.filter(pl.col(what) == base)
        for (value,), other in group.filter(pl.col(what) != base).group_by(
            what, maintain_order=True
        ):
            both = once(other, []).join(once(one, []), on="id", suffix="_base")
            if both.height:
                gaps = (both["score"] - both["score_base"]).to_numpy()
                name = ", ".join(str(k) for k in key if str(k))
                found.append((name, str(value), paired(gaps, both["cluster"].to_list())))
    return found


def once(part: pl.DataFrame, by: Sequence[str]) -> pl.DataFrame:
    """A score for each question, by its mean over rotations and repeats, within `by`."""
    keys = [*by, "id", "cluster"]
    return part.group_by(keys, maintain_order=True).agg(pl.col("score").mean())


def compared(scores: pl.DataFrame, name: str, what: str, base: str | int, title: str) -> Table:
    """A table of paired differences, p adjusted for their number (Holm)."""
    found = differences(scores, what, base)
    adjusted = holm([gap.p for _, _, gap in found])
    rows = tuple(
        (run, value, gap.mean, gap.low, gap.high, p, "yes" if p < 0.05 else "not shown", gap.n)
        for (run, value, gap), p in zip(found, adjusted, strict=True)
    )
    heads = ("run", what, "difference", "low", "high", "p", "differs", "n")
    return Table(name, title, heads, rows, f"To {what} {base} on the same questions.")


def grouped(scores: pl.DataFrame, name: str, by: Sequence[str], title: str) -> Table:
    """Accuracy by a label (exam, category, subject) for every run."""
    found = intervals(scores, ["model", "role", "shots", *by])
    rows = tuple(
        (label(row["model"], row["role"]), str(row["shots"]), *(row[b] for b in by), row["score"],
         row["low"], row["high"], row["chance"], row["unparsed"], row["n"], row["clusters"])
        for row in found.iter_rows(named=True)
    )  # fmt: skip
    heads = ("model", "shots", *by, "score", "low", "high", "chance", "unparsed", "n", "clusters")
    return Table(name, title, heads, rows)


def all_tables(scores: pl.DataFrame, base: str = "") -> list[Table]:
    """Every table that these scores give, empty ones left out.

    `base`: the model that others are compared with (default: the best).
    """
    single = scores.filter(pl.col("format") == "SCQ")
    models = scores.filter(~pl.col("model").str.starts_with(BASELINE))
    ranked = models.filter(pl.col("format").is_in(CHOICES)).group_by("model").agg(_BEST)
    best = ranked.sort("score", "model", descending=[True, False])["model"].head(1).to_list()
    made = [
        main(scores),
        open_questions(scores),
        compared(models, "table4", "role", "expert", "Roles: paired differences to the expert"),
        compared(models, "models", "model", base or "".join(best),
                 f"Models: paired differences to {base or 'the best'}"),
        compared(models, "shots", "shots", 0, "Exemplars: paired differences to zero-shot"),
        grouped(single.filter(~pl.col("task").is_in(taxonomy.cases())), "figure3a", ["exam"],
                "Single choice, knowledge, by exam"),
        grouped(single.filter(pl.col("task").is_in(taxonomy.cases())), "figure3b", ["category"],
                "Single choice, case analysis, by category"),
        grouped(scores.filter(pl.col("format").is_in(CHOICES)), "figure4", ["exam", "subject"],
                "Choice questions by subject"),
    ]  # fmt: skip
    return [table for table in made if table.rows]
