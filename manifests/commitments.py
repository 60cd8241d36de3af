"""Commitments: provenance rows beside each shard, and the Merkle roots over both."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam.errors import ReleaseError
from cpsyexam.files import digest, encode_frame, write_bytes, write_frame
from cpsyexam.side_by_side import side_by_side
from manifests import merkle, provenance, verify
from manifests.kept_seals import KeptSeals, Seal
from manifests.proofs import Proofs

PLAIN = "digests"  # folder in a reserve: what is sealed in the provenance beside it in the release
OPENED = f"{PLAIN}/opened.parquet"
_TOGETHER = 20_000  # records whose provenance is made at once


@dataclass(frozen=True)
class Commitment:
    """The root over some records. `path` and `provenance` are "" for what is not published."""

    exam: str
    split: str
    records: int
    root: str
    published: bool
    path: str = ""
    provenance: str = ""

    def entry(self) -> dict[str, Any]:
        """As it stands in RELEASE.json."""
        return asdict(self)


def seal_shards(
    folders: tuple[Path, Path],
    split: pl.DataFrame,
    salt_key: bytes,
    proofs: Proofs,
    kept: KeptSeals,
) -> list[Commitment]:
    """Write the provenance of every public shard; returns their roots.

    `folders` are the public and the private one, which gets the digests that are sealed (PLAIN).
    Both files of a shard are read again for its root, so that `proofs` can be told of their bytes.
    What `kept` has of a shard of the same content is taken.
    """
    folder = folders[0]
    paths = sorted(folder.glob("data/*/*.parquet"))
    found: dict[Path, Commitment] = {}
    fresh: list[_Shard] = []

    def looked(at: tuple[Path, pl.DataFrame]) -> _Shard:
        path, own = at
        data = path.read_bytes()
        return _Shard(path, digest(data), kept.key(data, own, salt_key), own)

    own = _own_rows(split.select(provenance.NEEDED), paths)
    for shard in side_by_side(looked, zip(paths, own, strict=True)):
        if known := kept.find(shard.key):
            found[shard.path] = _put(folders, shard, *known, proofs)
        else:
            fresh.append(shard)

    def sealed(shards: Sequence[_Shard]) -> dict[Path, Commitment]:
        made = _all_sealed(shards, salt_key)
        for shard, files in made:
            kept.keep(shard.key, *files)
        return {shard.path: _put(folders, shard, *files, proofs) for shard, files in made}

    for some in side_by_side(sealed, _batches(fresh)):
        found |= some
    return [found[path] for path in paths]


@dataclass(frozen=True)
class _Shard:
    path: Path
    digest: str  # of its bytes
    key: str  # of all that its seal is made of
    own: pl.DataFrame  # rows of the split


@dataclass(frozen=True)
class _Hashed:
    ids: pl.Series
    texts: pl.Series  # canonical JSON of records
    sha256: pl.Series


def _batches(shards: Iterable[_Shard]) -> Iterator[list[_Shard]]:
    """Shards together, as many are small; large ones alone."""
    batch: list[_Shard] = []
    for shard in shards:
        if batch and sum(one.own.height for one in (*batch, shard)) > _TOGETHER:
            yield batch
            batch = []
        batch.append(shard)
    if batch:
        yield batch


def _all_sealed(
    shards: Sequence[_Shard], salt_key: bytes
) -> list[tuple[_Shard, tuple[Seal, bytes, bytes]]]:
    """The seals of some shards, made together."""
    frames = [pl.read_parquet(shard.path, memory_map=False) for shard in shards]
    own = pl.concat(shard.own for shard in shards)
    texts, sha256, rows, plain = _with_provenance(pl.concat(frames), own, salt_key)
    found, start = [], 0
    for shard, records in zip(shards, frames, strict=True):
        end = start + records.height
        # taken, not sliced: rows of a larger table are written in other bytes
        mine = pl.int_range(start, end, eager=True)
        hashed = _Hashed(records["id"], texts[start:end], sha256[start:end])
        found.append((shard, _sealed(shard, hashed, rows[mine], plain[mine])))
        start = end
    return found


def _sealed(
    shard: _Shard, hashed: _Hashed, rows: pl.DataFrame, plain: pl.DataFrame
) -> tuple[Seal, bytes, bytes]:
    """The seal of a shard, with the bytes of its provenance and of its plain digests."""
    told, beside = _encoded(rows), _encoded(plain)
    origins = pl.read_parquet(told)
    stated = pl.DataFrame({"id": hashed.ids, "record_sha256": hashed.sha256})
    if not origins.select("id", "record_sha256").equals(stated):
        raise ReleaseError("cannot be sealed: has other rows than the split", where=shard.path.name)
    root = verify.root(merkle.leaves(hashed.texts, merkle.texts(origins)))
    return Seal(digest(told), digest(beside), len(hashed.ids), root), told, beside


def _encoded(frame: pl.DataFrame) -> bytes:
    stream = BytesIO()
    encode_frame(stream, frame)
    return stream.getvalue()


def _put(
    folders: tuple[Path, Path],
    shard: _Shard,
    seal: Seal,
    origins: bytes,
    plain: bytes,
    proofs: Proofs,
) -> Commitment:
    """Write the files of a seal beside their shard; what is published of it."""
    folder, private = folders
    name = shard.path.relative_to(folder).as_posix()
    beside = name.replace("data/", "provenance/", 1)
    write_bytes(folder / beside, origins)
    write_bytes(private / PLAIN / shard.path.relative_to(folder / "data"), plain)
    proofs.told("roots", [shard.digest, seal.provenance], [seal.records, seal.root])
    exam, kind = shard.path.parent.name, shard.path.name.split("-", maxsplit=1)[0]
    return Commitment(exam, kind, seal.records, seal.root, True, name, beside)


def seal_reserve(private: Path, split: pl.DataFrame, salt_key: bytes) -> list[Commitment]:
    """Write the provenance of the reserve with its salts; one root per exam."""
    paths = sorted(private.glob("data/*/*.parquet"))

    def leaves(at: tuple[Path, pl.DataFrame]) -> list[bytes]:
        path, own = at
        records = pl.read_parquet(path, memory_map=False)
        texts, _, rows, _ = _with_provenance(records, own, salt_key)
        write_frame(private / "provenance" / path.parent.name / path.name, rows)
        salts = [merkle.salt(salt_key, name) for name in records["id"]]
        return merkle.leaves(texts, merkle.texts(rows), salts)

    own = _own_rows(split.select(provenance.NEEDED), paths)
    by_exam: dict[str, list[bytes]] = {}
    made = side_by_side(leaves, zip(paths, own, strict=True))
    for path, found in zip(paths, made, strict=True):
        by_exam.setdefault(path.parent.name, []).extend(found)
    return [
        Commitment(exam, "reserved", len(found), verify.root(found), False)
        for exam, found in by_exam.items()
    ]


def seal_answers(private: Path, salt_key: bytes) -> list[Commitment]:
    """Commit to the withheld answers of test; one root per exam."""
    sealed = []
    for path in sorted(private.glob("answers/*.parquet")):
        leaves = answer_leaves(pl.read_parquet(path, memory_map=False), salt_key)
        exam = path.name.split("-")[0]
        sealed.append(Commitment(exam, "answers", len(leaves), verify.root(leaves), False))
    return sealed


def answer_leaves(answers: pl.DataFrame, salt_key: bytes) -> list[bytes]:
    """The salted leaf of each withheld answer."""
    rows = zip(merkle.texts(answers), answers["id"], strict=True)
    return [verify.leaf(text, merkle.salt(salt_key, f"answers/{name}")) for text, name in rows]


def opened(reserve: Path) -> dict[str, str]:
    """The digests of captures and stages that a release tells sealed, by name; of its reserve.

    Empty where it was sealed before they were.
    """
    path = reserve / OPENED
    return dict(pl.read_parquet(path, memory_map=False).iter_rows()) if path.is_file() else {}


def _own_rows(split: pl.DataFrame, shards: Sequence[Path]) -> Iterator[pl.DataFrame]:
    """The rows of the split that each shard was made of; found in one join, as shards are many."""
    own = [pl.read_parquet(path, columns=["id"], memory_map=False) for path in shards]
    known = split.select("id").with_row_index("row")
    ids = pl.concat([known.clear().select("id"), *own])
    rows = ids.join(known, on="id", how="left", maintain_order="left")["row"]
    start = 0
    for shard in own:
        yield split[rows.slice(start, shard.height).drop_nulls()]
        start += shard.height


def _with_provenance(
    records: pl.DataFrame, split: pl.DataFrame, salt_key: bytes
) -> tuple[pl.Series, pl.Series, pl.DataFrame, pl.DataFrame]:
    """Canonical JSON of the records, its digests, their provenance, and its digests as they are."""
    texts = merkle.texts(records)
    sha256 = merkle.digests(texts)
    return texts, sha256, *provenance.make(split, records, sha256, salt_key)
