"""With the reserve: it is the one committed to."""

from collections.abc import Iterator

import polars as pl

from manifests import merkle, verify
from manifests.commitments import answer_leaves
from manifests.release_reader import ReleaseReader


def commitment(release: ReleaseReader) -> Iterator[str]:
    """The reserved records and withheld answers have the roots that RELEASE.json names."""
    found: dict[tuple[str, str], list[bytes]] = {}
    for exam, records, origins in release.held():
        texts = merkle.texts(records)
        if merkle.digests(texts).ne_missing(origins["record_sha256"]).any():
            yield f"reserve: {exam}: a record is not the one its provenance names"
        salts = [merkle.salt(release.keys["salt_key"], name) for name in records["id"]]
        found.setdefault((exam, "reserved"), []).extend(
            merkle.leaves(texts, merkle.texts(origins), salts)
        )
    for path in sorted(release.private.glob("answers/*.parquet")):
        exam = path.name.split("-")[0]
        found[exam, "answers"] = answer_leaves(pl.read_parquet(path), release.keys["salt_key"])
    stated = {(s["exam"], s["split"]): s for s in release.manifest["shards"] if not s["published"]}
    for name in sorted(set(found) ^ set(stated)):
        yield f"reserve: {' '.join(name)}: in only one of RELEASE.json and the reserve folder"
    for name in sorted(set(found) & set(stated)):
        have, expected = len(found[name]), stated[name]["records"]
        if verify.root(found[name]) != stated[name]["root"]:
            yield f"reserve: {' '.join(name)}: root differs from RELEASE.json"
        if have != expected:
            yield f"reserve: {' '.join(name)}: {have} records, RELEASE.json says {expected}"
