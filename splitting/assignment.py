"""Questions to splits: test, reserve, dev and exemplars, each from what is still free."""

from collections.abc import Sequence

import polars as pl

from splitting import reserve
from splitting.quotas import shift, water_fill
from splitting.sampling import Pool, draw, gather, refine
from splitting.settings import SplitSettings


def held(rows: pl.DataFrame, split: str, strata: int) -> list[int]:
    """Questions per stratum that the split has already (from an earlier release)."""
    found = dict(rows.filter(pl.col("split") == split)["stratum"].value_counts().iter_rows())
    return [found.get(i, 0) for i in range(strata)]


def room(rows: pl.DataFrame, split: str, quotas: pl.DataFrame) -> list[int]:
    """Quotas less what the split holds; an even pool never has more room than its sum."""
    wanted = quotas[f"{split}_quota"].to_list()
    has = held(rows, split, quotas.height)
    found = [max(0, n - m) for n, m in zip(wanted, has, strict=True)]
    for members in even_pools(quotas):
        left = max(0, sum(wanted[i] - has[i] for i in members))
        shares = [found[i] for i in members]
        if sum(shares) > left:
            shares = water_fill(shares, left)
        for i, share in zip(members, shares, strict=True):
            found[i] = share
    return found


def even_pools(quotas: pl.DataFrame) -> list[list[int]]:
    """The strata of each pool and format within which shares may move."""
    pools = quotas.filter("even").group_by("pool", "format", maintain_order=True).agg("stratum")
    return pools["stratum"].to_list()


def free(rows: pl.DataFrame, turn: str) -> pl.DataFrame:
    """Columns turn, stratum of the rows whose whole unit is free; `turn` names the unit's place."""
    settled = rows.filter(pl.col("split").is_not_null()).select(turn).unique()
    return rows.select(pl.col(turn).alias("turn"), "stratum").join(
        settled.rename({turn: "turn"}), on="turn", how="anti"
    )


def assign(rows: pl.DataFrame, turn: str, taken: list[int], split: str) -> pl.DataFrame:
    """The rows with the split of the units taken."""
    mine = pl.col(turn).is_in(pl.Series(taken, dtype=pl.UInt32).implode())
    return rows.with_columns(pl.when(mine).then(pl.lit(split)).otherwise("split").alias("split"))


def _free_for_reserve(rows: pl.DataFrame, *, spare: bool) -> pl.DataFrame:
    """What the reserve may be drawn from; with `spare` no subject is taken whole."""
    found = free(rows, "reserve_turn")
    return found.filter(~pl.col("turn").is_in(reserve.spared(rows).implode())) if spare else found


def reserve_pages(rows: pl.DataFrame, quotas: pl.DataFrame, *, spare: bool) -> pl.DataFrame:
    """The rows with the reserve drawn, block by block in the order of `reserve_turn`.

    First pass: blocks that suit the quotas of single strata. Second pass: blocks that bring the
    pools of an exam and format nearer to theirs (the sum of |got - quota| falls). It asks in turn
    that every stratum touched keeps what test and train need, what train needs, one question, and
    last nothing: a stratum may be printed on one page only. So a stratum is bent no further than
    its pool needs, and the pools' quotas bound what can be bent at all. With `spare` no subject
    goes altogether.
    """
    least = quotas["keep"].to_list()
    both = [a + b for a, b in zip(least, quotas["test_quota"].to_list(), strict=True)]
    wanted = room(rows, "reserved", quotas)
    pool = gather(free(rows, "reserve_turn"), len(wanted))
    taken = refine(pool, draw(pool, wanted, both), wanted, both)
    cell = pl.struct("pool", "exam", "format").rank("dense") - 1
    cells = quotas.select(cell).to_series().to_list()
    one = [min(1, n) for n in least]
    has = held(rows, "reserved", len(least))
    lacking = [n - m for n, m in zip(quotas["reserved_quota"].to_list(), has, strict=True)]
    for keep in (both, least, one, [0] * len(least)):
        if spare and not any(keep):
            taken = _spare(rows, pool, taken)
        taken += draw(pool, _missing(pool, taken, lacking, cells), keep, cells)
    return assign(rows, "reserve_turn", [pool.turns[i] for i in taken], "reserved")


def _spare(rows: pl.DataFrame, pool: Pool, taken: list[int]) -> list[int]:
    """The units taken, but those by which a subject would be gone; what must stay is not free."""
    back = set(reserve.emptying(rows, [pool.turns[i] for i in taken]))
    for i in (i for i in taken if pool.turns[i] in back):
        for stratum, size in pool.cells(i):
            pool.left[stratum] += size
        pool.free[i] = True
    kept = [i for i in taken if pool.turns[i] not in back]
    held = assign(rows, "reserve_turn", [pool.turns[i] for i in kept], "reserved")
    spared = set(reserve.spared(held))
    pool.free[:] = [f and turn not in spared for f, turn in zip(pool.free, pool.turns, strict=True)]
    return kept


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


def draw_splits(rows: pl.DataFrame, quotas: pl.DataFrame, settings: SplitSettings) -> pl.DataFrame:
    """The rows with `split` filled: columns stratum, split (null where free), turn,
    reserve_turn, exam, subject.

    Groups are drawn in the order of `turn`. With whole pages the reserve comes first, in blocks;
    what it took from a stratum's part of test and dev goes to the other strata of the pool.
    """
    least, train = quotas["keep"].to_list(), [settings.min_train] * quotas.height
    if settings.reserve_unit == "page":
        rows = reserve_pages(rows, quotas, spare=settings.spare_subjects)
        for split, keep in (("test", least), ("dev", train)):
            wanted = _shifted(rows, quotas, room(rows, split, quotas), keep)
            rows = _draw_groups(rows, free(rows, "turn"), split, wanted, keep)
    else:
        after = quotas["reserved_quota"].to_list()
        both = [a + b for a, b in zip(least, after, strict=True)]
        for split, keep in (("test", both), ("reserved", least), ("dev", train)):
            pool = free(rows, "turn")
            if split == "reserved":
                pool = _free_for_reserve(rows, spare=settings.spare_subjects)
            rows = _draw_groups(rows, pool, split, room(rows, split, quotas), keep)
    return rows.with_columns(pl.col("split").fill_null("train"))


def _draw_groups(
    rows: pl.DataFrame, units: pl.DataFrame, split: str, wanted: list[int], keep: list[int]
) -> pl.DataFrame:
    pool = gather(units, len(wanted))
    taken = refine(pool, draw(pool, wanted, keep), wanted, keep)
    turn = "reserve_turn" if split == "reserved" else "turn"
    return assign(rows, turn, [pool.turns[i] for i in taken], split)


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
