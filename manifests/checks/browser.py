"""The page of all questions tells what the shards and their provenance tell."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam import browsing
from cpsyexam.files import digest
from manifests import verify
from manifests.release_reader import NotChecked, ReleaseReader

Shard = Mapping[str, Any]


def browser(release: ReleaseReader) -> Iterator[str]:
    """browse.html shows every public question as its shard and provenance have it, and no other."""
    if not (release.folder / browsing.NAME).is_file():
        raise NotChecked(f"not checked: the release has no {browsing.NAME}")
    yield from _problems(release)


def is_told(release: ReleaseReader) -> bool:
    """Whether shards, provenance and decisions are known to have all of the page's questions.

    Of a draft: a reader of a release asks each search by itself.
    """
    return release.proofs.keeps and not _problems(release)


def _problems(release: ReleaseReader) -> list[str]:
    """What is wrong with the page; found once."""
    with release.page_lock:
        if release.page_problems is None:
            release.page_problems = list(_compared(release))
        return release.page_problems


def _compared(release: ReleaseReader) -> Iterator[str]:
    """What is wrong with the page: of blocks that are known to show their shards nothing."""
    blocks = browsing.blocks(verify.read_text(release.folder / browsing.NAME))
    if len(blocks) != len(release.public):  # made before a shard had one, or by somebody else
        yield from _differing(release, blocks, release.public)
        return
    also = browsing.copies_by_shard(release.decisions, release.index)
    left = {
        _proof(release, block, shard, also): (block, shard)
        for block, shard in zip(blocks, release.public, strict=True)
    }
    left = {proof: pair for proof, pair in left.items() if not release.proofs.takes(*proof)}
    found = list(_differing(release, *zip(*left.values(), strict=True))) if left else []
    yield from found
    for proof in left if not found else ():
        yield from release.proofs.asked(*proof, lambda: iter(()))


def _proof(
    release: ReleaseReader, block: str, shard: Shard, also: Mapping[str, str]
) -> tuple[str, tuple[Path, ...], tuple[str, ...]]:
    """What stands for a block that was found to show its shard."""
    files = release.folder / shard["path"], release.folder / shard["provenance"]
    return "browser", files, (digest(block), also.get(shard["path"], ""))


def _differing(
    release: ReleaseReader, blocks: Sequence[str], shards: Sequence[Shard]
) -> Iterator[str]:
    """Where blocks do not show what the shards have: each its own, or one of them all."""
    opened = browsing.opened(blocks)
    shown = pl.concat(opened, how="vertical_relaxed")
    records, origins = ([*map(read, shards)] for read in (release.records, release.origins))
    every = pl.concat(origins)
    there = browsing.rows(pl.concat(records), every, browsing.copies(release.decisions, every))
    if sorted(shown.columns) != sorted(there.columns):
        odd = sorted(set(shown.columns) ^ set(there.columns))
        yield f"{browsing.NAME}: its columns are others: {', '.join(odd)}"
        return
    shown = shown.select(there.columns).cast(there.schema)
    if len(blocks) == len(shards):
        shown, there = (
            frame.with_columns(block=pl.Series(_numbers(parts)))
            for frame, parts in ((shown, opened), (there, records))
        )
    order = [name for name in ("block", "id") if name in there.columns]
    shown, there = (frame.sort(order) for frame in (shown, there))
    if not shown.select(order).equals(there.select(order)):
        odd = sorted(set(shown["id"]) ^ set(there["id"])) or shown["id"].to_list()
        yield f"{browsing.NAME}: {odd[0]}: is in the page or in the shards, not once in both"
        return
    for name in there.columns:
        differs = shown[name].ne_missing(there[name])
        if differs.any():
            first = there["id"].filter(differs)[0]
            yield f"{browsing.NAME}: {first}: {name} is not that of its shard or provenance"


def _numbers(parts: Sequence[pl.DataFrame]) -> list[int]:
    """For each row of some tables the number of its table."""
    return [number for number, part in enumerate(parts) for _ in range(part.height)]
