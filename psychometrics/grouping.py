"""The first group of differential functioning, as a person writes it."""

from collections.abc import Mapping

import numpy as np
import polars as pl

from cpsyexam.errors import ConfigError
from psychometrics.responses import Bools, Responses, responses

FAMILY, ROTATION = "family", "rotation"
COLUMNS = (FAMILY, ROTATION, "role", "shots", "engine", "prompt", "run", "release")


def grouped(
    answers: pl.DataFrame, questions: pl.DataFrame, families: Mapping[str, str] | None, first: str
) -> tuple[Responses, Bools]:
    """Answers to be compared, and who is in the first group.

    `first`: how the names of its models begin (`human:`), or COLUMN=VALUE with one of COLUMNS.
    With `rotation=0` each order of the options counts as a person: answers in released order
    against those in turned ones. Raises ConfigError for an unknown column or value.
    """
    column, equals, value = first.partition("=")
    if equals and column == ROTATION:
        run = pl.format("{}/{}", "run", ROTATION)
        turned = answers.with_columns(run=run, rotation=pl.lit(0, pl.Int32))
        found = responses(turned, questions, families)
        return _met(found, [run.rpartition("/")[2] for run in found.persons], first, value)
    found = responses(answers, questions, families)
    if not equals:
        return _kept(found, [model.startswith(first) for model in found.models])
    if column not in COLUMNS:
        raise ConfigError(
            f"no column {column!r}", where="--group", remedy=f"one of {', '.join(COLUMNS)}"
        )
    if column == FAMILY:
        return _met(found, list(found.families), first, value)
    known = dict(answers.select("run", pl.col(column).cast(pl.String)).unique("run").iter_rows())
    return _met(found, [known[run] for run in found.persons], first, value)


def _met(found: Responses, values: list[str], first: str, value: str) -> tuple[Responses, Bools]:
    if value not in values:
        raise ConfigError(
            f"no answers with {first}", where="--group",
            remedy=f"there are {', '.join(sorted(set(values))[:12])}",
        )  # fmt: skip
    return _kept(found, [one == value for one in values])


def _kept(found: Responses, group: list[bool]) -> tuple[Responses, Bools]:
    met = np.asarray(found.seen.any(axis=0))
    return found.of(items=met), np.array(group, bool)
