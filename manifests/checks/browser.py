"""The page of all questions tells what the shards and their provenance tell."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import polars as pl

from cpsyexam import browsing
from cpsyexam.files import digest
from cpsyexam.memo import frame_digest
from cpsyexam.side_by_side import side_by_side
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
            blocks = browsing.blocks(verify.read_text(release.folder / browsing.NAME))
            pairs = [([block], [one]) for block, one in zip(blocks, release.public, strict=False)]
            if len(blocks) != len(release.public):  # as one block, or by somebody else
                pairs = [(blocks, release.public)]
            found = side_by_side(lambda pair: [*_compared(release, *pair)], pairs)
            release.page_problems = [said for problems in found for said in problems]
        return release.page_problems


def _compared(
    release: ReleaseReader, blocks: Sequence[str], shards: Sequence[Shard]
) -> Iterator[str]:
    """What is wrong with blocks that show these shards."""
    paths = [release.folder / shard["provenance"] for shard in shards]
    names = pl.concat(release.columns(path, ["raw_id"]) for path in paths)
    also = frame_digest(browsing.copies(release.decisions, names))
    files = *paths, *(release.folder / shard["path"] for shard in shards)
    check = partial(_differing, release, blocks, shards)
    yield from release.proofs.asked("browser", files, [*map(digest, blocks), also], check)


def _differing(
    release: ReleaseReader, blocks: Sequence[str], shards: Sequence[Shard]
) -> Iterator[str]:
    """Where blocks do not show what the shards have."""
    shown = pl.concat(map(browsing.opened, blocks), how="vertical_relaxed")
    records, origins = (pl.concat(map(read, shards)) for read in (release.records, release.origins))
    also = browsing.copies(release.decisions, origins)
    there = browsing.rows(records, origins, also).sort("id")
    if sorted(shown.columns) != sorted(there.columns):
        odd = sorted(set(shown.columns) ^ set(there.columns))
        yield f"{browsing.NAME}: its columns are others: {', '.join(odd)}"
        return
    shown = shown.select(there.columns).cast(there.schema).sort("id")
    if shown["id"].to_list() != there["id"].to_list():
        odd = sorted(set(shown["id"]) ^ set(there["id"])) or shown["id"].to_list()
        yield f"{browsing.NAME}: {odd[0]}: is in the page or in the shards, not once in both"
        return
    for name in there.columns:
        differs = shown[name].ne_missing(there[name])
        if differs.any():
            first = there["id"].filter(differs)[0]
            yield f"{browsing.NAME}: {first}: {name} is not that of its shard or provenance"
