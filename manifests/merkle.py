"""Leaves of many records at once, and inclusion proofs (RFC 6962).

The hashes themselves are those of manifests.verify, the program that travels with a release.
"""

import hashlib
import hmac
from collections.abc import Sequence
from itertools import repeat

import polars as pl

from cpsyexam.keyed import keyed_digests
from manifests.verify import leaf, node


def texts(frame: pl.DataFrame) -> pl.Series:
    """Canonical JSON of every row: the keys sorted, as `cpsyexam.files.canonical` writes them.

    The frame must hold no floats; fields of inner structs must stand sorted already.
    """
    if not frame.height:
        return pl.Series([], dtype=pl.String)
    ordered = frame.select(sorted(frame.columns))
    return ordered.select(pl.struct(pl.all()).struct.json_encode()).to_series()


def digests(rows: pl.Series) -> pl.Series:
    """SHA-256 of each text, hex."""
    found = [hashlib.sha256(row).hexdigest() for row in rows.cast(pl.Binary).to_list()]
    return pl.Series("record_sha256", found, dtype=pl.String)


def leaves(
    records: pl.Series, provenance: pl.Series, salts: Sequence[bytes] | None = None
) -> list[bytes]:
    """The leaf of each row, from the canonical JSON of its record and provenance."""
    sides = pl.lit('{"provenance":'), provenance, pl.lit(',"record":'), records, pl.lit("}")
    texts = pl.select(pl.concat_str(sides).cast(pl.Binary)).to_series().to_list()
    given = salts if salts is not None else repeat(b"")
    return [leaf(text, salt) for text, salt in zip(texts, given, strict=False)]


def salt(key: bytes, name: str) -> bytes:
    """The salt of a reserved record or a withheld answer: HMAC-SHA256 of its name."""
    return hmac.digest(key, name.encode(), "sha256")


def sealed(key: bytes, names: Sequence[str], contents: Sequence[str]) -> list[str]:
    """What is published of digests over what is not: SHA-256 of each one's salt and the digest.

    Who has the key can open one by its salt; who has not cannot try what it is of. "" stays "".
    """
    salts = map(bytes.fromhex, keyed_digests(key, names))
    return [
        hashlib.sha256(salt + content.encode()).hexdigest() if content else ""
        for salt, content in zip(salts, contents, strict=True)
    ]


def proof(hashes: Sequence[bytes], index: int) -> list[tuple[str, str]]:
    """The path from a leaf to the root: (`left` or `right`, hex of the sibling), bottom first."""
    path = []
    level = list(hashes)
    while len(level) > 1:
        sibling = index ^ 1
        if sibling < len(level):
            path.append(("right" if sibling > index else "left", level[sibling].hex()))
        paired = [node(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
        level = paired + level[len(paired) * 2 :]
        index //= 2
    return path


def committed(key: bytes) -> str:
    """What is published of a secret key: its SHA-256."""
    return hashlib.sha256(key).hexdigest()
