"""May this be shown to whom? The one place that says so; every way out of a build asks it.

What is public goes to anybody: reviewers, models, files, the terminal. The reserve, and whatever
prints its questions again, goes only to who asked for it by name (`--reserve`), at this machine.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from cpsyexam import chain
from cpsyexam.errors import ConfigError
from cpsyexam.stage import product, scan
from cpsyexam.taxonomy import SPLITS
from cpsyexam.text import bare

RESERVED = SPLITS[-1]
# columns by which a row of any table names questions; a row without any names its page
_NAMES = ("id", "raw_id", "parent", "left", "right", "other", "question", "lineage", "name")
_LISTS = ("also", "raw_ids")
_PAGE = "capture"


@dataclass(frozen=True)
class Secret:
    """What must not be shown: questions by all their names, and the pages that print them."""

    names: frozenset[str] = frozenset()
    pages: frozenset[str] = frozenset()

    def hides(self, *names: str) -> bool:
        """Whether one of these names a question that must not be shown."""
        return not self.names.isdisjoint(names)

    def without(self, frame: pl.DataFrame) -> pl.DataFrame:
        """The rows of a table that may be shown."""
        hidden = list(self._hidden(frame.schema))
        return frame.filter(~pl.any_horizontal(hidden)) if self.names and hidden else frame

    def _hidden(self, schema: pl.Schema) -> Iterator[pl.Expr]:
        known = pl.Series(sorted(self.names), dtype=pl.String).implode()
        for name, kind in schema.items():
            if name in _NAMES and kind == pl.String:
                yield pl.col(name).is_in(known).fill_null(value=False)
            elif name in _LISTS:
                some = pl.col(name).list.eval(pl.element().is_in(known)).list.any()
                yield some.fill_null(value=False)
        if _PAGE in schema and "raw_id" not in schema:
            pages = pl.Series(sorted(self.pages), dtype=pl.String).implode()
            yield pl.col(_PAGE).is_in(pages).fill_null(value=False)


NOTHING = Secret()


def secret(build: Path, *, reserve: bool = False) -> Secret:
    """What a build must not show. `reserve`: whether its owner asked to see the reserve."""
    last = chain.CHAIN.last
    if reserve or not product(build, last).exists():
        return NOTHING
    rows = scan(build, last)
    if "split" not in rows.collect_schema():
        return NOTHING
    held = rows.filter(pl.col("split") == RESERVED).collect()
    if not held.height:
        return NOTHING
    names: Iterable[str] = ()
    if product(build, f"{last}/names").exists():
        mine = pl.col("lineage").is_in(held["lineage"].implode())
        names = scan(build, f"{last}/names").filter(mine).select("name").collect()["name"]
    return of_tables(held, scan(build, "parsed"), names)


def of_tables(
    split: pl.DataFrame, parsed: pl.DataFrame | pl.LazyFrame, names: Iterable[str] = ()
) -> Secret:
    """What must not be shown of questions that were split, and of all that was printed.

    `names`: earlier names of the reserve. A print of the same stem and options is the same secret,
    whatever rule rejected it.
    """
    held = split.filter(pl.col("split") == RESERVED)
    if not held.height:
        return NOTHING
    raw = parsed.lazy().select("raw_id", _PAGE, "stem", "options")
    copies = {*held["raw_id"], *held["also"].explode(empty_as_null=False), *names}
    named = pl.col("raw_id").is_in(pl.Series(sorted(copies), dtype=pl.String).implode())
    text = pl.concat_str(
        bare(pl.col("stem")), bare(pl.col("options").list.sort().list.join("")), separator="\n"
    )
    rows = raw.with_columns(text=text)
    texts = pl.concat([rows.filter(named), _stood(held).lazy().with_columns(text=text)])
    same = rows.join(texts.select("text").unique(), on="text", how="semi").collect()
    every = {*copies, *same["raw_id"], *held["id"], *held["lineage"]}
    return Secret(frozenset(every - {""}), frozenset(same[_PAGE]))


def _stood(held: pl.DataFrame) -> pl.DataFrame:
    """The texts of the reserve as they stand now."""
    return held.select("raw_id", pl.lit("").alias(_PAGE), "stem", "options")


def refuse(secret_: Secret, names: Collection[str], called: str) -> None:
    """Raise ConfigError where one of the names is a question that must not be shown."""
    if secret_.hides(*names):
        raise ConfigError(
            "is in the reserve, which is not shown",
            where=called,
            remedy="--reserve shows it, at this machine",
        )
