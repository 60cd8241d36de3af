"""Splits of questions written for concepts: exemplars from every subject, the rest by chapter.

A unit is all questions of one concept (with whatever shares a group or an answer with them), so
that no concept is torn. Units go in draw order. Method: the splits of PsyBench and ConceptPsy (five
exemplars a subject, then one part in ten, with like numbers from every chapter).
"""

import polars as pl

from cpsyexam.concept_note import chapter_of, concept
from splitting.settings import ChapterQuotas
from splitting.strata import join_pages


def with_concepts(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows whose `group` and `block` are the unit, with `chapter` and `field` (the subject).

    A printed question has its subject for a chapter.
    """
    named = rows.with_columns(concept(pl.col("notes")).alias("concept"))
    met = named.filter(pl.col("concept") != "").select(
        "group", pl.concat_str(pl.lit("concept "), "concept").alias("capture")
    )
    units = join_pages(named, met)
    chapter = chapter_of(pl.col("concept"))
    return (
        named.join(units, on="group", how="left", maintain_order="left")
        .with_columns(pl.col("block").alias("group"))
        .with_columns(
            pl.when(chapter == "").then(pl.col("subject")).otherwise(chapter).alias("chapter")
        )
        .with_columns(pl.col("chapter").str.split("/").list.first().alias("field"))
        .drop("concept")
    )


def draw_by_chapter(rows: pl.DataFrame, quotas: ChapterQuotas) -> pl.DataFrame:
    """The rows with `split` filled (columns group, turn, chapter, field; split is null where free).

    What a chapter cannot give of a share, in whole concepts, the next one gives.
    """
    units = (
        rows.group_by("group")
        .agg(
            pl.len().alias("size"),
            pl.col("turn").min(),
            # a unit that spans chapters counts for the first of them
            pl.col("chapter", "field").sort_by("chapter").first(),
            pl.col("split").drop_nulls().first(),
        )
        .sort("turn")
    )
    settled = {group: split for group, split in units.select("group", "split").rows() if split}
    owed = {"reserved": 0.0, "train": 0.0}
    for _, part in units.sort("field", "turn").group_by("field", maintain_order=True):
        _exemplars(part, quotas.dev, settled)
        _shares(part, quotas, settled, owed)
    splits = pl.DataFrame(
        {"group": list(settled), "drawn": list(settled.values())},
        schema={"group": pl.String, "drawn": pl.String},
    )
    joined = rows.join(splits, on="group", how="left", maintain_order="left")
    return joined.with_columns(pl.col("drawn").fill_null("test").alias("split")).drop("drawn")


def _exemplars(part: pl.DataFrame, wanted: int, settled: dict[str, str]) -> None:
    """Whole units for dev until a subject has `wanted`, from chapters that have most to give."""
    sizes = dict(part.select("group", "size").rows())
    have = sum(sizes[g] for g in part["group"] if settled.get(g) == "dev")
    left = {
        chapter: [g for g in groups if g not in settled]
        for chapter, groups in part.group_by("chapter", maintain_order=True)
        .agg("group")
        .iter_rows()
    }
    taken: dict[str, int] = dict.fromkeys(left, 0)
    while have < wanted:
        # one unit of a chapter stays, so that the test asks for it
        rich = [chapter for chapter, groups in left.items() if len(groups) > 1]
        rich = rich or [chapter for chapter, groups in left.items() if groups]
        if not rich or sum(map(len, left.values())) == 1:
            return
        chapter = min(rich, key=lambda c: (taken[c], -len(left[c]), c))
        group = left[chapter].pop(0)
        taken[chapter] += 1
        settled[group] = "dev"
        have += sizes[group]


def _shares(
    part: pl.DataFrame, quotas: ChapterQuotas, settled: dict[str, str], owed: dict[str, float]
) -> None:
    """Shares of what dev left, chapter by chapter; `owed` is carried on."""
    for split, share in (("reserved", quotas.reserved), ("train", quotas.train)):
        for _, chapter in part.group_by("chapter", maintain_order=True):
            rows = chapter.filter(~pl.col("group").is_in(list(settled)))
            fresh = rows.select("group", "size").rows()
            pool = chapter.filter(~pl.col("group").is_in(_of(settled, "dev")))
            owed[split] += share * int(pool["size"].sum()) - _held(chapter, settled, split)
            while len(fresh) > (pool.height > 1) and fresh[0][1] <= 2 * owed[split]:
                group, size = fresh.pop(0)
                settled[group] = split
                owed[split] -= size


def _of(settled: dict[str, str], split: str) -> list[str]:
    return [group for group, name in settled.items() if name == split]


def _held(chapter: pl.DataFrame, settled: dict[str, str], split: str) -> int:
    mine = chapter.filter(pl.col("group").is_in(_of(settled, split)))
    return int(mine["size"].sum())
