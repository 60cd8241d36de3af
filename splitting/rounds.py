"""The rounds of a draw: test, reserve and dev, one after the other, from what is still free."""

import polars as pl

from splitting.drawing import draw, gather
from splitting.exchanging import refine
from splitting.filling import shift
from splitting.pages import reserve_pages
from splitting.settings import SplitSettings
from splitting.settling import assign, even_pools, free, room


def draw_splits(rows: pl.DataFrame, quotas: pl.DataFrame, settings: SplitSettings) -> pl.DataFrame:
    """The rows with `split` filled: columns stratum, split (null where free), turn, block_turn.

    Groups are drawn in the order of `turn`. With whole pages the reserve comes first, in blocks;
    what it took from a stratum's part of test and dev goes to the other strata of the pool.
    """
    least, train = quotas["keep"].to_list(), [settings.min_train] * quotas.height
    if settings.reserve_unit == "page":
        rows = reserve_pages(rows, quotas)
        for split, keep in (("test", least), ("dev", train)):
            wanted = _shifted(rows, quotas, room(rows, split, quotas), keep)
            rows = _draw_groups(rows, split, wanted, keep)
    else:
        after = quotas["reserved_quota"].to_list()
        both = [a + b for a, b in zip(least, after, strict=True)]
        for split, keep in (("test", both), ("reserved", least), ("dev", train)):
            rows = _draw_groups(rows, split, room(rows, split, quotas), keep)
    return rows.with_columns(pl.col("split").fill_null("train"))


def _draw_groups(
    rows: pl.DataFrame, split: str, wanted: list[int], keep: list[int]
) -> pl.DataFrame:
    pool = gather(free(rows, "turn"), len(wanted))
    taken = refine(pool, draw(pool, wanted, keep), wanted, keep)
    return assign(rows, "turn", [pool.turns[i] for i in taken], split)


def _shifted(
    rows: pl.DataFrame, quotas: pl.DataFrame, wanted: list[int], keep: list[int]
) -> list[int]:
    """What is wanted of each stratum, moved within its pool to where questions are left."""
    left = dict(free(rows, "turn")["stratum"].value_counts().iter_rows())
    caps = [max(0, left.get(i, 0) - least) for i, least in enumerate(keep)]
    found = [min(share, cap) for share, cap in zip(wanted, caps, strict=True)]
    for members in even_pools(quotas):
        shares = shift([wanted[i] for i in members], [caps[i] for i in members])
        for i, share in zip(members, shares, strict=True):
            found[i] = share
    return found
