"""Commitments: provenance rows beside each shard, and the Merkle roots over both."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam.files import digest, write_frame
from manifests import merkle, provenance, verify
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
    decided: pl.DataFrame,
    salt_key: bytes,
    proofs: Proofs,
) -> list[Commitment]:
    """Write the provenance of every public shard; returns their roots.

    `folders` are the public and the private one, which gets the digests that are sealed (PLAIN).
    Both files of a shard are read again for its root, so that `proofs` can be told of their bytes.
    """
    sealed = []
    folder, private = folders
    dropped = provenance.preferred(decided)
    paths = sorted(folder.glob("data/*/*.parquet"))
    for shards in _batches(map(_read, paths, _own_rows(split, paths))):
        together = pl.concat(shard.records for shard in shards)
        own = pl.concat(shard.own for shard in shards)
        texts, sha256, rows, plain = _with_provenance(together, own, dropped, salt_key)
        start = 0
        for shard in shards:
            end = start + shard.records.height
            # taken, not sliced: rows of a larger table are written in other bytes
            mine = rows if len(shards) == 1 else rows[pl.int_range(start, end, eager=True)]
            hashed = _Hashed(texts[start:end], sha256[start:end])
            sealed.append(_sealed(folder, shard, hashed, mine, proofs))
            name = shard.path.relative_to(folder / "data")
            write_frame(private / PLAIN / name, plain.slice(start, end - start))
            start = end
    return sealed


@dataclass(frozen=True)
class _Shard:
    path: Path
    digest: str  # of the bytes that the records were read from
    records: pl.DataFrame
    own: pl.DataFrame  # rows of the split


@dataclass(frozen=True)
class _Hashed:
    texts: pl.Series  # canonical JSON of records
    sha256: pl.Series


def _read(path: Path, own: pl.DataFrame) -> _Shard:
    return _Shard(path, *_with_digest(path), own)


def _batches(shards: Iterator[_Shard]) -> Iterator[list[_Shard]]:
    """Shards together, as many are small; large ones alone."""
    batch: list[_Shard] = []
    for shard in shards:
        if batch and sum(one.records.height for one in (*batch, shard)) > _TOGETHER:
            yield batch
            batch = []
        batch.append(shard)
    if batch:
        yield batch


def _sealed(
    folder: Path, shard: _Shard, hashed: _Hashed, rows: pl.DataFrame, proofs: Proofs
) -> Commitment:
    name = shard.path.relative_to(folder).as_posix()
    beside = name.replace("data/", "provenance/", 1)
    write_frame(folder / beside, rows.rechunk())
    read, origins = _with_digest(folder / beside)
    root = verify.root(merkle.leaves(hashed.texts, merkle.texts(origins)))
    count = shard.records.height
    if origins.select("id", "record_sha256").equals(pl.select(shard.records["id"], hashed.sha256)):
        proofs.told("roots", [shard.digest, read], [count, root])
    exam, kind = shard.path.parent.name, shard.path.name.split("-", maxsplit=1)[0]
    return Commitment(exam, kind, count, root, True, name, beside)


def seal_reserve(
    private: Path, split: pl.DataFrame, decided: pl.DataFrame, salt_key: bytes
) -> list[Commitment]:
    """Write the provenance of the reserve with its salts; one root per exam."""
    sealed = []
    dropped = provenance.preferred(decided)
    for folder in sorted(private.glob("data/*")):
        leaves: list[bytes] = []
        for path in sorted(folder.glob("*.parquet")):
            records = pl.read_parquet(path, memory_map=False)
            texts, _, rows, _ = _with_provenance(records, split, dropped, salt_key)
            write_frame(private / "provenance" / folder.name / path.name, rows)
            salts = [merkle.salt(salt_key, name) for name in records["id"]]
            leaves += merkle.leaves(texts, merkle.texts(rows), salts)
        sealed.append(Commitment(folder.name, "reserved", len(leaves), verify.root(leaves), False))
    return sealed


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


def _with_digest(path: Path) -> tuple[str, pl.DataFrame]:
    """SHA-256 of a file's bytes, and the rows that were read from these."""
    data = path.read_bytes()
    return digest(data), pl.read_parquet(data)


def _with_provenance(
    records: pl.DataFrame, split: pl.DataFrame, dropped: pl.DataFrame, salt_key: bytes
) -> tuple[pl.Series, pl.Series, pl.DataFrame, pl.DataFrame]:
    """Canonical JSON of the records, its digests, their provenance, and its digests as they are."""
    texts = merkle.texts(records)
    sha256 = merkle.digests(texts)
    return texts, sha256, *provenance.make(split, records, sha256, dropped, salt_key)
