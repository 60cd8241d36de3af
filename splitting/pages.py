"""The reserve in whole pages: first by strata, then by pools."""

from collections.abc import Sequence

import polars as pl

from splitting.drawing import Pool, draw, gather
from splitting.exchanging import refine
from splitting.settling import assign, free, held, room


def reserve_pages(rows: pl.DataFrame, quotas: pl.DataFrame) -> pl.DataFrame:
    """The rows with the reserve drawn, block by block in the order of `block_turn`.

    First pass: blocks that suit the quotas of single strata. Second pass: blocks that bring the
    pools of an exam and format nearer to theirs (the sum of |got - quota| falls). It asks in turn
    that every stratum touched keeps what test and train need, what train needs, one question, and
    last nothing: a subject may be printed on one page only. So a stratum is bent no further than
    its pool needs, and the pools' quotas bound what can be bent at all.
    """
    least = quotas["keep"].to_list()
    both = [a + b for a, b in zip(least, quotas["test_quota"].to_list(), strict=True)]
    wanted = room(rows, "reserved", quotas)
    pool = gather(free(rows, "block_turn"), len(wanted))
    taken = refine(pool, draw(pool, wanted, both), wanted, both)
    cell = pl.struct("pool", "exam", "format").rank("dense") - 1
    cells = quotas.select(cell).to_series().to_list()
    one = [min(1, n) for n in least]
    has = held(rows, "reserved", len(least))
    lacking = [n - m for n, m in zip(quotas["reserved_quota"].to_list(), has, strict=True)]
    for keep in (both, least, one, [0] * len(least)):
        taken += draw(pool, _missing(pool, taken, lacking, cells), keep, cells)
    return assign(rows, "block_turn", [pool.turns[i] for i in taken], "reserved")


def _missing(
    pool: Pool, taken: Sequence[int], lacking: Sequence[int], cells: Sequence[int]
) -> list[int]:
    """Per cell what its strata lack, less what the units taken hold."""
    missing = [0] * (max(cells, default=-1) + 1)
    for stratum, cell in enumerate(cells):
        missing[cell] += lacking[stratum]
    for i in taken:
        for stratum, size in pool.cells(i):
            missing[cells[stratum]] -= size
    return missing
