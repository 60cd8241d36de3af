"""Answers and their release → scores, tables, warnings and files. Pure, but for `write`."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from cpsyexam.errors import ConfigError
from cpsyexam.files import write_text
from evaluation import formats, graded, matrices, page, reference, releases
from evaluation.chapters import by_chapter, heat, spreads
from evaluation.figures import Figure, all_figures
from evaluation.intervals import interval
from evaluation.pivot import pivot
from evaluation.scoring import score, unscored
from evaluation.tables import BASELINE, Table, all_tables

_LEAK = 0.10  # above chance, with the whole interval
NEAREST = f"{BASELINE}nearest in train"


@dataclass(frozen=True)
class Further:
    """What tables rest on besides the answers.

    `people`: CSV of marks (`graded.people`); `comparisons`: CSV of verdicts (`matrices`);
    `chapters`: id and chapter of questions; `published`: also as the reference code scores;
    `base`: the model that others are compared with, where it is not the best.
    """

    people: Path | None = None
    comparisons: Path | None = None
    chapters: pl.DataFrame | None = None
    published: bool = False
    base: str = ""


@dataclass(frozen=True)
class Results:
    """What was measured on one release."""

    release: str
    scores: pl.DataFrame
    tables: list[Table]
    counts: dict[str, int]
    alarms: list[str]
    figures: list[Figure]


def results(
    answers: pl.DataFrame,
    release: releases.Release,
    keys: Path | None,
    more: Further | None = None,
) -> Results:
    """Score all answers on the release as it is now.

    `more`: what further tables rest on.

    Raises ConfigError where none of them can be scored.
    """
    splits = answers["split"].unique().sort().to_list()
    asked = pl.concat([releases.questions(release, split, keys) for split in splits])
    return on_questions(release.label, answers, asked, more, str(release.folder))


def on_questions(
    label: str, answers: pl.DataFrame, asked: pl.DataFrame, more: Further | None = None,
    where: str = "",
) -> Results:  # fmt: skip
    """As `results`, on questions at hand (`releases.questions`); `where` is for the error."""
    scores, out = score(answers, asked), unscored(answers, asked)
    if not scores.height:
        why = "their keys are withheld" if out["withheld"] else "none of their questions is in it"
        raise ConfigError(
            f"no answer can be scored: {why}",
            where=where,
            remedy="give the release that was asked, or the folder with its keys by --keys",
        )
    counts = {
        "runs": scores["run"].n_unique(),
        "answers": scores.height,
        "questions": scores["id"].n_unique(),
        "failed": int(scores["failed"].sum()),
        "unparsed": int(scores["unparsed"].sum()),
    }
    more = more or Further()
    if more.base and not scores.filter(pl.col("model") == more.base).height:
        there = ", ".join(sorted(set(scores["model"].to_list())))
        raise ConfigError(f"no run of the model {more.base!r}", remedy=f"there are {there}")
    models = scores.filter(~pl.col("model").str.starts_with(BASELINE))
    found = None if more.chapters is None else by_chapter(models, more.chapters)
    made = all_tables(scores, more.base) + [
        table(scores) for table in (matrices.splits, matrices.subjects, matrices.people,
                                    matrices.paraphrased)
    ]  # fmt: skip
    made += [spreads(found), heat(found)] if found is not None and found.height else []
    made += [graded.judges(answers, asked.select("id", "cluster", "reference"))]
    agreed = [graded.agreement(answers, graded.people(more.people))] if more.people else []
    made += agreed
    made += [matrices.comparisons(more.comparisons)] if more.comparisons else []
    made += [reference.table(answers, asked)] if more.published else []
    tables = [table for table in made if table.rows]
    alarms = _alarms(answers, scores, out)
    alarms += [told for table in agreed for told in graded.strangers(table)]
    return Results(label, scores, tables, counts, alarms, all_figures(scores, tables, found))


def _alarms(answers: pl.DataFrame, scores: pl.DataFrame, out: dict[str, int]) -> list[str]:
    told = [leak(scores), *graded.doubts(answers)]
    asked = scores.height
    if out["changed"]:
        told.append(f"{out['changed']} answers were given to another wording of their question.")
    if out["gone"]:
        told.append(f"{out['gone']} answers are to questions that this release does not have.")
    if out["withheld"]:
        told.append(f"{out['withheld']} answers cannot be scored: their keys are withheld.")
    failed = int(scores["failed"].sum())
    if failed > asked / 100:
        told.append(f"{failed} of {asked} calls failed; they count as wrong.")
    older = sorted(set(answers["release"].to_list()))
    if len(older) > 1:
        told.append(f"Runs on {', '.join(older)} are scored with the keys of one release.")
    return [text for text in told if text]


def leak(scores: pl.DataFrame) -> str:
    """A warning where the nearest question of train tells the key of single choices; else ""."""
    mine = scores.filter(pl.col("model") == NEAREST, pl.col("format") == "SCQ")
    if not mine.height:
        return ""
    found = interval(mine["score"].to_list(), mine["cluster"].to_list())
    chance = float(mine["chance"].mean() or 0)  # type: ignore[arg-type]
    if found.low <= chance + _LEAK:
        return ""
    return (
        f"The nearest question of train answers {found.mean:.1%} of single choices (chance "
        f"{chance:.1%}, n = {found.n}): look for copies across the splits (`cpsyexam duplicates`)."
    )


def write(found: Results, folder: Path, extra: Sequence[Table] = ()) -> list[Path]:
    """Write results.html and every table as CSV and LaTeX; returns the paths."""
    tables = [*found.tables, *extra]
    texts = {
        "results.html": page.render(
            tables, found.figures, found.release, found.counts, found.alarms, pivot(found.scores)
        )
    }
    for table in tables:
        texts[f"{table.name}.csv"] = formats.as_csv(table)
        texts[f"{table.name}.tex"] = formats.as_latex(table)
    for name, text in texts.items():
        write_text(folder / name, text)
    return [folder / name for name in texts]
