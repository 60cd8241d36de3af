"""With the reserve: it is the one committed to."""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam import decoys, lineage
from cpsyexam.taxonomy import SPLITS
from manifests import merkle, verify
from manifests.commitments import OPENED, PLAIN, answer_leaves, opened
from manifests.provenance import changed_otherwise
from manifests.release_reader import NotChecked, ReleaseReader


def plain(release: ReleaseReader) -> Iterator[str]:
    """The reserve folder has files, no links or pipes, and two keys."""
    for path, kind, said in verify.walk(release.private):
        if kind in ("link", "other"):
            yield f"reserve: {path}: is {said}"
            return
    told = verify.read_json(release.private / "keys.json")
    if said := verify.unlike(told, {"split_key": str, "salt_key": str}, "reserve: keys.json"):
        yield said
        return
    for name, key in told.items():
        if not re.fullmatch("(?:[0-9a-f]{2})+", key):
            yield f"reserve: keys.json: {name} is no key"


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


def digests(release: ReleaseReader) -> Iterator[str]:
    """What the release tells sealed is over the digests that the reserve folder has."""
    told = opened(release.private)
    if not told:
        raise NotChecked("not checked: sealed before digests were")
    key = release.keys["salt_key"]
    pages = release.table(release.folder / "provenance/captures.parquet")
    shown = dict(pages.select("capture", "digest").iter_rows())
    public = {f"capture/{name}": digest for name, digest in shown.items()}
    public |= {f"stage/{name}": row["key"] for name, row in release.rules.items()}
    fit = dict(zip(told, merkle.sealed(key, [*told], [*told.values()]), strict=True))
    for name in sorted(name for name in {*public, *fit} if public.get(name) != fit.get(name))[:1]:
        yield f"reserve: {OPENED}: {name} is not what the release tells sealed"
    yield from release.each("digests")


def opened_of(release: ReleaseReader, shard: Mapping[str, Any]) -> Iterator[str]:
    """The same of one shard's provenance."""
    key = release.keys["salt_key"]
    path = release.private / PLAIN / shard["path"].removeprefix("data/")
    files, said = (release.folder / shard["provenance"], path), merkle.committed(key)
    check = partial(_plain, release, shard["path"], files, key)
    yield from release.proofs.asked("digests", files, said, check)


def _plain(
    release: ReleaseReader, shard: str, files: tuple[Path, Path], key: bytes
) -> Iterator[str]:
    """What of a shard's digests is told sealed otherwise than the reserve folder has it."""
    origins, plain = (release.table(path) for path in files)
    plain = plain.rename({"changes": "plain"})
    if plain["id"].ne_missing(origins["id"]).any():
        yield f"reserve: {PLAIN}: {shard}: has other questions"
        return
    rows = pl.concat([plain, origins.select("changes")], how="horizontal")
    for name in changed_otherwise(rows, key)[:1]:
        yield f"reserve: {PLAIN}: {shard}: {name}: changes are not those told sealed"


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
    begun = _firsts(release)
    real = decoys.drawn(names, float(told["share"]), release.keys["salt_key"], begun)
    for name in sorted({*real} ^ {*told["ids"]})[:1]:
        yield f"{decoys.PLACE}: {name}: the key draws others"


def _firsts(release: ReleaseReader) -> dict[str, str]:
    """Id → the first that its question had; {} where the reserve is older than lineages."""
    path = release.private / lineage.PLACE / "questions.parquet"
    if not path.is_file():
        return {}
    rows = pl.read_parquet(path, memory_map=False).filter(split=SPLITS[-1])
    return {name: first for name, first in rows.select("id", "first").iter_rows() if first}
