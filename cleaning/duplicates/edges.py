"""All edges of a set of questions: exact copies, candidates verified, questions on one case."""

import numpy as np
import polars as pl

from cleaning.duplicates.candidates import Pairs, candidates, same_wording
from cleaning.duplicates.clusters import components
from cleaning.duplicates.corpus import SCHEMA, Corpus, corpus_of, with_ratio
from cleaning.duplicates.settings import DuplicateSettings
from cleaning.duplicates.texts import compare
from cleaning.duplicates.verify import NO_CASE
from cleaning.duplicates.wording import function_words
from cpsyexam.identity import normal_form

KINDS = ("exact", "near", "conflict", "variant", "sibling", "flip", "orphan", "review")
_CLOSED = 40  # rows of a cluster within which every pair is verified
_KEY_MARK = "\x1e"


def find_edges(frame: pl.DataFrame, settings: DuplicateSettings | None = None) -> pl.DataFrame:
    """Edges between the questions of `frame`: left, right (raw_ids), kind, reason, ratio.

    `frame` needs raw_id, material, stem, options and answer (positions; empty or null where not
    known) and may hold reference. A group of n exact copies gives n-1 edges, from its head; the
    questions of a case hang on the case's first. Only `exact` and `near` are copies; the other
    kinds are there so that a person, or a splitter, can take notice.
    """
    settings = settings or DuplicateSettings()
    if frame.height < 2:
        return pl.DataFrame(schema=SCHEMA)
    heads, copies = _copies(comparison_rows(frame))
    corpus = corpus_of(heads, settings)
    alike = [candidates(heads["text"], settings), same_wording(heads)]
    found = corpus.verified(np.unique(np.concatenate(alike)))
    closing = corpus.verified(_unverified(corpus, found))
    edges = pl.concat([found, closing])
    return pl.concat([copies, edges, _siblings(corpus, edges)]).select(SCHEMA.keys())


def comparison_rows(frame: pl.DataFrame) -> pl.DataFrame:
    """Comparison columns of a frame as `find_edges` takes it, a row a question.

    Beside those of `compare`: `content` (the question without function words), `key` (the right
    options as one text), `form` (the frozen normal form), `reference`, `raw_id`.
    """
    empty = pl.Series("reference", [""], dtype=pl.String).new_from_index(0, frame.height)
    content = pl.col("question").str.replace_all(function_words(), "")
    table = compare(frame).with_columns(
        frame["raw_id"],
        pl.when(content == "").then("question").otherwise(content).alias("content"),
        normal_form(frame).alias("form"),
        frame["answer"].cast(pl.List(pl.Int64)).fill_null([]).alias("answer"),
        frame["reference"].fill_null("") if "reference" in frame.columns else empty,
    )
    right = pl.col("given").list.gather(pl.col("answer"), null_on_oob=True)
    key = right.list.drop_nulls().list.unique().list.sort().list.join(_KEY_MARK)
    distinct = pl.col("given").list.n_unique() == pl.col("given").list.len()
    # where two options read the same, the key does not tell which is meant
    key = pl.when(distinct).then(key).otherwise(pl.lit(""))
    return table.with_columns(key.alias("key")).drop("answer")


def _copies(table: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """One head per exact text, and the edges from it to the others of its group.

    In a group with several keys, rows hang on the first with their key, and these on the head.
    """
    table = table.with_row_index("row")
    found = []
    for columns in (["form"], ["material", "text"]):
        # a head without a key would hide that two others disagree
        ranked = table.sort((pl.col("key") == "").cast(pl.Int8), "row").with_columns(
            pl.col("raw_id").first().over(columns).alias("head"),
            pl.col("key").first().over(columns).alias("head_key"),
            pl.col("raw_id").first().over([*columns, "key"]).alias("alike"),
        )
        found.append(ranked.filter(pl.col("raw_id") != pl.col("head")).sort("row"))
        table = ranked.filter(pl.col("raw_id") == pl.col("head")).sort("row")
        table = table.drop("head", "head_key", "alike")
    copies = pl.concat(found)
    keyless = pl.col("key") == ""
    differ = ~keyless & (pl.col("raw_id") == pl.col("alike"))
    said = pl.format("keys differ: {} → {}", _readable("head_key"), _readable("key"))
    return table, copies.select(
        left=pl.when(keyless | differ).then("head").otherwise("alike"),
        right="raw_id",
        kind=pl.when(differ).then(pl.lit("conflict")).otherwise(pl.lit("exact")),
        reason=pl.when(differ).then(said).otherwise(pl.lit("same text")),
        ratio=pl.lit(1.0),
    )


def _readable(column: str) -> pl.Expr:
    return pl.col(column).str.replace_all(_KEY_MARK, " / ", literal=True)


def _unverified(corpus: Corpus, edges: pl.DataFrame) -> Pairs:
    """Pairs of a cluster that never met: what joins by a chain must not hide a flip."""
    near = edges.filter(pl.col("kind").is_in(["exact", "near", "conflict"]))
    joined = components(list(near.select("left", "right").iter_rows()))
    met = set(edges.select("left", "right").iter_rows())
    pairs = [
        (one, two)
        for group in joined.groups()
        if 2 < len(group) <= _CLOSED
        for i, one in enumerate(group)
        for two in group[i + 1 :]
        if (one, two) not in met and (two, one) not in met
    ]
    return corpus.pairs(pairs)


def _siblings(corpus: Corpus, edges: pl.DataFrame) -> pl.DataFrame:
    """Edges from the first question of a case to its others, where no edge joins them yet."""
    rows = corpus.rows.select("raw_id", "text", pl.Series("case", corpus.cases))
    rows = rows.filter(pl.col("case") != NO_CASE).with_columns(
        pl.col("raw_id").first().over("case").alias("left"),
        pl.col("text").first().over("case").alias("left_text"),
    )
    others = rows.filter(pl.col("raw_id") != pl.col("left")).rename({"raw_id": "right"})
    known = pl.concat([edges.select("left", "right"), edges.select(left="right", right="left")])
    fresh = others.join(known, on=["left", "right"], how="anti", maintain_order="left")
    return with_ratio(
        fresh.select(
            "left",
            "right",
            pl.lit("sibling").alias("kind"),
            pl.lit("one case, another question").alias("reason"),
            "left_text",
            right_text="text",
        )
    )


def surest_first(edges: pl.DataFrame) -> list[tuple[str, str]]:
    """The pairs that are one question, in the order in which they may join."""
    rank = pl.col("kind").replace_strict(
        {"exact": 0, "conflict": 0, "near": 1}, default=None, return_dtype=pl.Int8
    )
    kept = edges.with_columns(rank.alias("rank")).drop_nulls("rank")
    ordered = kept.sort("rank", -pl.col("ratio"), "left", "right")
    return list(ordered.select("left", "right").iter_rows())
