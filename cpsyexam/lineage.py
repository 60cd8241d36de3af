"""Lineage: the name of a question that outlives corrections, re-crawls and merges of copies.

An id names a text; a lineage has had one id after the other. It is what a version inherits by: the
part of a question, and in which parts the texts that it was printed or corrected to have stood.
"""

import hashlib
import hmac
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl

from cpsyexam.files import canonical, digest, digest_file
from cpsyexam.identity import short_id
from cpsyexam.taxonomy import SPLITS

PLACE = "lineage"  # folder in a reserve, with a file a table
TABLES = ("questions", "names", "texts")
RANK: Mapping[str, int] = {split: i for i, split in enumerate(SPLITS)}  # the higher, the less shown
Schema = dict[str, pl.DataType | type[pl.DataType]]
QUESTIONS: Schema = {
    "lineage": pl.String,  # `l` + 20 hex digits
    "first": pl.String,  # id in the first version that had it
    "id": pl.String,  # in the last
    "split": pl.String,  # in the last
    "source": pl.String,
    "since": pl.String,  # first version
    "until": pl.String,  # last version
}
NAMES: Schema = {
    # an id, an id of a text as printed, a raw_id, a lineage that it absorbed, a text of a source
    "name": pl.String,
    "lineage": pl.String,
    "shown": pl.Boolean,  # whether a version's public part has this name
    "since": pl.String,
}
TEXTS: Schema = {  # of questions that have gone, and what others were before or in print
    "lineage": pl.String,
    "id": pl.String,  # of this text
    "material": pl.String,
    "stem": pl.String,
    "options": pl.List(pl.String),
}


@dataclass(frozen=True)
class Lineages:
    """All questions that versions of a release have had, kept or gone, and every name of theirs.

    `questions` has a row a lineage (QUESTIONS), `names` a row a name of one (NAMES), `texts` a row
    a text (TEXTS) that is in none of the files `shards`; `digest` is that of all files read.
    """

    questions: pl.DataFrame
    names: pl.DataFrame
    texts: pl.DataFrame
    digest: str
    shards: tuple[Path, ...] = ()

    def texts_of(self, lineages: pl.Series) -> pl.DataFrame:
        """Every known text (TEXTS) of these lineages: the last, those before, those in print."""
        mine = pl.col("lineage").is_in(lineages.implode())
        found = [self.texts.filter(mine)]
        there = self.questions.filter(mine).select("lineage", "id", "split")
        there = there.join(found[0], on=["lineage", "id"], how="anti")
        # what is revealed lies in the reserve still
        parts = tuple(f"{split}-" for split in {*there["split"], SPLITS[-1]} if there.height)
        for path in (path for path in self.shards if path.name.startswith(parts)):
            records = pl.scan_parquet(path).filter(pl.col("id").is_in(there["id"].implode()))
            read = records.select("id", "material", "options", stem="question").collect()
            found.append(there.join(read, on="id").select(*TEXTS))
        return pl.concat(found)

    def revealing(self, names: Collection[str]) -> "Lineages":
        """The same, the reserved lineages with these names in the test part."""
        named = self.names.filter(pl.col("name").is_in(list(names)))["lineage"]
        opened = pl.col("lineage").is_in(named.implode()) & (pl.col("split") == SPLITS[-1])
        split = pl.when(opened).then(pl.lit("test")).otherwise("split").alias("split")
        return replace(self, questions=self.questions.with_columns(split))

    def kept_back(self) -> pl.DataFrame:
        """The questions that no training text may hold: those of every part but train."""
        return self.questions.filter(pl.col("split") != SPLITS[0])


_EMPTY = [pl.DataFrame(schema=schema) for schema in (QUESTIONS, NAMES, TEXTS)]
NONE = Lineages(_EMPTY[0], _EMPTY[1], _EMPTY[2], digest="")


def of_splits(table: pl.DataFrame) -> Lineages:
    """Lineages of a plain table: columns id or raw_id, and split."""
    by = "id" if "id" in table.columns else "raw_id"
    rows = table.unique(by, maintain_order=True)
    named = rows.select(name=by, split="split").with_columns(lineage=_of_names(rows[by]))
    blank = {name: pl.lit("") for name in ("source", "since", "until")}
    text = pl.col("name") if by == "id" else pl.lit("")
    questions = named.with_columns(**blank, first=text, id=text)
    public = pl.col("split") != SPLITS[-1]
    names = named.select("name", "lineage", public.alias("shown"), pl.lit("").alias("since"))
    return Lineages(
        questions.select(*QUESTIONS),
        names.select(*NAMES),
        pl.DataFrame(schema=TEXTS),
        digest(named.write_csv()),
    )


def _of_names(names: pl.Series) -> pl.Series:
    return pl.Series("lineage", [short_id("l", name) for name in names], dtype=pl.String)


def links(
    names: pl.DataFrame, known: pl.DataFrame, among: pl.DataFrame | None = None
) -> pl.DataFrame:
    """Columns question, lineage: which lineages the questions continue, by the names they share.

    `names` has question and name, `known` is a table NAMES; `among`: to these lineages alone. A
    text is surer than a place: a raw_id, which counts the questions of a page, links only a
    question that no text links, to a lineage that no text claims; a parser that divides a question
    would else move all names by one.
    """
    asked = known if among is None else known.join(among, on="lineage", how="semi")
    hits = names.join(asked.select("name", "lineage"), on="name")
    place = pl.col("name").str.starts_with("r")
    texts = hits.filter(~place).select("question", "lineage").unique()
    places = hits.filter(place).select("question", "lineage")
    places = places.join(texts, on="lineage", how="anti").unique()
    mine = names.join(places, on="question", how="semi").filter(~place)
    told = mine.join(known, on="name", how="semi")
    return pl.concat([texts, places.join(told, on="question", how="anti")])


@dataclass(frozen=True)
class KeptBack:
    """What the version before kept from its readers: questions of the parts `splits`, or keys."""

    earlier: Lineages
    splits: tuple[str, ...]


def texts_of_sources(rows: pl.DataFrame) -> pl.Series:
    """Names (`p` + 20 hex digits) of the texts that sources have: columns source, id."""
    names = [short_id("p", source, name) for source, name in rows.select("source", "id").rows()]
    return pl.Series("name", names, dtype=pl.String)


def strictest(splits: pl.Expr) -> pl.Expr:
    """Of several splits that which shows least: reserved before test, valid, dev and train."""
    rank = splits.replace_strict(RANK, return_dtype=pl.Int8)
    return rank.max().replace_strict(dict(enumerate(SPLITS)), return_dtype=pl.String, default=None)


def commitment(reserve: Path, salt_key: bytes) -> str:
    """What RELEASE.json says of the tables in a reserve folder; without the key it tells nothing.

    HMAC-SHA256 over the digests of the files.
    """
    files = [digest_file(reserve / PLACE / f"{name}.parquet") for name in TABLES]
    return hmac.digest(salt_key, f"lineage/{canonical(files)}".encode(), hashlib.sha256).hex()
