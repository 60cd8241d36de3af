"""Answers to a release → what they say of each question, each option and each person.

Flags are questions put to a reviewer; a question is never changed by them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import dataframely as dy
import numpy as np
import polars as pl

from cpsyexam.errors import ConfigError
from psychometrics import classical, dif, rasch
from psychometrics.bundles import bundles
from psychometrics.grouping import grouped
from psychometrics.responses import HUMAN, Bools, Floats, Responses, joined, responses
from psychometrics.suspects import Suspects, suspects

MANY = 12  # persons from which on an item's correlations are worth a flag
_EASY = 0.98
_AMBIGUOUS = 0.2  # correlation of a wrong option with the rest score, beside a right one's
_APART = 3.0  # standard errors between people and models


class Item(dy.Schema):
    """One row a question with at least one answer. Difficulties in logits, mean 0."""

    id = dy.String(primary_key=True)
    exam = dy.String()
    subject = dy.String()
    task = dy.String()
    format = dy.String()
    answers = dy.Int64()
    share = dy.Float64()  # of right answers
    difficulty = dy.Float64()
    difficulty_se = dy.Float64()
    item_rest = dy.Float64(nullable=True)
    infit = dy.Float64(nullable=True)  # null below rasch.FEWEST persons, as is outfit
    outfit = dy.Float64(nullable=True)
    other = dy.List(dy.Int8())  # positions of the best other key, [] where none was named
    llr = dy.Float64(nullable=True)
    consensus = dy.Float64()
    families = dy.Int64()  # whose answers the two figures before rest on
    dif = dy.String(nullable=True)  # class of ETS: the first group against the rest, null: too few
    dif_delta = dy.Float64(nullable=True)  # below 0: harder for the first group than for its equals
    flags = dy.List(dy.String())


class Person(dy.Schema):
    """One row a run or human being. Abilities in logits above the mean difficulty."""

    run = dy.String(primary_key=True)
    model = dy.String()
    family = dy.String()
    answers = dy.Int64()
    share = dy.Float64()
    ability = dy.Float64()
    ability_se = dy.Float64()
    infit = dy.Float64(nullable=True)  # null below rasch.FEWEST persons, as is outfit
    outfit = dy.Float64(nullable=True)


class Option(dy.Schema):
    """One row an option of a question."""

    id = dy.String(primary_key=True)
    position = dy.Int8(primary_key=True)
    right = dy.Bool()
    chosen = dy.Int64()
    correlation = dy.Float64(nullable=True)  # of choosing it with the score on all other questions


@dataclass(frozen=True)
class Analysis:
    """The three tables, the fit behind them and figures of the whole."""

    items: pl.DataFrame
    persons: pl.DataFrame
    options: pl.DataFrame
    model: rasch.Rasch
    alpha: Mapping[str, float]  # KR-20 by exam, a case with several questions as one part
    responses: Responses
    limits: tuple[
        float, float
    ]  # infit and outfit that one item in twenty exceeds by chance, or NaN
    design: float  # see rasch.design: what the answers to one case have in common
    bundles: pl.DataFrame  # groups of persons against kinds of questions, see psychometrics.bundles


def analyse(
    answers: pl.DataFrame,
    questions: pl.DataFrame,
    families: Mapping[str, str] | None = None,
    first: str = HUMAN,
    kinds: Mapping[str, str] | None = None,
) -> Analysis:
    """Judge the questions by the answers. Raises ConfigError for fewer than two persons.

    `first`: the first group of differential functioning: how the names of its models begin
    (default: people), or COLUMN=VALUE of the answers or `family`. `kinds`: id → kind of source.
    """
    answers = joined(answers)
    whole = responses(answers, questions, families)
    found = whole.of(items=np.asarray(whole.seen.any(axis=0)))
    if len(found.persons) < 2:
        raise ConfigError(
            f"answers of {len(found.persons)} models or people, and two are the least",
            where="evaluations",
            remedy="run `cpsyexam evaluate MODEL` for more, or bring people's answers",
        )
    right = found.right
    model = rasch.fit(right)
    doubts, fitted = suspects(found), rasch.order(right, model)
    effect = rasch.design(right, model, found.codes)
    choices = classical.option_table(found)
    labels = questions.unique("id").select("id", "exam", "subject", "task", "format")
    told = _differential(grouped(answers, questions, families, first), found.items)
    items = _items(found, model, doubts, choices, fitted).with_columns(told)
    items = items.join(labels, on="id", maintain_order="left")
    return Analysis(
        Item.validate(items.select(Item.column_names()), cast=True),
        Person.validate(_persons(found, rasch.widened(model, effect), fitted), cast=True),
        Option.validate(_options(found, choices), cast=True),
        rasch.widened(model, effect),
        _alpha(found, items["exam"].to_list()),
        found,
        fitted.limits,
        effect,
        bundles(found, model, _facets(items, kinds or {})),
    )


def _facets(items: pl.DataFrame, kinds: Mapping[str, str]) -> dict[str, list[str]]:
    named = {name: items[name].fill_null("").to_list() for name in ("exam", "task", "format")}
    return {**named, "source": [kinds.get(name, "") for name in items["id"]]}


def _items(
    found: Responses, model: rasch.Rasch, doubts: Suspects, choices: classical.Options,
    fitted: rasch.Order,
) -> pl.DataFrame:  # fmt: skip
    right = found.right
    infit, outfit = fitted.items
    rest = classical.item_rest(right, found.codes)
    share = classical.difficulty(right)
    flags = _flags(found, doubts, choices, share, rest, _apart(found, model))
    return pl.DataFrame({
        "id": found.items,
        "answers": found.seen.sum(axis=0),
        "share": share,
        "difficulty": model.difficulty,
        "difficulty_se": model.difficulty_se,
        "item_rest": _nullable(rest),
        "infit": _nullable(infit),
        "outfit": _nullable(outfit),
        "other": pl.Series([_places(mask) for mask in doubts.other], dtype=pl.List(pl.Int8)),
        "llr": _nullable(doubts.llr),
        "consensus": doubts.consensus,
        "families": doubts.answers,
        "flags": pl.Series(flags, dtype=pl.List(pl.String)),
    })  # fmt: skip


def _differential(told: tuple[Responses, Bools], items: Sequence[str]) -> list[pl.Series]:
    """Columns dif and dif_delta for `items`; null where a group is too small."""
    found, group = told
    empty = pl.Series("dif_delta", [None] * len(items), dtype=pl.Float64)
    if min(int(group.sum()), int((~group).sum())) < dif.FEWEST:
        return [empty.cast(pl.String).alias("dif"), empty]
    made = dif.differential(found.right, group)
    known = dict(zip(found.items, zip(made.delta, made.grade, strict=True), strict=True))
    pairs = [known.get(name, (np.nan, "")) for name in items]
    deltas = [_number(delta) for delta, _ in pairs]
    grades = [None if _number(delta) is None else grade for delta, grade in pairs]
    return [pl.Series("dif", grades, dtype=pl.String), pl.Series("dif_delta", deltas, pl.Float64)]


def _flags(
    found: Responses, doubts: Suspects, choices: classical.Options,
    share: Floats, rest: Floats, apart: Bools,
) -> list[list[str]]:  # fmt: skip
    many = found.seen.sum(axis=0) >= MANY
    most = choices.counts.shape[1]
    keyed = ((found.keys[:, None] >> np.arange(most)) & 1).astype(bool)
    real = np.arange(most)[None, :] < found.options[:, None]
    rival = (np.nan_to_num(choices.correlation, nan=-1.0) >= _AMBIGUOUS) & ~keyed
    named = {
        "key_suspect": doubts.flagged(),
        "ambiguous": many & rival.any(axis=1) & (np.nan_to_num(rest) > 0),
        "too_easy": many & (share > _EASY),
        "no_discrimination": many & (np.nan_to_num(rest) < 0),
        "dead_option": many & (real & (choices.counts == 0)).any(axis=1) & (share <= _EASY),
        "people_models_differ": apart,
    }
    return [[name for name, those in named.items() if those[i]] for i in range(len(found.items))]


def _apart(found: Responses, model: rasch.Rasch) -> Bools:
    """Items that people find harder or easier than models of the same ability do."""
    human = np.array([name.startswith(HUMAN) for name in found.models])
    if human.all() or not human.any():
        return np.zeros(len(found.items), bool)
    chance = model.chance()
    gap, error = np.zeros(len(found.items)), np.zeros(len(found.items))
    both = np.ones(len(found.items), bool)
    for sign, group in ((1, human), (-1, ~human)):
        seen = found.seen[group]
        n = np.maximum(seen.sum(axis=0), 1)
        both &= seen.any(axis=0)
        residual = np.nan_to_num(found.right[group] - chance[group])
        gap += sign * residual.sum(axis=0) / n
        error += (chance * (1 - chance))[group].sum(axis=0, where=seen) / n**2
    return np.asarray(both & (np.abs(gap) > _APART * np.sqrt(np.maximum(error, 1e-12))))


def _persons(found: Responses, model: rasch.Rasch, fitted: rasch.Order) -> pl.DataFrame:
    infit, outfit = fitted.persons
    return pl.DataFrame({
        "run": found.persons, "model": found.models, "family": found.families,
        "answers": found.seen.sum(axis=1), "share": np.nanmean(found.right, axis=1),
        "ability": model.ability, "ability_se": model.ability_se,
        "infit": _nullable(infit), "outfit": _nullable(outfit),
    })  # fmt: skip


def _options(found: Responses, choices: classical.Options) -> pl.DataFrame:
    rows: list[dict[str, Any]] = [
        {
            "id": name, "position": place, "right": bool(found.keys[item] >> place & 1),
            "chosen": int(choices.counts[item, place]),
            "correlation": _number(choices.correlation[item, place]),
        }
        for item, name in enumerate(found.items)
        for place in range(int(found.options[item]))
    ]  # fmt: skip
    types = {name: column.dtype for name, column in Option.columns().items()}
    return pl.DataFrame(rows, schema=types)


def _alpha(found: Responses, exams: list[str]) -> dict[str, float]:
    told = {}
    for exam in sorted(set(exams)):
        part = found.of(items=np.array(exams) == exam)
        told[exam] = classical.kr20(part.right, part.codes)
    return {exam: value for exam, value in told.items() if not np.isnan(value)}


def _places(mask: int) -> list[int]:
    return [place for place in range(int(mask).bit_length()) if mask >> place & 1]


def _number(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _nullable(values: Floats) -> pl.Series:
    return pl.Series([_number(value) for value in values], dtype=pl.Float64)
