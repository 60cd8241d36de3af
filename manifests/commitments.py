"""Commitments: provenance rows beside each shard, and the Merkle roots over both."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam.files import digest, write_frame
from manifests import merkle, provenance, verify
from manifests.proofs import Proofs


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
    folder: Path, split: pl.DataFrame, decided: pl.DataFrame, salt_key: bytes, proofs: Proofs
) -> list[Commitment]:
    """Write the provenance of every public shard; returns their roots.

    Both files of a shard are read again for its root, so that `proofs` can be told of their bytes.
    """
    sealed = []
    dropped = provenance.preferred(decided)
    paths = sorted(folder.glob("data/*/*.parquet"))
    for path, own in zip(paths, _own_rows(split, paths), strict=True):
        name = path.relative_to(folder).as_posix()
        beside = name.replace("data/", "provenance/", 1)
        records, read = _with_digest(path)
        texts, sha256, rows = _with_provenance(records, own, dropped, salt_key)
        write_frame(folder / beside, rows.rechunk())
        origins, read_beside = _with_digest(folder / beside)
        root = verify.root(merkle.leaves(texts, merkle.texts(origins)))
        if origins.select("id", "record_sha256").equals(pl.select(records["id"], sha256)):
            proofs.told("roots", [read, read_beside], [records.height, root])
        exam, kind = path.parent.name, path.name.split("-")[0]
        sealed.append(Commitment(exam, kind, records.height, root, True, name, beside))
    return sealed


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
            texts, _, rows = _with_provenance(records, split, dropped, salt_key)
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


def _with_digest(path: Path) -> tuple[pl.DataFrame, str]:
    """The rows of a file, and the SHA-256 of the bytes that they were read from."""
    data = path.read_bytes()
    return pl.read_parquet(data), digest(data)


def _with_provenance(
    records: pl.DataFrame, split: pl.DataFrame, dropped: pl.DataFrame, salt_key: bytes
) -> tuple[pl.Series, pl.Series, pl.DataFrame]:
    """Canonical JSON of the records, its digests, and their provenance."""
    texts = merkle.texts(records)
    sha256 = merkle.digests(texts)
    return texts, sha256, provenance.make(split, records, sha256, dropped, salt_key)
