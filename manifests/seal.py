"""Seal a release: provenance, roots, RELEASE.json, signature; then give the folders their names."""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam import chain, stage
from cpsyexam.errors import ReleaseError, StageError
from cpsyexam.files import canonical, digest_file, draft, write_frame, write_json, write_text
from manifests import build_tables, decisions, leak_exceptions, merkle, provenance, signing, verify
from manifests.shards import seal_answers, seal_reserve, seal_shards


def seal(  # noqa: PLR0913 - the keys and the signer are the pipeline's to give
    build: Path,
    release: Path,
    reserve: Path,
    *,
    name: str,
    version: str,
    split_key: bytes,
    salt_key: bytes,
    facts: Mapping[str, str],
    signing_key: str = "",
    signer: str = "release",
    cleared: Sequence[tuple[str, str]] = (),
) -> None:
    """Seal the drafts that `publishing.release.write` left, and rename them to their names.

    `facts` may hold commit, created, lock_sha256, recipe_sha256; `cleared` are pairs of ids that
    look alike and are not (table `[release]` of the recipe). Raises ReleaseError where a page
    would be both public and reserved.
    """
    folder, private = draft(release), draft(reserve)
    if not (folder / "data").is_dir():
        raise StageError("no draft of a release", where=str(folder), remedy="run `make dataset`")
    split = stage.scan(build, chain.CHAIN.last).select(*provenance.NEEDED, "also").collect()
    captures, sources = stage.read(build, "parsed/captures"), stage.read(build, "parsed/sources")
    _check_pages(build, split)
    told = decisions.gather(build)
    touched, hidden = decisions.private(told, split, captures)
    shown = told.filter(~touched)
    shards = seal_shards(folder, split, shown)
    shards += seal_reserve(private, split, told, salt_key)
    shards += seal_answers(private, salt_key)
    _write_tables(folder, shown, captures.filter(~pl.col("capture").is_in(hidden.implode())))
    _write_tables(
        private, told.filter(touched), captures.filter(pl.col("capture").is_in(hidden.implode()))
    )
    write_json(folder / "provenance/rules.json", build_tables.rules(build))
    write_json(private / "keys.json", {"split_key": split_key.hex(), "salt_key": salt_key.hex()})
    (private / "keys.json").chmod(0o600)
    write_json(private / "cleared.json", leak_exceptions.cleared(build, split, cleared))
    shutil.copyfile(Path(verify.__file__), folder / "verify.py")
    if signing_key:
        write_text(folder / "allowed_signers", signing.allowed_signers(Path(signing_key), signer))
    manifest = {
        **_head(name, version, facts),
        "signer": signer if signing_key else "",
        "parent": build_tables.parent(folder),
        "split": {
            "rule": "HMAC-SHA256(split_key, unit), see docs/provenance.md",
            "key_sha256": merkle.committed(split_key),
        },
        "salt_key_sha256": merkle.committed(salt_key),
        "shards": [shard.entry() for shard in shards],
        "root": verify.root([bytes.fromhex(shard.root) for shard in shards]),
        "stages": build_tables.stages(build),
        "sources": build_tables.sources(sources),
        "files": _files(folder),
    }
    _finish(folder, private, release, reserve, manifest, signing_key)


def _finish(
    folder: Path, private: Path, release: Path, reserve: Path, manifest: dict[str, Any], key: str
) -> None:
    path = folder / "RELEASE.json"
    write_text(path, canonical(manifest) + "\n")
    if key:
        signing.sign(path, Path(key))
    shutil.copyfile(path, private / "RELEASE.json")
    settle(private, reserve)
    settle(folder, release)


def settle(whole: Path, name: Path) -> None:
    """Give a finished folder its name; what had it before is deleted after, not before."""
    old = name.with_name(f".{name.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if name.exists():
        name.replace(old)
    whole.replace(name)
    shutil.rmtree(old, ignore_errors=True)


def _head(name: str, version: str, facts: Mapping[str, str]) -> dict[str, Any]:
    commit = facts.get("commit", "")
    return {
        "format": verify.FORMAT,
        "name": name,
        "version": version,
        "created": facts.get("created", ""),
        "builder": {
            "commit": commit,
            "swhid": f"swh:1:rev:{commit}" if len(commit) == 40 else "",
            "lock_sha256": facts.get("lock_sha256", ""),
            "recipe_sha256": facts.get("recipe_sha256", ""),
        },
        "canonical": "RFC 8785 (ASCII keys, no floats)",
        "tree": "RFC 6962, SHA-256; leaf = H(0x00 | salt | {provenance, record})",
    }


def _check_pages(build: Path, split: pl.DataFrame) -> None:
    """Where whole pages are reserved, no page may hold both reserved and public questions."""
    receipt = stage.read_receipt(build, "split") or {}
    if receipt.get("settings", {}).get("reserve_unit") != "page":
        return
    held = pl.col("split") == "reserved"
    both = split.group_by("capture").agg(held.any().alias("some"), held.all().alias("all"))
    torn = both.filter(pl.col("some") & ~pl.col("all"))["capture"].sort()
    if len(torn):
        raise ReleaseError(
            f"{len(torn)} pages hold both reserved and public questions, first {torn[0]}",
            where="split",
            remedy="reserve whole pages: their address would lead to the reserved questions",
        )


def _write_tables(folder: Path, told: pl.DataFrame, captures: pl.DataFrame) -> None:
    write_frame(folder / "provenance/decisions.parquet", told.drop("detail"))
    write_frame(folder / "provenance/captures.parquet", captures.sort("capture"))


def _files(folder: Path) -> list[dict[str, Any]]:
    found = sorted(p for p in folder.rglob("*") if p.is_file() and p.name not in verify.UNLISTED)
    return [
        {
            "path": p.relative_to(folder).as_posix(),
            "size": p.stat().st_size,
            "sha256": digest_file(p),
        }
        for p in found
    ]
