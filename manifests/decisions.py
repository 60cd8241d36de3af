"""Why each question or capture that is not in the release is not: rows for readers, no texts.

Rejected questions and captures, and questions that are held for a look.

What may lead to a reserved page stays private.
"""

from pathlib import Path

import polars as pl

from cpsyexam import chain, stage


def gather(build: Path) -> pl.DataFrame:
    """All rows set aside: parent, stage, rule, counterpart, strength, source, capture.

    `strength` in thousandths; `detail` is kept for the check of texts and dropped when published.
    """
    parts = []
    kinds = (f"{name}/rejected" for name in chain.CHAIN.kind_names)
    for table in (*kinds, *chain.CHAIN.aside):
        rows = stage.read(build, table)
        capture = pl.col("record").str.json_path_match("$.capture").fill_null("")
        parts.append(
            rows.select(
                "parent", "stage", "rule", "detail", "counterpart",
                pl.col("strength").mul(1000).round().cast(pl.Int32),
                "source",
                capture.alias("capture"),
            )
        )  # fmt: skip
    return pl.concat(parts).sort("stage", "parent", "rule")


def shown(
    decisions: pl.DataFrame, split: pl.DataFrame, reserved: set[str]
) -> tuple[pl.Series, set[str]]:
    """Which decisions (a mask) and which captures (ids) may be told: those of public questions.

    `reserved` are the raw_ids of what is reserved, or was before it left the release.

    Told are the pages that printed a public question or a copy dropped for one, and what was
    rejected on them. All else stays private, for a list, a view page, an explanation fetched apart
    or a failed request may lead to a reserved paper, and who sees none of them cannot tell which.
    """
    held = split.filter(pl.col("split") == "reserved")
    public = split.filter(pl.col("split") != "reserved")
    named = _raw(held, "raw_id", "cluster", "unit")
    secret = _copies(decisions, named.extend(pl.Series([*reserved], dtype=pl.String)))
    known = _raw(public, "raw_id")
    copied = decisions.filter(_among("parent", known) & ~_among("parent", secret))
    kept_off = set(held["capture"]) | set(decisions.filter(_among("parent", secret))["capture"])
    pages = (set(copied["capture"]) - kept_off) | set(public["capture"])
    pages.discard("")
    listed = pl.Series([*pages], dtype=pl.String)
    told = (_among("capture", listed) | _among("parent", listed)) & ~_among("parent", secret)
    mask = decisions.select(told.alias("told"))["told"]
    while True:  # a counterpart that is not told would name what is hidden
        names = pl.concat([known, decisions.filter(mask)["parent"]])
        open_ = _among("counterpart", names) & ~_among("counterpart", secret)
        fewer = mask & decisions.select(named=(pl.col("counterpart") == "") | open_)["named"]
        if fewer.equals(mask):
            return mask, pages
        mask = fewer


def _raw(split: pl.DataFrame, *columns: str) -> pl.Series:
    """Names of these questions and of the copies dropped for them."""
    also = split["also"].explode().drop_nulls()
    return pl.concat([also.alias("raw"), *(split[column].alias("raw") for column in columns)])


def _copies(decisions: pl.DataFrame, raw: pl.Series) -> pl.Series:
    """With copies of copies: what was dropped for what, until nothing new comes."""
    while True:
        more = decisions.filter(_among("counterpart", raw) & ~_among("parent", raw))["parent"]
        if more.is_empty():
            return raw
        raw = pl.concat([raw, more])


def _among(column: str, names: pl.Series) -> pl.Expr:
    return (pl.col(column) != "") & pl.col(column).is_in(names.implode())
