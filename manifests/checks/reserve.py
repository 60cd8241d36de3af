"""With the reserve: it is the one committed to."""

from collections.abc import Iterator

import polars as pl

from cpsyexam import decoys
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


def held_decoys(release: ReleaseReader) -> Iterator[str]:
    """The decoys are those that the key draws, as many as RELEASE.json says."""
    told, stated = decoys.read(release.private), release.manifest["split"].get("decoys")
    if not told and not stated:
        return
    if not told or not stated:
        yield f"{decoys.PLACE}: decoys are told in only one of RELEASE.json and the reserve folder"
        return
    if (told["share"], len(told["ids"])) != (stated["share"], stated["records"]):
        yield f"{decoys.PLACE}: share or number of decoys is not as RELEASE.json says"
    open_ = ~pl.col("source").is_in(told["unpublished"])
    names = [name for _, _, origins in release.held() for name in origins.filter(open_)["id"]]
    real = decoys.drawn(names, float(told["share"]), release.keys["salt_key"])
    for name in sorted({*real} ^ {*told["ids"]})[:1]:
        yield f"{decoys.PLACE}: {name}: the key draws others"
