"""Answers and questions → a matrix of persons by items.

A person is one run of a model, or one human being; what was never asked, or came back as a failed
call, is missing, and an answer that names no option is wrong. Baselines are no persons.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

HUMAN = "human:"
MISSING = -1
_BASELINE = "baseline: "
_SERIES = re.compile(r"[a-z]+")


@dataclass(frozen=True)
class Responses:
    """What every person chose at every item; sets of options are bit masks, option 0 = 1.

    `chosen` is persons × items: MISSING where there is no answer, 0 where no option was named.
    """

    persons: tuple[str, ...]  # run ids
    models: tuple[str, ...]
    families: tuple[str, ...]
    items: tuple[str, ...]
    chosen: Ints
    keys: Ints
    options: Ints
    clusters: tuple[str, ...] = ()  # the case of each item, () where each stands alone

    @property
    def seen(self) -> Bools:
        """Persons × items: whether there is an answer."""
        return np.asarray(self.chosen != MISSING)

    @property
    def right(self) -> Floats:
        """Persons × items: 1 right, 0 wrong, NaN without an answer."""
        return np.where(self.seen, (self.chosen == self.keys[None, :]).astype(np.float64), np.nan)

    @property
    def codes(self) -> Ints:
        """The cluster of each item as a number: answers to one case hang together."""
        names = np.array(self.clusters or self.items, dtype=object)
        return np.unique(names, return_inverse=True)[1].astype(np.int64)

    def of(self, persons: Bools | None = None, items: Bools | None = None) -> "Responses":
        """The part with these persons and items."""
        p = np.ones(len(self.persons), bool) if persons is None else persons
        i = np.ones(len(self.items), bool) if items is None else items
        persons_, models, families = (
            tuple(name for name, kept in zip(names, p, strict=True) if kept)
            for names in (self.persons, self.models, self.families)
        )
        items_, clusters = (
            tuple(name for name, kept in zip(names, i, strict=True) if kept) if names else ()
            for names in (self.items, self.clusters)
        )
        chosen, keys, options = self.chosen[p][:, i], self.keys[i], self.options[i]
        return Responses(persons_, models, families, items_, chosen, keys, options, clusters)


def family(model: str, named: Mapping[str, str] | None = None) -> str:
    """The series a model belongs to: models of one series err together; each human is one.

    `named` maps models to families and goes first.
    """
    if named and model in named:
        return named[model]
    if model.startswith(HUMAN):
        return model
    words = _SERIES.findall(model.rsplit("/", 1)[-1].lower())
    return words[0] if words else model


def responses(
    answers: pl.DataFrame, questions: pl.DataFrame, named: Mapping[str, str] | None = None
) -> Responses:
    """Choice questions with their key as items, runs as persons, in the order of their names.

    Of several orders of options or repeats the first counts. `questions` has `id`, `format`,
    `options`, `key` (positions, null where withheld), `cluster`.
    """
    items = (
        questions.filter(pl.col("format") != "QA", pl.col("key").is_not_null())
        .unique("id").sort("id").select("id", "options", "key", "cluster").with_row_index("item")
    )  # fmt: skip
    asked = (
        answers.filter(pl.col("error") == "", ~pl.col("model").str.starts_with(_BASELINE))
        .sort("run", "id", "rotation", "repeat").unique(["run", "id"], keep="first")
        .join(items.select("id", "item"), on="id").sort("run", "id")
    )  # fmt: skip
    persons = asked.select("run", "model").unique("run").sort("run").with_row_index("person")
    placed = asked.join(persons.select("run", "person"), on="run")
    chosen = np.full((persons.height, items.height), MISSING, np.int64)
    places = placed["person"].to_numpy(), placed["item"].to_numpy()
    chosen[places] = [sum(1 << place for place in set(said)) for said in placed["said"]]
    models = tuple(persons["model"])
    return Responses(
        tuple(persons["run"]), models, tuple(family(model, named) for model in models),
        tuple(items["id"]), chosen,
        np.array([sum(1 << place for place in set(key)) for key in items["key"]], np.int64),
        items["options"].list.len().to_numpy().astype(np.int64), tuple(items["cluster"]),
    )  # fmt: skip


def joined(answers: pl.DataFrame) -> pl.DataFrame:
    """The answers with a model's runs on train, dev and test under one name: they are one person.

    Runs of one setting are left apart where two of them are on the same split (repeats with other
    sampling): nobody could tell which of them belong together.
    """
    setting = ["model", "engine", "role", "shots", "prompt", "release"]
    runs = answers.select("run", "split", *setting).unique("run")
    single = (pl.len().over(*setting, "split") == 1).all().over(setting)
    person = pl.when(single).then(pl.col("run").min().over(setting)).otherwise("run")
    names = runs.select("run", person=person)
    return answers.join(names, on="run", how="left").with_columns(run="person").drop("person")


def one_a_family(found: Responses) -> Bools:
    """Which persons speak for their family: of each, the one with the most right answers."""
    right = np.nan_to_num(found.right)
    share = right.sum(axis=1) / np.maximum(found.seen.sum(axis=1), 1)
    best: dict[str, int] = {}
    for person in np.argsort(-share, kind="stable"):
        best.setdefault(found.families[person], int(person))
    kept = np.zeros(len(found.persons), bool)
    kept[list(best.values())] = True
    return kept
