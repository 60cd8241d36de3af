"""Splits of questions written for concepts: exemplars from every subject, the rest by chapter.

A block is all questions of one concept (with whatever shares a group or a page with them). No block
lies in both dev and test: what the exemplars leave of theirs goes to train. Train and reserve take
whole blocks; valid takes groups, chapter by chapter, so that the test still asks for every concept.
Blocks and groups go in draw order. Method: the splits of PsyBench and ConceptPsy (five exemplars a
subject, then one part in ten, with like numbers from every chapter).
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import polars as pl

from cpsyexam.concept_note import chapter_of, concept
from splitting.settings import ChapterQuotas
from splitting.strata import join_pages


def with_concepts(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows with their `block`, `chapter` and `field` (the subject).

    A printed question has its subject for a chapter.
    """
    named = rows.with_columns(concept(pl.col("notes")).alias("concept"))
    met = named.filter(pl.col("concept") != "").select(
        "group", pl.concat_str(pl.lit("concept "), "concept").alias("capture")
    )
    blocks = join_pages(named, met)
    chapter = chapter_of(pl.col("concept"))
    return (
        named.join(blocks, on="group", how="left", maintain_order="left")
        .with_columns(
            pl.when(chapter == "").then(pl.col("subject")).otherwise(chapter).alias("chapter")
        )
        .with_columns(pl.col("chapter").str.split("/").list.first().alias("field"))
        .drop("concept")
    )


@dataclass
class _Block:
    """Groups of a block in draw order with their sizes, and the splits that they have already."""

    chapter: str  # the first one, where it spans several
    subject: str
    groups: dict[str, int] = field(default_factory=dict)
    had: set[str] = field(default_factory=set)

    @property
    def size(self) -> int:
        return sum(self.groups.values())


def draw_by_chapter(rows: pl.DataFrame, quotas: ChapterQuotas) -> pl.DataFrame:
    """The rows with `split` filled.

    Columns group, turn, block, block_turn, chapter, field; split is null where free.
    """
    settled = dict(rows.filter(pl.col("split").is_not_null()).select("group", "split").rows())
    blocks = _blocks(rows, settled)
    for block in blocks:
        _follow(block, settled)
    owed = {"reserved": 0.0, "train": 0.0, "valid": 0.0}  # carried on from chapter to chapter
    for name in sorted({block.subject for block in blocks}):
        part = [block for block in blocks if block.subject == name]
        _exemplars(part, quotas.dev, settled)
        for split, share in (("reserved", quotas.reserved), ("train", quotas.train)):
            _whole_blocks(part, split, share, settled, owed)
        _validation(part, quotas.valid, settled, owed)
    drawn = pl.DataFrame(
        {"group": list(settled), "drawn": list(settled.values())},
        schema={"group": pl.String, "drawn": pl.String},
    )
    joined = rows.join(drawn, on="group", how="left", maintain_order="left")
    return joined.with_columns(pl.col("drawn").fill_null("test").alias("split")).drop("drawn")


def _blocks(rows: pl.DataFrame, settled: dict[str, str]) -> list[_Block]:
    """Blocks in draw order."""
    sizes = dict(rows.group_by("group").len().rows())
    first = rows.group_by("block").agg(pl.col("chapter", "field").sort_by("chapter").first())
    places = {name: (chapter, subject) for name, chapter, subject in first.iter_rows()}
    found: dict[str, _Block] = {}
    once = rows.unique("group").sort("block_turn", "turn")
    for name, group in once.select("block", "group").iter_rows():
        block = found.setdefault(name, _Block(*places[name]))
        block.groups[group] = sizes[group]
        if group in settled:
            block.had.add(settled[group])
    return list(found.values())


def _follow(block: _Block, settled: dict[str, str]) -> None:
    """New questions of a concept that had exemplars, or learnt ones, before are train too."""
    into = next((into for had, into in _FOLLOWS if had & block.had), "")
    if into:
        settled |= dict.fromkeys(_free(block, settled), into)


_FOLLOWS = (({"dev", "train"}, "train"), ({"valid", "test"}, ""), ({"reserved"}, "reserved"))


def _free(block: _Block, settled: dict[str, str]) -> list[str]:
    return [group for group in block.groups if group not in settled]


def _exemplars(part: list[_Block], wanted: int, settled: dict[str, str]) -> None:
    """Groups for dev until a subject has `wanted`; the rest of their blocks is train."""
    have = sum(n for b in part for g, n in b.groups.items() if settled.get(g) == "dev")
    taken: Counter[str] = Counter()
    while have < wanted:
        left = [b for b in part if not b.had and len(_free(b, settled)) == len(b.groups)]
        # one concept of a chapter stays, so that the test asks for it
        by_chapter = Counter(b.chapter for b in left)
        rich = [b for b in left if by_chapter[b.chapter] > 1] or left
        fitting = [b for b in rich if min(b.groups.values()) <= wanted - have]
        if not fitting or len(left) == 1:
            return
        # of chapters not asked yet, that which has most to give; in it the first in draw order
        block = min(fitting, key=lambda b: (taken[b.chapter], -by_chapter[b.chapter], b.chapter))
        taken[block.chapter] += 1
        for group, size in block.groups.items():
            dev = have + size <= wanted
            settled[group] = "dev" if dev else "train"
            have += size * dev


def _whole_blocks(
    part: list[_Block], split: str, share: float, settled: dict[str, str], owed: dict[str, float]
) -> None:
    """A share of the concepts without exemplars; what a chapter cannot give, the next one gives."""
    for chapter in _by_chapter(part):
        pool = [b for b in chapter if not any(settled.get(g) == "dev" for g in b.groups)]
        held = sum(n for b in pool for g, n in b.groups.items() if settled.get(g) == split)
        owed[split] += share * sum(b.size for b in pool) - held
        fresh = [b for b in pool if not b.had and len(_free(b, settled)) == len(b.groups)]
        while len(fresh) > (len(pool) > 1) and fresh[0].size <= 2 * owed[split]:
            block = fresh.pop(0)
            settled |= dict.fromkeys(block.groups, split)
            owed[split] -= block.size


def _validation(
    part: list[_Block], share: float, settled: dict[str, str], owed: dict[str, float]
) -> None:
    """A share of what is left, group by group: first what a concept can spare from the test."""
    for chapter in _by_chapter(part):
        held = sum(n for b in chapter for g, n in b.groups.items() if settled.get(g) == "valid")
        tested = sum(n for b in chapter for g, n in b.groups.items() if settled.get(g) == "test")
        left = [(b, groups) for b in chapter if (groups := _free(b, settled))]
        free = sum(b.groups[g] for b, groups in left for g in groups)
        owed["valid"] += share * (free + tested + held) - held
        for block, group in _spared(left):
            if block.groups[group] <= owed["valid"] + 0.5:
                settled[group] = "valid"
                owed["valid"] -= block.groups[group]


def _spared(left: list[tuple[_Block, list[str]]]) -> Iterator[tuple[_Block, str]]:
    """One group of every concept, then a second; then the last ones, but for one of the chapter."""
    for turn in range(max((len(groups) for _, groups in left), default=1) - 1):
        for block, groups in left:
            if turn < len(groups) - 1:
                yield block, groups[turn]
    for block, groups in left[:-1]:
        yield block, groups[-1]


def _by_chapter(part: list[_Block]) -> Iterator[list[_Block]]:
    for name in sorted({block.chapter for block in part}):
        yield [block for block in part if block.chapter == name]
