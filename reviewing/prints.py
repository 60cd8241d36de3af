"""Where a scan prints questions beside each other: what must not be shown, keys in one line."""

from typing import Any

import polars as pl

from cpsyexam.showing import Secret

Row = dict[str, Any]
_SAME_LINE = 0.3  # of a line's height: lines that lean overlap a little


def masks(
    parsed: pl.DataFrame, hidden: Secret
) -> tuple[dict[tuple[str, int], list[Row]], set[str]]:
    """(source, page) → where a scan prints what must not be shown; the pages that print such a
    question nobody knows where.
    """
    secret = parsed.filter(pl.col("raw_id").is_in(sorted(hidden.names)))
    found: dict[tuple[str, int], list[Row]] = {}
    for row in secret.iter_rows(named=True):
        for box in (*row["boxes"], *(row.get("key_boxes") or [])):
            found.setdefault((row["source"], box["page"]), []).append(box)
    boxless = secret.filter(pl.col("boxes").list.len() == 0)
    return found, set(boxless["capture"])


def beside(parsed: pl.DataFrame, asked: pl.Series) -> dict[str, list[str]]:
    """raw_id → the others whose keys are printed in the same lines of a scan."""
    if "key_boxes" not in parsed:  # of an older version's build
        return {}
    boxes = parsed.select("raw_id", "source", box="key_boxes").explode("box").drop_nulls("box")
    keys = boxes.unnest("box")
    own = keys.filter(pl.col("raw_id").is_in(asked.implode()))
    both = own.join(keys, on=["source", "page"], suffix="2").filter(
        pl.col("raw_id") != pl.col("raw_id2"), _share("x") > 0, _share("y") > _SAME_LINE
    )
    named = both.group_by("raw_id").agg(pl.col("raw_id2").unique().sort())
    return dict(named.iter_rows())


def _share(axis: str) -> pl.Expr:
    """How much of the smaller of two boxes lies in the other, along an axis."""
    ends = [pl.col(f"{axis}{edge}{box}") for box in ("", "2") for edge in (0, 1)]
    low, high, low2, high2 = ends
    common = pl.min_horizontal(high, high2) - pl.max_horizontal(low, low2)
    return common / pl.min_horizontal(high - low, high2 - low2)
