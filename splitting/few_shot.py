"""Few-shot exemplars: dev holds enough of every exam and format."""

import polars as pl

CELL = ("exam", "format")


def shortages(rows: pl.DataFrame, wanted: int) -> list[tuple[str, str, int]]:
    """(exam, format, missing) for cells with fewer than `wanted` questions in dev."""
    counts = rows.group_by(CELL).agg((pl.col("split") == "dev").sum().alias("dev")).sort(CELL)
    return [(e, f, wanted - n) for e, f, n in counts.iter_rows() if n < wanted]


def top_up(rows: pl.DataFrame, wanted: int, keep: int) -> list[str]:
    """Groups of train to move to dev so that each exam and format has `wanted` there.

    Taken in draw order, what no version had (`fresh`) first: what was in train stays there where
    it can. No stratum's train falls below `keep` (columns exam, format, stratum, group, turn,
    split, fresh).
    """
    train = rows.filter(pl.col("split") == "train")
    left = dict(train["stratum"].value_counts().iter_rows())
    moved: list[str] = []
    gained: dict[tuple[str, str], int] = {}
    for exam, kind, missing in shortages(rows, wanted):
        here = train.filter(pl.col("exam") == exam, pl.col("format") == kind)
        turns = here.group_by("group", "turn").agg(pl.col("fresh").all())
        order = turns.sort(~pl.col("fresh"), "turn")["group"]
        need = missing - gained.get((exam, kind), 0)
        for name in order.to_list():
            if need <= 0:
                break
            if name in moved:
                continue
            members = train.filter(pl.col("group") == name)
            sizes = dict(members["stratum"].value_counts().iter_rows())
            if any(left[s] - n < keep for s, n in sizes.items()):
                continue
            moved.append(name)
            for s, n in sizes.items():
                left[s] -= n
            for e, f, n in members.group_by(CELL).agg(pl.len()).iter_rows():
                gained[e, f] = gained.get((e, f), 0) + n
            need -= members.filter(pl.col("exam") == exam, pl.col("format") == kind).height
    return moved
