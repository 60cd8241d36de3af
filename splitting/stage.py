"""Stage `split`: every question gets a split, no unit straddles two."""

import hashlib
from dataclasses import dataclass

import polars as pl

from cpsyexam.lineage import Lineages
from cpsyexam.memo import NO_MEMO, Memo
from cpsyexam.records import SplitQuestion, reject
from cpsyexam.stage import Frames, StageResult, questions, some
from splitting import few_shot, heritage, inheritance, lookalikes, plan, reserve, succession
from splitting.assignment import draw_splits
from splitting.chapters import draw_by_chapter, with_concepts
from splitting.quotas import plan_quotas
from splitting.settings import SplitSettings
from splitting.strata import (
    count,
    join_pages,
    keyed_order,
    shared_captures,
    straddling,
    with_stratum,
)

_NEEDED = (
    "raw_id", "id", "source", "exam", "subject", "task", "category", "format", "group", "capture",
    "url",
)  # fmt: skip

_PLACE = ("raw_id", "capture", "url")  # of a copy that was dropped


@dataclass(frozen=True)
class _Drawn:
    kept: pl.DataFrame
    plan: pl.DataFrame
    problems: pl.DataFrame


def split(
    frames: Frames,
    settings: SplitSettings,
    *,
    key: bytes,
    previous: Lineages | None = None,
    normals: Memo = NO_MEMO,
) -> StageResult:
    """Assign splits to `shuffled`; tables `plan`, `problems`, `joined`, and
    `lineages`, `names` and `texts` (splitting.succession).

    `key` is the release's split key. `parsed` (optional) tells the captures of dropped duplicates,
    so that a page that prints a reserved question stays out of the public splits too. `previous`
    holds what earlier versions had: questions keep their splits by lineage, and one that cannot is
    rejected (splitting.inheritance); `parsed` and `unique/copies` (optional) tell their names.
    `unique/edges` (optional) names pairs that were judged to be two questions, which the draw may
    part although the leak guard takes them for one; other such pairs are made one group. Normal
    forms are kept in `normals`.
    """
    frame = questions(frames)
    draw = _by_chapter if settings.by == "chapter" else _by_strata
    guard, met = lookalikes.Guard(frame, normals), [pl.DataFrame(schema=lookalikes.JOINED)]
    earlier = previous and previous.revealing(settings.reveal)
    known = heritage.trace_back(frame, frames, earlier, normals)
    pages = settings.by != "chapter" and settings.reserve_unit == "page"
    while True:
        before = frame.select("raw_id", "group", "capture").join(known.rows, on="raw_id")
        settled = inheritance.settle(before, pages=pages)
        leaving = settled.filter(pl.col("leaves") != "")
        stays = frame.join(leaving, on="raw_id", how="anti") if leaving.height else frame
        drawn = draw(stays, frames, settings, key, settled)
        sides = guard.sides(stays, drawn.kept["split"])
        pairs = guard.parted(sides)
        edges = frames.get("unique/edges") if pairs.height else None
        if edges is not None:
            pairs = lookalikes.not_settled(pairs, frame, edges)
        # what prints a question tells it, be it another one
        pairs = pl.concat([pairs, guard.telling(sides)])
        del sides
        if pairs.is_empty():
            break
        met.append(pairs)
        frame = lookalikes.joined(frame, pairs)
    del guard, before, settled, pairs  # as much as the rows themselves
    together = pl.concat(met)
    lineage, lineages = succession.carried_on(known, drawn.kept, frames, key)
    kept = drawn.kept.with_columns(lineage).select(SplitQuestion.column_names())
    gone = frame.join(leaving, on="raw_id", maintain_order="left")
    return StageResult(
        kept=kept,
        rejected=reject(gone, stage="split", rule=inheritance.RULE, detail=pl.col("leaves")),
        tables={
            "plan": drawn.plan,
            "problems": drawn.problems,
            "joined": together,
            **lineages,
        },
        metrics={**_metrics(drawn.kept, drawn.problems, key), "joined": together.height},
    )


def _by_strata(
    frame: pl.DataFrame,
    frames: Frames,
    settings: SplitSettings,
    key: bytes,
    settled: pl.DataFrame,
) -> _Drawn:
    """Splits by the quotas of strata."""
    rows = with_stratum(frame.select(*_NEEDED, "also"))
    quotas = plan_quotas(count(rows), settings).with_row_index("stratum")
    rows = _place(rows, quotas)
    parsed = some(frames, "parsed", *_PLACE) if "parsed" in frames else None
    rows, units = _with_units(rows, parsed, settings, key)
    rows, merged = _inherit(rows, settled)
    rows = rows.with_columns(pl.col("split").is_null().alias("fresh"))
    rows = draw_splits(rows, quotas, settings)
    rows, short = _few_shot(rows, settings)
    table = plan.tally(quotas, rows)
    problems = pl.concat([*_problems(table, settings), merged, short])
    return _Drawn(_join(frame, rows, units), plan.annotate(table, problems), problems)


def _by_chapter(
    frame: pl.DataFrame,
    frames: Frames,
    settings: SplitSettings,
    key: bytes,
    settled: pl.DataFrame,
) -> _Drawn:
    """Splits of questions written for concepts; quotas of the plan are what was drawn."""
    del frames
    rows = with_concepts(with_stratum(frame.select(*_NEEDED, "notes")))
    strata = plan_quotas(count(rows), settings).with_row_index("stratum")
    rows = _place(rows, strata)
    rows, units = _in_order(rows, key)
    rows, merged = _inherit(rows, settled)
    rows = draw_by_chapter(rows, settings.chapters)
    table = plan.tally(strata, rows)
    drawn = [pl.col(split).alias(f"{split}_quota") for split in plan.DRAWN]
    told = plan.annotate(table.with_columns(drawn), merged)
    return _Drawn(_join(frame, rows, units), told, merged)


def _problems(table: pl.DataFrame, settings: SplitSettings) -> list[pl.DataFrame]:
    found = [
        plan.short_pools(table),
        plan.capped(table),
        plan.thin(table, settings.min_train),
        plan.missed(table, settings.reserve_unit),
    ]
    if settings.reserve_unit == "page":
        found += [plan.missed_pools(table), plan.bent(table, settings.min_train)]
    return found


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
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Rows with `block`, `turn` and `block_turn`; and the units: name, draw, turn."""
    if settings.reserve_unit == "page":
        copies = _copies(rows, parsed)
        pages = copies.select("group", "capture")
        pages = pl.concat([pages, reserve.papers(rows), reserve.papers(copies)])
        rows = rows.join(join_pages(rows, pages), on="group", how="left", maintain_order="left")
    else:
        rows = rows.with_columns(pl.col("group").alias("block"))
    rows, units = _in_order(rows, key)
    return reserve.with_turns(rows, "block_turn", settings.unpublished), units


def _in_order(rows: pl.DataFrame, key: bytes) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Rows (group, block) with `turn` and `block_turn`; and the units: name, draw, turn."""
    units = keyed_order(pl.concat([rows["group"], rows["block"]]), key)
    for unit, turn in (("group", "turn"), ("block", "block_turn")):
        turns = units.select(pl.col("name").alias(unit), pl.col("turn").alias(turn))
        rows = rows.join(turns, on=unit, how="left", maintain_order="left")
    return rows, units


def _copies(rows: pl.DataFrame, parsed: pl.DataFrame | None) -> pl.DataFrame:
    """Group, capture and url of the copies that were dropped."""
    if parsed is None:
        return rows.select("group", "capture", "url").clear()
    copies = rows.select("group", pl.col("also").alias("raw_id")).explode("raw_id").drop_nulls()
    return copies.join(parsed, on="raw_id").select("group", "capture", "url")


def _inherit(rows: pl.DataFrame, settled: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The rows with the splits that they keep (splitting.inheritance), and what merged."""
    rows = rows.join(
        settled.select("raw_id", "split", "merged"), on="raw_id", how="left", maintain_order="left"
    )
    # a new question on a page of the reserve would lead to it
    fresh = pl.col("split").is_null()
    held = (pl.col("split") == "reserved").any().over("block")
    open_ = (pl.col("split") != "reserved").any().over("block")
    rows = rows.with_columns(
        pl.when(fresh & held & ~open_).then(pl.lit("reserved")).otherwise("split").alias("split")
    )
    divided = rows.filter(pl.col("merged") != "").unique("group", maintain_order=True)
    problems = divided.select(
        "task",
        pl.col("cell_exam").alias("exam"),
        pl.col("cell_subject").alias("subject"),
        "format",
        "split",
        plan.words("unit ", "group", " had ", "merged", " before").alias("problem"),
        pl.lit("the part that shows least stays").alias("done"),
    )
    return rows.drop("merged"), problems


def _few_shot(rows: pl.DataFrame, settings: SplitSettings) -> tuple[pl.DataFrame, pl.DataFrame]:
    reports: list[tuple[str, ...]] = []
    for keep in dict.fromkeys((settings.min_train, 1)):
        moved = few_shot.top_up(rows, settings.few_shot, keep)
        into = pl.col("group").is_in(pl.Series(moved, dtype=pl.String).implode())
        if keep < settings.min_train:
            cells = rows.filter(into).select("exam", "format").unique().sort("exam", "format")
            problem = f"no exemplars but from strata with {settings.min_train} or less in train"
            done = f"{len(moved)} units moved to dev, one question at least stays"
            reports += [("", e, "*", f, "dev", problem, done) for e, f in cells.iter_rows()]
        rows = rows.with_columns(
            pl.when(into).then(pl.lit("dev")).otherwise("split").alias("split")
        )
    for exam, kind, missing in few_shot.shortages(rows, settings.few_shot):
        problem = f"{settings.few_shot - missing} exemplars of {settings.few_shot}"
        reports.append(("", exam, "*", kind, "dev", problem, "left: train has no more to give"))
    return rows, pl.DataFrame(reports, schema=plan.PROBLEM, orient="row")


def _join(frame: pl.DataFrame, rows: pl.DataFrame, units: pl.DataFrame) -> pl.DataFrame:
    # a page that printed a copy may be public from before: the reserve has no unit with it
    reserved = (pl.col("split") == "reserved").all().over("block")
    settled = rows.select(
        "raw_id",
        pl.when(reserved).then("block").otherwise("group").alias("unit"),
        pl.when(reserved).then("block_turn").otherwise("turn").alias("turn"),
        "split",
    )
    settled = settled.join(units.select("turn", "draw"), on="turn", how="left")
    kept = frame.join(settled, on="raw_id", how="left", maintain_order="left")
    return kept.select(n for n in SplitQuestion.column_names() if n != "lineage")


def _metrics(kept: pl.DataFrame, problems: pl.DataFrame, key: bytes) -> dict[str, object]:
    counts = kept.group_by("split", "task", "format").len().sort("split", "task", "format")
    return {
        "key_sha256": hashlib.sha256(key).hexdigest(),
        "counts": {f"{s}/{t}/{f}": n for s, t, f, n in counts.iter_rows()},
        "straddling_units": straddling(kept, "unit").height,
        "straddling_groups": straddling(kept, "group").height,
        "shared_captures": shared_captures(kept).height,
        "problems": problems.height,
    }
