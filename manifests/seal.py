"""Seal the draft of a release: provenance, roots, RELEASE.json, signature."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam import chain, decoys, stage
from cpsyexam.errors import ReleaseError, StageError
from cpsyexam.files import canonical, digest_file, write_frame, write_json, write_text
from cpsyexam.lineage import commitment
from cpsyexam.parquet import WRITERS
from cpsyexam.release import ReleaseSpec
from manifests import (
    ancestry,
    build_tables,
    corrections,
    decisions,
    merkle,
    provenance,
    signing,
    verify,
)
from manifests.commitments import OPENED, seal_answers, seal_reserve, seal_shards
from manifests.kept_seals import KeptSeals
from manifests.leak_exceptions import cleared
from manifests.proofs import Proofs


def seal(spec: ReleaseSpec, proofs: Proofs | None = None) -> None:
    """Seal the drafts that publishing wrote; they get their names when the stage is checked.

    `proofs` are told the roots that were found in the written files. Raises ReleaseError where a
    page would be both public and reserved.
    """
    proofs = proofs or Proofs()
    build, folder, private = spec.build, spec.public, spec.private
    if not (folder / "data").is_dir():
        raise StageError("no draft of a release", where=str(folder), remedy="run `make dataset`")
    split = stage.read(build, chain.CHAIN.last, [*provenance.NEEDED, "also"])
    captures = stage.read(build, "parsed/captures")
    _check_pages(build, split)
    decided = decisions.gather(build)
    held = ancestry.held_rows(build)
    told, pages = decisions.shown(decided, split, held)
    listed = pl.col("capture").is_in(list(pages))
    kept = KeptSeals(
        spec.proofs.parent.parent / "seals" / spec.proofs.stem if spec.proofs else None
    )
    shards = seal_shards((folder, private), split, spec.salt_key, proofs, kept)
    kept.save()
    shards += seal_reserve(private, split, spec.salt_key)
    shards += seal_answers(private, spec.salt_key)
    listed_pages, rules = captures.filter(listed), build_tables.rules(build)
    opened = build_tables.digests(listed_pages, rules)
    write_frame(private / OPENED, opened)
    sealed = dict(zip(opened["name"], merkle.sealed(spec.salt_key, *opened), strict=True))
    _write_tables(folder, decided.filter(told), build_tables.sealed_pages(listed_pages, sealed))
    _write_tables(private, decided.filter(~told), captures.filter(~listed))
    withheld = spec.settings.test_answers == "withheld"
    key = spec.salt_key if withheld else b""
    shown, secret = corrections.gather(build, split, held, key)
    write_frame(folder / "provenance/corrections.parquet", shown.rechunk())
    write_frame(private / "provenance/corrections.parquet", secret)
    write_json(folder / "provenance/rules.json", build_tables.sealed_rules(rules, sealed))
    write_json(private / "cleared.json", cleared(build, split, spec.settings.cleared))
    ancestry.write(spec, split)
    _write_keys(spec)
    shutil.copyfile(Path(verify.__file__), folder / "verify.py")
    signing_key = Path(spec.settings.signing_key) if spec.settings.signing_key else None
    if signing_key:
        signers = signing.allowed_signers(signing_key, spec.settings.signer)
        write_text(folder / "allowed_signers", signers)
    manifest = {
        **_head(spec),
        "signer": spec.settings.signer if signing_key else "",
        "parent": build_tables.parent(folder),
        "shards": [shard.entry() for shard in shards],
        "root": verify.root([bytes.fromhex(shard.root) for shard in shards]),
        "lineage": commitment(private, spec.salt_key),
        "stages": build_tables.stages(build),
        "sources": build_tables.sources(stage.read(build, "parsed/sources"), split),
        "files": _files(folder),
    }
    _write_manifest(spec, manifest)


def _write_manifest(spec: ReleaseSpec, manifest: dict[str, Any]) -> None:
    path = spec.public / "RELEASE.json"
    write_text(path, canonical(manifest) + "\n")
    if spec.settings.signing_key:
        signing.sign(path, Path(spec.settings.signing_key))
    shutil.copyfile(path, spec.private / "RELEASE.json")


def relist(spec: ReleaseSpec, path: str) -> None:
    """Seal again after one file of the sealed draft was written, or anew; no record changed."""
    manifest = verify.read_manifest(spec.public)
    listed = {one["path"]: one for one in manifest["files"]}
    (listed[path],) = _listed(spec.public, [spec.public / path])
    manifest["files"] = [listed[name] for name in sorted(listed, key=Path)]
    _write_manifest(spec, manifest)


def _write_keys(spec: ReleaseSpec) -> None:
    keys = {"split_key": spec.split_key, "salt_key": spec.salt_key}
    text = canonical({name: key.hex() for name, key in keys.items()})
    # never readable for others, not for a moment: it is made so, not changed to it
    place = os.open(spec.private / "keys.json", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(place, "w", encoding="utf-8") as stream:
        stream.write(text + "\n")


def _head(spec: ReleaseSpec) -> dict[str, Any]:
    facts = spec.facts
    return {
        "format": verify.FORMAT,
        "name": spec.name,
        "version": spec.version,
        "created": facts.created,
        "builder": {
            "commit": facts.commit,
            "swhid": f"swh:1:rev:{facts.commit}" if len(facts.commit) == 40 else "",
            "lock_sha256": facts.lock_sha256,
            "recipe_sha256": facts.recipe_sha256,
            "writers": WRITERS,
        },
        "canonical": "RFC 8785 (ASCII keys, no floats)",
        "tree": "RFC 6962, SHA-256; leaf = H(0x00 | salt | {provenance, record})",
        "split": {
            "rule": "HMAC-SHA256(split_key, unit), see docs/provenance.md",
            "key_sha256": merkle.committed(spec.split_key),
            **_decoys(spec),
        },
        "salt_key_sha256": merkle.committed(spec.salt_key),
    }


def _decoys(spec: ReleaseSpec) -> dict[str, Any]:
    """With the salt key, which is committed to, the share settles which questions are decoys."""
    told = decoys.read(spec.private)
    return {"decoys": {"share": told["share"], "records": len(told["ids"])}} if told else {}


def _check_pages(build: Path, split: pl.DataFrame) -> None:
    """Where whole pages are reserved, no page may hold both reserved and public questions."""
    receipt = stage.read_receipt(build, "split") or {}
    if receipt.get("settings", {}).get("reserve_unit") != "page":
        return
    held = pl.col("split") == "reserved"
    both = split.group_by("capture").agg(held.any().alias("some"), held.all().alias("all"))
    pages = both.filter(pl.col("some") & ~pl.col("all"))["capture"].sort()
    if len(pages):
        raise ReleaseError(
            f"{len(pages)} pages hold both reserved and public questions, first {pages[0]}",
            where="split",
            remedy="reserve whole pages: their address would lead to the reserved questions",
        )


def _write_tables(folder: Path, decided: pl.DataFrame, captures: pl.DataFrame) -> None:
    write_frame(folder / "provenance/decisions.parquet", decided.drop("detail").rechunk())
    write_frame(folder / "provenance/captures.parquet", captures.sort("capture").rechunk())


def _files(folder: Path) -> list[dict[str, Any]]:
    found = sorted(p for p in folder.rglob("*") if p.is_file() and p.name not in verify.UNLISTED)
    return _listed(folder, found)


def _listed(folder: Path, found: Sequence[Path]) -> list[dict[str, Any]]:
    return [
        {
            "path": p.relative_to(folder).as_posix(),
            "size": p.stat().st_size,
            "sha256": digest_file(p),
        }
        for p in found
    ]
