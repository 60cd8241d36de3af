"""All edges of a set of questions: exact copies, candidates verified, questions on one case."""

import numpy as np
import polars as pl

from cleaning.duplicates.candidates import (
    CONTENT,
    Fingerprints,
    Numbers,
    Pairs,
    distinct,
    fingerprints,
    kept_fingerprints,
    packed,
    pairs_of,
    unpacked,
)
from cleaning.duplicates.corpus import Cases, attestation, cases_of, with_ratio
from cleaning.duplicates.judging import Judge, cases_may_agree
from cleaning.duplicates.settings import EDGE, DuplicateSettings
from cleaning.duplicates.texts import BATCH, KEY_MARK, Compared, Printed, Rows, comparison_rows
from cleaning.duplicates.verify import NO_CASE
from cpsyexam.components import components
from cpsyexam.memo import NO_MEMO, Memo, row_digests


def exact_copies(table: pl.DataFrame, rows: Rows) -> tuple[Numbers, pl.DataFrame]:
    """One head per exact text (row numbers), and the edges from it to the others of its group.

    `table` has the hashes form, text and key of every row. Texts are equal by the frozen normal
    form or by comparison form. In a group with several keys, rows hang on the first with their
    key, and these on the head.
    """
    table = table.select("form", "text", "key").with_row_index("row")
    gone = []
    for column in ("form", "text"):
        # a head without a key would hide that two others disagree
        ranked = table.filter(pl.col(column).is_duplicated()).sort(pl.col("key") == 0, "row")
        ranked = ranked.with_columns(
            head=pl.col("row").first().over(column),
            alike=pl.col("row").first().over(column, "key"),
        )
        others = ranked.filter(pl.col("row") != pl.col("head"))
        gone.append(others)
        table = table.join(others.select("row"), on="row", how="anti", maintain_order="left")
    keyless = pl.col("key") == 0
    differ = ~keyless & (pl.col("row") == pl.col("alike"))
    pairs = (
        pl.concat(gone)
        .sort("row")
        .select(
            left=pl.when(keyless | differ).then("head").otherwise("alike"),
            right="row",
            kind=pl.when(differ).then(pl.lit("conflict")).otherwise(pl.lit("exact")),
        )
    )
    return table["row"].to_numpy(), _named(pairs, rows)


def _named(pairs: pl.DataFrame, rows: Rows) -> pl.DataFrame:
    numbers = pl.concat([pairs["left"], pairs["right"]]).unique().sort()
    names = pl.DataFrame({"row": numbers}).with_columns(
        rows.take(numbers.to_numpy(), "raw_id")["raw_id"]
    )
    against = pairs.filter(pl.col("kind") == "conflict")
    asked = pl.concat([against["left"], against["right"]]).unique().sort()
    keys = pl.DataFrame({"row": asked}).with_columns(
        rows.take(asked.to_numpy(), "key")["key"].str.replace_all(KEY_MARK, " / ", literal=True)
    )
    table = names.join(keys, on="row", how="left", maintain_order="left")
    for end in ("left", "right"):
        renamed = table.rename({"row": end, "raw_id": f"{end}_id", "key": f"{end}_key"})
        pairs = pairs.join(renamed, on=end, maintain_order="left")
    said = pl.format("keys differ: {} → {}", "left_key", "right_key")
    return pairs.select(
        left="left_id",
        right="right_id",
        kind="kind",
        reason=pl.when(pl.col("kind") == "exact").then(pl.lit("same text")).otherwise(said),
        ratio=pl.lit(1.0),
    )


_CLOSED = 40  # rows of a cluster within which every pair is verified
_SHARED = 64  # questions of one wording; more are boilerplate


def find_edges(
    frame: pl.DataFrame, settings: DuplicateSettings | None = None, memo: Memo = NO_MEMO
) -> pl.DataFrame:
    """Edges between the questions of `frame`: left, right (raw_ids), kind, reason, ratio.

    `frame` needs raw_id, material, stem, options and answer (positions; empty or null where not
    known) and may hold reference. A group of n exact copies gives n-1 edges, from its head; the
    questions of a case hang on the case's first. Only `exact` and `near` are copies; the other
    kinds are there so that a person, or a splitter, can take notice. Fingerprints and verdicts are
    kept in `memo`.
    """
    settings = settings or DuplicateSettings()
    if memo.folder is not None and frame.height >= max(memo.least, 2):
        content = frame.select(name for name in CONTENT if name in frame.columns)
        of = row_digests(content)
        known = kept_fingerprints(content, of, settings, memo)
        return _edges(Printed(frame), known, settings, memo, of)
    # a small bank is brought into comparison form once, a large one batch by batch
    rows = Compared(comparison_rows(frame)) if frame.height <= BATCH else Printed(frame)
    return edges_of(rows, settings)


def edges_of(rows: Rows, settings: DuplicateSettings) -> pl.DataFrame:
    """Edges between comparison rows, as `find_edges` gives them."""
    if rows.height < 2:
        return pl.DataFrame(schema=EDGE)
    return _edges(rows, fingerprints(rows, settings), settings)


def _edges(
    rows: Rows,
    known: Fingerprints,
    settings: DuplicateSettings,
    memo: Memo = NO_MEMO,
    of: pl.Series | None = None,
) -> pl.DataFrame:
    heads, exact = exact_copies(known.table, rows)
    cases = cases_of(known.table["material"], rows, settings)
    words = attestation(known.sample)
    pairs = cases_may_agree(_candidates(known, heads, rows, settings), cases)
    del known
    judge = Judge(rows, cases, words, settings, memo, of)
    pairs, found = judge.edges(pairs, alike=True)
    _, closing = judge.edges(_unverified(pairs, found), alike=False)
    edges = pl.concat([found, closing])
    return pl.concat([exact, edges, _siblings(heads, cases, rows, edges)])


def candidate_pairs(rows: Rows, settings: DuplicateSettings) -> Pairs:
    """Pairs of rows worth a look, exact copies included: what other tools call their result."""
    known = fingerprints(rows, settings)
    heads, _ = exact_copies(known.table, rows)
    texts = known.table["text"].to_frame().with_row_index("row")
    exact = texts.join(texts, on="text").filter(pl.col("row") < pl.col("row_right"))
    same = packed(exact["row"].to_numpy(), exact["row_right"].to_numpy())
    near = _candidates(known, heads, rows, settings)
    group = texts.with_columns(head=pl.col("row").first().over("text"))["head"].to_numpy()
    members = pl.DataFrame({"head": group}).with_row_index("row")
    left, right = unpacked(near)
    pairs = pl.DataFrame({"left": group[left], "right": group[right]})
    spread = pairs.join(members, left_on="left", right_on="head").join(
        members, left_on="right", right_on="head", suffix="_right"
    )
    return distinct([same, packed(spread["row"].to_numpy(), spread["row_right"].to_numpy())])


def _candidates(
    known: Fingerprints, heads: Numbers, rows: Rows, settings: DuplicateSettings
) -> Pairs:
    """Pairs of heads that share a band, the content words of the question, or all options."""
    bands = (band[heads] for band in known.keys)
    near = pairs_of(bands, settings.bucket, lambda asked: rows.take(heads[asked], "text")["text"])
    left, right = unpacked(near)
    found = [packed(heads[left], heads[right])]
    for column in ("wording", "choices"):
        value = known.table[column][heads].alias("value").to_frame().with_columns(row=heads)
        shared = value.filter(
            (pl.col("value") != 0) & pl.len().over("value").is_between(2, _SHARED)
        ).sort("value", "row")
        groups = shared["value"].rle_id().to_numpy().astype(np.uint32)
        at = shared["row"].to_numpy()
        one, two = unpacked(pairs_of([groups], _SHARED, shared["row"].gather))
        found.append(packed(at[one], at[two]))
    return distinct(found)


def _unverified(pairs: Pairs, edges: pl.DataFrame) -> Pairs:
    """Pairs of a cluster that never met: what joins by a chain must not hide a flip.

    `pairs` are the rows of `edges`.
    """
    one_question = edges["kind"].is_in(["exact", "near", "conflict"])
    near = edges.filter(one_question)
    joined = components(list(near.select("left", "right").iter_rows()))
    groups = [group for group in joined.groups() if 2 < len(group) <= _CLOSED]
    names = {name for group in groups for name in group}
    at = {
        name: row
        for end, rows in zip(("left", "right"), unpacked(pairs), strict=True)
        for name, row in zip(edges[end], rows.tolist(), strict=True)
        if name in names
    }
    met = set(pairs.tolist())
    asked = {
        (min(at[one], at[two]) << 32) | max(at[one], at[two])
        for group in groups
        for i, one in enumerate(group)
        for two in group[i + 1 :]
    }
    return np.array(sorted(asked - met), dtype=np.uint64)


def _siblings(heads: Numbers, cases: Cases, rows: Rows, edges: pl.DataFrame) -> pl.DataFrame:
    """Edges from the first question of a case to its others, where no edge joins them yet."""
    numbers = heads[cases[heads] != NO_CASE]
    table = rows.take(numbers, "raw_id", "text").with_columns(pl.Series("case", cases[numbers]))
    table = table.with_columns(
        pl.col("raw_id").first().over("case").alias("left"),
        pl.col("text").first().over("case").alias("left_text"),
    )
    others = table.filter(pl.col("raw_id") != pl.col("left")).rename({"raw_id": "right"})
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
