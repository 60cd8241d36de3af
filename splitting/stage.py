"""Stage `split`: every question gets a split, no unit is torn."""

import hashlib

import polars as pl

from cpsyexam.records import SplitQuestion, reject
from cpsyexam.stage import Frames, Outcome
from splitting import check, exemplars, plan
from splitting.drawing import draw, gather
from splitting.exchanging import refine
from splitting.heritage import inherit
from splitting.quotas import plan_quotas
from splitting.settings import SplitSettings
from splitting.strata import count, with_stratum
from splitting.units import draws, join_pages

_NEEDED = ("raw_id", "id", "exam", "subject", "task", "category", "format", "group", "capture")


def split(
    frames: Frames,
    settings: SplitSettings,
    *,
    key: bytes,
    previous: pl.DataFrame | None = None,
) -> Outcome:
    """Assign splits to `shuffled`; tables `plan` and `problems`.

    `key` is the release's split key. `parsed` (optional) tells the captures of dropped duplicates,
    so that a page that prints a reserved question stays out of the public splits too. `previous`
    (columns id, split) holds the splits of an earlier release, which stay.
    """
    frame = frames["shuffled"]
    rows = with_stratum(frame.select(*_NEEDED, "also"))
    quotas = plan_quotas(count(rows), settings).with_row_index("stratum")
    rows = _place(rows, quotas)
    rows = _with_units(rows, frames.get("parsed"), settings, key)
    rows, merged = _inherit(rows, previous)
    rows = _draw_all(rows, quotas, settings)
    rows, short = _few_shot(rows, settings)
    table = plan.tally(quotas, rows)
    problems = pl.concat(
        [
            plan.short_pools(quotas),
            plan.capped(quotas),
            plan.missed(table, settings.reserve_unit),
            merged,
            short,
        ]
    )
    kept = _join(frame, rows)
    return Outcome(
        kept=kept,
        rejected=reject(frame.clear(), stage="split", rule=""),
        tables={"plan": plan.annotate(table, problems), "problems": problems},
        figures=_figures(kept, problems, key),
    )


def _place(rows: pl.DataFrame, quotas: pl.DataFrame) -> pl.DataFrame:
    cells = quotas.select(
        "stratum",
        "pool",
        "format",
        pl.col("exam").alias("cell_exam"),
        pl.col("subject").alias("cell_subject"),
    )
    on = ["pool", "cell_exam", "cell_subject", "format"]
    return rows.join(cells, on=on, how="left", maintain_order="left")


def _with_units(
    rows: pl.DataFrame, parsed: pl.DataFrame | None, settings: SplitSettings, key: bytes
) -> pl.DataFrame:
    if settings.reserve_unit == "page":
        pages = _pages_of_copies(rows, parsed)
        rows = rows.join(join_pages(rows, pages), on="group", how="left", maintain_order="left")
    else:
        rows = rows.with_columns(pl.col("group").alias("block"))
    names = pl.concat([rows["group"], rows["block"]]).unique().sort()
    table = pl.DataFrame({"name": names, "draw": draws(names, key)})
    rows = rows.join(table, left_on="group", right_on="name", how="left", maintain_order="left")
    table = table.rename({"draw": "block_draw"})
    return rows.join(table, left_on="block", right_on="name", how="left", maintain_order="left")


def _pages_of_copies(rows: pl.DataFrame, parsed: pl.DataFrame | None) -> pl.DataFrame:
    if parsed is None:
        return rows.select("group", "capture").clear()
    copies = rows.select("group", pl.col("also").alias("raw_id")).explode("raw_id").drop_nulls()
    return copies.join(parsed.select("raw_id", "capture"), on="raw_id").select("group", "capture")


def _inherit(
    rows: pl.DataFrame, previous: pl.DataFrame | None
) -> tuple[pl.DataFrame, pl.DataFrame]:
    if previous is None:
        empty = pl.DataFrame(schema=plan.PROBLEM)
        return rows.with_columns(pl.lit(None, pl.String).alias("split")), empty
    found = inherit(rows, previous, "group").rename({"unit": "group"})
    rows = rows.join(found, on="group", how="left", maintain_order="left")
    # a new question on a page of the reserve would lead to it
    fresh = pl.col("split").is_null()
    held = (pl.col("split") == "reserved").any().over("block")
    open_ = (pl.col("split") != "reserved").any().over("block")
    rows = rows.with_columns(
        pl.when(fresh & held & ~open_).then(pl.lit("reserved")).otherwise("split").alias("split")
    )
    torn = rows.filter(pl.col("merged").fill_null("") != "").unique("group", maintain_order=True)
    problems = torn.select(
        "task",
        pl.col("cell_exam").alias("exam"),
        pl.col("cell_subject").alias("subject"),
        "format",
        "split",
        plan.words("unit ", "group", " had ", "merged", " before").alias("problem"),
        pl.lit("the most public stays").alias("done"),
    )
    return rows.drop("merged"), problems


def _draw_all(rows: pl.DataFrame, quotas: pl.DataFrame, settings: SplitSettings) -> pl.DataFrame:
    wanted = {s: quotas[f"{s}_quota"].to_list() for s in plan.DRAWN}
    least = [settings.min_train] * quotas.height
    pages = settings.reserve_unit == "page"
    first, second = ("reserved", "test") if pages else ("test", "reserved")
    both = [a + b for a, b in zip(least, wanted[second], strict=True)]
    cells = quotas.select(pl.struct("pool", "format").rank("dense") - 1).to_series().to_list()
    for split, keep in ((first, both), (second, least), ("dev", least)):
        blocks = pages and split == "reserved"
        rows = _draw_one(rows, split, wanted[split], (keep, least), cells if blocks else None)
    return rows.with_columns(pl.col("split").fill_null("train"))


def _draw_one(
    rows: pl.DataFrame,
    split: str,
    quotas: list[int],
    keeps: tuple[list[int], list[int]],
    cells: list[int] | None,
) -> pl.DataFrame:
    """Draw one split from what is free: groups, or with `cells` whole blocks of pages."""
    keep, least = keeps
    unit, number = ("group", "draw") if cells is None else ("block", "block_draw")
    held = dict(rows.filter(pl.col("split") == split)["stratum"].value_counts().iter_rows())
    room = [max(0, n - held.get(i, 0)) for i, n in enumerate(quotas)]
    free = rows.filter(pl.col("split").is_null().all().over(unit))
    free = free.select(pl.col(unit).alias("unit"), pl.col(number).alias("draw"), "stratum")
    pool = gather(free, "unit", len(quotas))
    taken = refine(pool, draw(pool, room, keep), room, keep)
    if cells is not None:
        # pages rarely fit single subjects: what is missing is taken over the whole pool
        missing = [0] * (max(cells, default=-1) + 1)
        for stratum, cell in enumerate(cells):
            missing[cell] += room[stratum]
        for i in taken:
            for stratum, size in pool.cells[i]:
                missing[cells[stratum]] -= size
        taken += draw(pool, missing, least, cells)
    names = pl.Series([pool.names[i] for i in taken], dtype=pl.String)
    mine = pl.col(unit).is_in(names.implode())
    return rows.with_columns(pl.when(mine).then(pl.lit(split)).otherwise("split").alias("split"))


def _few_shot(rows: pl.DataFrame, settings: SplitSettings) -> tuple[pl.DataFrame, pl.DataFrame]:
    reports: list[tuple[str, ...]] = []
    for keep in dict.fromkeys((settings.min_train, 1)):
        moved = exemplars.top_up(rows, settings.few_shot, keep)
        into = pl.col("group").is_in(pl.Series(moved, dtype=pl.String).implode())
        if keep < settings.min_train:
            cells = rows.filter(into).select("exam", "format").unique().sort("exam", "format")
            problem = f"no exemplars but from strata with {settings.min_train} or less in train"
            done = f"{len(moved)} units moved to dev, one question at least stays"
            reports += [("", e, "*", f, "dev", problem, done) for e, f in cells.iter_rows()]
        rows = rows.with_columns(
            pl.when(into).then(pl.lit("dev")).otherwise("split").alias("split")
        )
    for exam, kind, missing in exemplars.shortages(rows, settings.few_shot):
        problem = f"{settings.few_shot - missing} exemplars of {settings.few_shot}"
        reports.append(("", exam, "*", kind, "dev", problem, "left: train has no more to give"))
    return rows, pl.DataFrame(reports, schema=plan.PROBLEM, orient="row")


def _join(frame: pl.DataFrame, rows: pl.DataFrame) -> pl.DataFrame:
    reserved = pl.col("split") == "reserved"
    settled = rows.select(
        "raw_id",
        pl.when(reserved).then("block").otherwise("group").alias("unit"),
        pl.when(reserved).then("block_draw").otherwise("draw").alias("draw"),
        "split",
    )
    kept = frame.join(settled, on="raw_id", how="left", maintain_order="left")
    return SplitQuestion.validate(kept.select(SplitQuestion.column_names()))


def _figures(kept: pl.DataFrame, problems: pl.DataFrame, key: bytes) -> dict[str, object]:
    counts = kept.group_by("split", "task", "format").len().sort("split", "task", "format")
    return {
        "key_sha256": hashlib.sha256(key).hexdigest(),
        "counts": {f"{s}/{t}/{f}": n for s, t, f, n in counts.iter_rows()},
        "torn_units": check.torn(kept, "unit").height,
        "torn_groups": check.torn(kept, "group").height,
        "shared_captures": check.shared_captures(kept).height,
        "problems": problems.height,
    }
