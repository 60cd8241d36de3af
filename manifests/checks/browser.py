"""The page of all questions tells what the shards and their provenance tell."""

from collections.abc import Iterator

import polars as pl

from cpsyexam import browsing
from manifests.release_reader import NotChecked, ReleaseReader


def browser(release: ReleaseReader) -> Iterator[str]:
    """browse.html shows every public question as its shard and provenance have it, and no other."""
    path = release.folder / browsing.NAME
    if not path.is_file():
        raise NotChecked(f"not checked: the release has no {browsing.NAME}")
    shown = release.table(path)
    records, origins = (
        pl.concat(map(read, release.public)) for read in (release.records, release.origins)
    )
    there = browsing.rows(records, origins, release.decisions).sort("id")
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
