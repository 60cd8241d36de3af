"""A release as an index: is a new question already in it?

For incremental builds (a new crawl against the last release) and contamination queries (a release
against another bank). The buckets are datasketch's `MinHashLSH`; the hits are verified as in
`find_edges`, so a question on the same case or with one word turned round is no hit.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import polars as pl
from datasketch import LeanMinHash, MinHashLSH

from cleaning.duplicates import minhash
from cleaning.duplicates.candidates import MATERIAL, SAMPLE
from cleaning.duplicates.corpus import Corpus, attestation, cases_of
from cleaning.duplicates.settings import EDGE, DuplicateSettings
from cleaning.duplicates.texts import Compared, comparison_rows
from cpsyexam.errors import SourceError
from cpsyexam.files import replacing

_SCHEME = "affine32"
_VERSION = 1


@dataclass
class DuplicateIndex:
    """Questions that are known, by row: comparison columns and `signature` (uint32, as bytes)."""

    settings: DuplicateSettings = field(default_factory=DuplicateSettings)
    rows: pl.DataFrame = field(default_factory=pl.DataFrame)

    def __post_init__(self) -> None:
        self._lsh = MinHashLSH(
            num_perm=self._permutations, params=(self.settings.bands, self.settings.rows)
        )
        if self.rows.height:
            self._insert(self.rows)

    @property
    def _permutations(self) -> int:
        return self.settings.bands * self.settings.rows

    def add(self, frame: pl.DataFrame) -> None:
        """Take questions in (columns as `find_edges`). Raises SourceError for a known raw_id."""
        fresh = self._signed(frame)
        if self.rows.height:
            known = fresh.join(self.rows.select("raw_id"), on="raw_id", how="semi")
            if known.height:
                raise SourceError(
                    f"already in the index: {known['raw_id'][0]}",
                    remedy="give the new rows other raw_ids",
                )
        self._insert(fresh)
        self.rows = pl.concat([self.rows, fresh]) if self.rows.height else fresh

    def query(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Edges from questions of `frame` (left) to known ones (right): kind, reason, ratio."""
        asked = self._signed(frame)
        if not self.rows.height or not asked.height:
            return pl.DataFrame(schema=EDGE)
        hits = [
            (i, hit)
            for i, signature in enumerate(asked["signature"])
            for hit in self._lsh.query(self._sketch(signature))
        ]
        wanted = list(dict.fromkeys(hit for _, hit in hits))
        known = self.rows.filter(pl.col("raw_id").is_in(wanted))
        at = {name: asked.height + i for i, name in enumerate(known["raw_id"])}
        # the rows asked and the rows known may share raw_ids: told apart by place, not by name
        rows = pl.concat([asked, known])
        materials = rows.select(material=MATERIAL)["material"]
        cases = cases_of(materials, Compared(rows), self.settings)
        words = attestation(pl.concat([asked["text"], self.rows["text"].head(SAMPLE)]))
        corpus = Corpus(rows, cases, words, self.settings)
        packed = sorted((i << 32) | at[hit] for i, hit in hits)
        return corpus.verified(np.array(packed, dtype=np.uint64))

    def save(self, path: Path) -> None:
        """Write the index as one Parquet file, atomically."""
        about = {
            "version": _VERSION,
            "scheme": _SCHEME,
            "seed": minhash.SEED,
            "settings": self.settings.model_dump(mode="json"),
        }
        with replacing(path) as temporary:
            self.rows.write_parquet(
                temporary, compression="zstd", metadata={"cpsyexam.index": json.dumps(about)}
            )

    @classmethod
    def load(cls, path: Path) -> "DuplicateIndex":
        """Read an index. Raises SourceError where the file is none, or of another scheme."""
        try:
            about = json.loads(pl.read_parquet_metadata(path)["cpsyexam.index"])
            rows = pl.read_parquet(path, memory_map=False)
        except FileNotFoundError as error:
            raise SourceError("no such index", where=str(path), remedy="check the path") from error
        except (pl.exceptions.PolarsError, OSError, KeyError, ValueError) as error:
            raise SourceError(
                "not an index of duplicates", where=str(path), remedy="make it again"
            ) from error
        if (about["version"], about["scheme"], about["seed"]) != (_VERSION, _SCHEME, minhash.SEED):
            raise SourceError("made with another scheme", where=str(path), remedy="make it again")
        return cls(DuplicateSettings.model_validate(about["settings"]), rows)

    def _signed(self, frame: pl.DataFrame) -> pl.DataFrame:
        rows = comparison_rows(frame)
        signs = minhash.signatures(rows["text"], self._permutations)
        return rows.with_columns(
            pl.Series("signature", [row.tobytes() for row in signs], dtype=pl.Binary)
        )

    def _insert(self, rows: pl.DataFrame) -> None:
        with self._lsh.insertion_session() as session:
            for name, signature in rows.select("raw_id", "signature").iter_rows():
                session.insert(name, self._sketch(signature))

    def _sketch(self, signature: bytes) -> LeanMinHash:
        values = np.frombuffer(signature, dtype=np.uint32)
        return LeanMinHash(seed=minhash.SEED, hashvalues=values, scheme=_SCHEME)
