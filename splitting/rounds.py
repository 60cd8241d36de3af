"""The rounds of a draw: test, reserve and dev, one after the other, from what is still free."""

import polars as pl

from splitting.drawing import draw, gather
from splitting.exchanging import refine
from splitting.plan import DRAWN
from splitting.settings import SplitSettings


def draw_splits(rows: pl.DataFrame, quotas: pl.DataFrame, settings: SplitSettings) -> pl.DataFrame:
    """The rows with `split` filled: columns stratum, split (null where free), turn, block_turn.

    Groups are drawn in the order of `turn`. With whole pages the reserve comes first, in blocks.
    """
    wanted = {s: quotas[f"{s}_quota"].to_list() for s in DRAWN}
    least = [settings.min_train] * quotas.height
    pages = settings.reserve_unit == "page"
    first, second = ("reserved", "test") if pages else ("test", "reserved")
    both = [a + b for a, b in zip(least, wanted[second], strict=True)]
    for split, keep in ((first, both), (second, least), ("dev", least)):
        if pages and split == "reserved":
            rows = _draw_blocks(rows, quotas, keep, least)
        else:
            rows = _draw_groups(rows, split, wanted[split], keep)
    return rows.with_columns(pl.col("split").fill_null("train"))


def _draw_groups(
    rows: pl.DataFrame, split: str, quotas: list[int], keep: list[int]
) -> pl.DataFrame:
    room = _room(rows, split, quotas)
    pool = gather(_free(rows, "turn"), len(quotas))
    taken = refine(pool, draw(pool, room, keep), room, keep)
    return _assign(rows, "turn", [pool.turns[i] for i in taken], split)


def _draw_blocks(
    rows: pl.DataFrame, quotas: pl.DataFrame, keep: list[int], least: list[int]
) -> pl.DataFrame:
    """Whole pages: those that suit single subjects; what is missing then over the whole pool."""
    room = _room(rows, "reserved", quotas["reserved_quota"].to_list())
    pool = gather(_free(rows, "block_turn"), len(room))
    taken = refine(pool, draw(pool, room, keep), room, keep)
    cells = quotas.select(pl.struct("pool", "format").rank("dense") - 1).to_series().to_list()
    missing = [0] * (max(cells, default=-1) + 1)
    for stratum, cell in enumerate(cells):
        missing[cell] += room[stratum]
    for i in taken:
        for stratum, size in pool.cells(i):
            missing[cells[stratum]] -= size
    taken += draw(pool, missing, least, cells)
    return _assign(rows, "block_turn", [pool.turns[i] for i in taken], "reserved")


def _room(rows: pl.DataFrame, split: str, quotas: list[int]) -> list[int]:
    """Quotas less what the split holds from an earlier release."""
    held = dict(rows.filter(pl.col("split") == split)["stratum"].value_counts().iter_rows())
    return [max(0, n - held.get(i, 0)) for i, n in enumerate(quotas)]


def _free(rows: pl.DataFrame, turn: str) -> pl.DataFrame:
    settled = rows.filter(pl.col("split").is_not_null()).select(turn).unique()
    return rows.select(pl.col(turn).alias("turn"), "stratum").join(
        settled.rename({turn: "turn"}), on="turn", how="anti"
    )


def _assign(rows: pl.DataFrame, turn: str, taken: list[int], split: str) -> pl.DataFrame:
    mine = pl.col(turn).is_in(pl.Series(taken, dtype=pl.UInt32).implode())
    return rows.with_columns(pl.when(mine).then(pl.lit(split)).otherwise("split").alias("split"))
