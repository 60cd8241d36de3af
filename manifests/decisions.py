"""Why each question or capture that is not in the release is not: rows for readers, no texts.

What touches the reserve stays private, since it would lead to a reserved page.
"""

from pathlib import Path

import polars as pl

from cpsyexam import chain, stage


def gather(build: Path) -> pl.DataFrame:
    """All rejected rows of a build: parent, stage, rule, counterpart, strength, source, capture.

    `strength` in thousandths; `detail` is kept for the check of texts and dropped when published.
    """
    parts = []
    for name in (*chain.CHAIN.kind_names, *chain.CHAIN.rejecting):
        rows = stage.read(build, f"{name}/rejected")
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


def private(
    decisions: pl.DataFrame, split: pl.DataFrame, captures: pl.DataFrame
) -> tuple[pl.Series, pl.Series]:
    """Which decisions (a mask) and which captures (ids) touch the reserve.

    A capture does when a reserved question, or a copy dropped for one, was printed on it, and no
    public question was.
    """
    held = split.filter(pl.col("split") == "reserved")
    shown = split.filter(pl.col("split") != "reserved")
    raw = set(held["also"].explode().drop_nulls())
    # units and clusters are named by raw questions, which may be rejected ones
    for column in ("raw_id", "cluster", "unit"):
        raw |= set(held[column])
    # copies of copies: follow what was dropped for what until nothing new comes
    while True:
        more = set(decisions.filter(_among("counterpart", raw))["parent"]) - raw
        if not more:
            break
        raw |= more
    pages = set(held["capture"]) | set(decisions.filter(_among("parent", raw))["capture"])
    hidden = pages - set(shown["capture"])
    touched = decisions.select(
        (
            _among("parent", raw | hidden) | _among("counterpart", raw) | _among("capture", hidden)
        ).alias("t")
    )["t"]
    return touched, captures.filter(_among("capture", hidden))["capture"]


def _among(column: str, names: set[str]) -> pl.Expr:
    return pl.col(column).is_in(pl.Series(sorted(names - {""}), dtype=pl.String).implode())
