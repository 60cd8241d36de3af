"""Tables with a column for each subject or split: PsyBench table 3, ConceptPsy tables 6 to 9."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from cpsyexam.errors import ConfigError
from evaluation.graded import correlation, ranks
from evaluation.intervals import interval, paired, wilson
from evaluation.tables import CHOICES, Cell, Table, label, once

PEOPLE = "human:"  # models with this prefix are groups of people, `human:group/person`
PARAPHRASED = "paraphrased"  # role of answers to another wording of the same questions
WIDEST = 14  # subjects that a table has as columns
_RUN = ["model", "role", "shots"]


def splits(scores: pl.DataFrame) -> Table:
    """PsyBench table 3: a row a model, a column for each number of shots and split."""
    choices = scores.filter(pl.col("format").is_in(CHOICES))
    found = (
        choices.select("shots", "split").unique().sort("shots", "split", descending=[False, True])
    )
    columns = [(int(shots), str(split)) for shots, split in found.iter_rows()]
    rows = []
    for (model, role), group in choices.group_by("model", "role", maintain_order=True):
        means = [_mean(group.filter(pl.col("shots") == shots, pl.col("split") == split))
                 for shots, split in columns]  # fmt: skip
        rows.append((label(str(model), str(role)), *means))
    heads = ("model", *(f"{shots}-shot {split}" for shots, split in columns))
    more = len({split for _, split in columns}) > 1
    return Table("splits", "Accuracy by split and shots", heads, _ranked(rows) if more else ())


def subjects(scores: pl.DataFrame) -> Table:
    """ConceptPsy table 6: a row a run, a column a subject, and the mean over subjects."""
    choices = scores.filter(pl.col("format").is_in(CHOICES))
    names = sorted(choices["subject"].unique().to_list())
    rows = []
    for (model, role, shots), group in choices.group_by(_RUN, maintain_order=True):
        means = {str(s): _mean(part) for (s,), part in group.group_by("subject")}
        there = [value for value in means.values() if value is not None]
        average = sum(there) / len(there)
        shown = (means.get(name) for name in names)
        rows.append((label(str(model), str(role)), average, str(shots), *shown))
    fits = 1 < len(names) <= WIDEST
    return Table(
        "subjects",
        "Accuracy by subject; Avg is the mean over subjects",
        ("model", "Avg", "shots", *names),
        _ranked(rows) if fits else (),
    )


def people(scores: pl.DataFrame) -> Table:
    """ConceptPsy table 7: subjects by groups of people, each person's answers weighing alike."""
    mine = scores.filter(pl.col("model").str.starts_with(PEOPLE), pl.col("format").is_in(CHOICES))
    mine = mine.with_columns(group=pl.col("model").str.strip_prefix(PEOPLE).str.extract("^([^/]*)"))
    groups = mine["group"].unique().sort().to_list()
    heads = [f"{group} {what}" for group in groups for what in ("score", "low", "high", "n")]
    rows: list[tuple[Cell, ...]] = []
    for name in [*mine["subject"].unique().sort().to_list(), "all"]:
        part = mine if name == "all" else mine.filter(pl.col("subject") == name)
        row: list[Cell] = [name]
        for group in groups:
            one = part.filter(pl.col("group") == group)
            found = interval(one["score"].to_list(), one["model"].to_list())
            single = one["model"].n_unique() == 1  # of one person: by question
            low, high = wilson(found.mean, one.height) if single else (found.low, found.high)
            row += [found.mean, low, high, found.n] if found.n else [None] * 4
        rows.append(tuple(row))
    title = "People, by group"
    return Table("people", title, ("subject", *heads), tuple(rows) if groups else ())


def paraphrased(scores: pl.DataFrame) -> Table:
    """ConceptPsy table 8: the same questions in another wording, paired; the order of models."""
    choices = scores.filter(pl.col("format").is_in(CHOICES))
    rows: list[tuple[Cell, ...]] = []
    pairs: list[tuple[float, float]] = []
    for (model, shots), group in choices.group_by("model", "shots", maintain_order=True):
        keys = ["id", "cluster"]
        other = once(group.filter(pl.col("role").str.ends_with(PARAPHRASED)), [])
        plain = once(group.filter(~pl.col("role").str.ends_with(PARAPHRASED)), [])
        both = other.join(plain, on=keys, suffix="_plain")
        if both.height:
            gap = paired((both["score"] - both["score_plain"]).to_list(), both["cluster"].to_list())
            first, second = _average(both["score_plain"]), _average(both["score"])
            pairs.append((first, second))
            rows.append(
                (str(model), str(shots), first, second, gap.mean, gap.low, gap.high, gap.p, gap.n)
            )
    note = "On the same questions."
    if len(pairs) > 2:
        before, after = ([pair[k] for pair in pairs] for k in (0, 1))
        note += (
            f" Rank correlation of the models: {correlation(ranks(before), ranks(after))[0]:.2f}"
        )
        note += f" (n = {len(pairs)})."
    heads = ("model", "shots", "as released", "paraphrased", "difference", "low", "high", "p", "n")
    return Table(
        "paraphrased", "Paraphrased questions: paired differences", heads, tuple(rows), note
    )


def comparisons(path: Path) -> Table:
    """ConceptPsy table 9 from a CSV of people's comparisons: subject, verdict (win, tie, loss).

    A win is one of the generated question over the printed one. Raises ConfigError.
    """
    try:
        found = pl.read_csv(path).select("subject", "verdict")
    except (OSError, pl.exceptions.PolarsError) as error:
        first = str(error).splitlines()[0]
        raise ConfigError(
            f"no comparisons: {first}", where=str(path), remedy="columns: subject, verdict"
        ) from error
    bad = found.filter(~pl.col("verdict").is_in(["win", "tie", "loss"]))
    if bad.height:
        raise ConfigError(
            f"verdict {bad['verdict'][0]!r}", where=str(path), remedy="take win, tie or loss"
        )
    rows: list[tuple[Cell, ...]] = []
    for name in [*found["subject"].unique().sort().to_list(), "all"]:
        part = found if name == "all" else found.filter(pl.col("subject") == name)
        win, tie = (_average(part["verdict"] == kind) for kind in ("win", "tie"))
        low, high = wilson(win, part.height)
        rows.append((name, win, low, high, tie, part.height))
    heads = ("subject", "win", "low", "high", "tie", "n")
    return Table(
        "comparisons", "Generated against printed questions, by people", heads, tuple(rows)
    )


def _mean(part: pl.DataFrame) -> float | None:
    return _average(once(part, [])["score"]) if part.height else None


def _average(values: pl.Series) -> float:
    return float(values.sum()) / len(values)


def _ranked(rows: Sequence[tuple[Cell, ...]]) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        sorted(rows, key=lambda row: -max(float(v) for v in row[1:] if isinstance(v, float)))
    )
