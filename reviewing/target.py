"""The question that a person names, and its options in the order that the person sees.

Id or raw_id (or the beginning of one) + the tables of a build → the row as printed. The letters of
a question that is in the build's last order are that order's, of any other the printed ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from cpsyexam.errors import ConfigError
from cpsyexam.taxonomy import LETTERS, positions
from reviewing import seen

WHERE = "an id (q…) or a raw_id (r…); cpsyexam show cleaned --columns id,raw_id,stem lists them"


@dataclass(frozen=True)
class Tables:
    """Tables of a build: raw questions, cleaned ones, those in release order, all rejected rows."""

    raw: pl.DataFrame
    cleaned: pl.DataFrame
    ordered: pl.DataFrame
    rejected: pl.DataFrame  # parent, rule of all stages


@dataclass(frozen=True)
class Target:
    """A question as printed. `order[i]` is the printed place of the option that is shown at i."""

    row: dict[str, Any]
    id: str
    printed: str
    order: tuple[int, ...] | None  # None: options were repaired, so letters do not tell them
    rule: str  # that rejected it, "" where it is kept
    copies: tuple[dict[str, Any], ...]  # raw rows with the same printed text, this one too

    @property
    def key(self) -> tuple[str, ...]:
        """The printed key as texts."""
        return seen.key_texts(self.row["options"], self.row["answer"])

    @property
    def key_places(self) -> tuple[int, ...]:
        """Printed places of the options that the printed key names."""
        found = positions(self.row["answer"].strip())
        return tuple(i for i in found if i < len(self.row["options"]))

    def texts(self, letters: str) -> tuple[str, ...]:
        """Printed texts of the options with these letters. Raises ConfigError."""
        return tuple(self.row["options"][i] for i in self.places(letters))

    def places(self, letters: str) -> tuple[int, ...]:
        """Printed places of the options with these letters. Raises ConfigError."""
        if self.order is None:
            raise ConfigError(
                "the options were repaired, so letters do not tell them",
                where=self.id,
                remedy="name the right options with --key-text, as printed",
            )
        places = positions(letters)
        odd = [c for c in letters.upper() if c not in LETTERS[: len(self.order)]]
        if odd or not places:
            known = LETTERS[: len(self.order)] or "none: an open question; use --key-text"
            raise ConfigError(
                f"no option {''.join(odd)!r}", where=self.id, remedy=f"letters: {known}"
            )
        return tuple(self.order[i] for i in places)


def find(name: str, tables: Tables) -> Target:
    """The question called `name`. Raises ConfigError where there is none, or several."""
    column = "raw_id" if name.startswith("r") else "id"
    known = _known(tables)
    hits = known.filter(pl.col(column).str.starts_with(name)) if name else known.clear()
    names = hits[column].unique().sort()
    if len(names) != 1:
        shown = ", ".join(names.head(3))
        several = f"{name!r} is the beginning of {len(names)}: {shown}"
        what = several if len(names) else f"no question {name!r}"
        raise ConfigError(what, where="the build", remedy=f"give {WHERE}")
    rules = dict(tables.rejected.select("parent", "rule").iter_rows())
    hits = hits.unique("raw_id", maintain_order=True)
    first = _preferred(hits["raw_id"].to_list(), rules, tables.ordered)
    row = tables.raw.row(by_predicate=pl.col("raw_id") == first, named=True)
    every = seen.printed_ids(tables.raw)
    printed = every.filter(tables.raw["raw_id"] == first)[0]
    copies = tables.raw.filter(every == printed).sort("raw_id").iter_rows(named=True)
    return Target(
        row=row,
        id=hits.filter(pl.col("raw_id") == first)["id"][0],
        printed=printed,
        order=_order(row, tables),
        rule=rules.get(first, ""),
        copies=tuple(copies),
    )


def _known(tables: Tables) -> pl.DataFrame:
    """Columns id, raw_id: of cleaned questions, and of the others by their printed text."""
    cleaned = tables.cleaned.select("id", "raw_id")
    rest = tables.raw.join(cleaned, on="raw_id", how="anti")
    return pl.concat([cleaned, rest.select(seen.printed_ids(rest).alias("id"), "raw_id")])


def _preferred(raw_ids: Sequence[str], rules: dict[str, str], ordered: pl.DataFrame) -> str:
    """The copy that stands in the release, else the first that is not rejected, else the first."""
    released = set(ordered.filter(pl.col("raw_id").is_in(list(raw_ids)))["raw_id"])
    return min(raw_ids, key=lambda name: (name not in released, name in rules, name))


def _order(row: dict[str, Any], tables: Tables) -> tuple[int, ...] | None:
    count = len(row["options"])
    shown = tables.ordered.filter(pl.col("raw_id") == row["raw_id"])
    if shown.height:
        order = tuple(shown["order"][0])
        return order if len(order) == count else None
    cleaned = tables.cleaned.filter(pl.col("raw_id") == row["raw_id"])
    same = not cleaned.height or len(cleaned["options"][0]) == count
    return tuple(range(count)) if same else None
