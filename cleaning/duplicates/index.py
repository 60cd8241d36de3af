"""Known questions as an index: is a new question already there, exactly, nearly, on the same case?

For incremental builds (a new crawl against the last release), contamination queries (a release
against another bank) and the question "have we seen this?". The buckets are datasketch's
`MinHashLSH`, one for questions and one for case materials; hits are verified as in `find_edges`.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import polars as pl
from datasketch import LeanMinHash, MinHashLSH
from rapidfuzz import fuzz

from cleaning.duplicates import minhash
from cleaning.duplicates.candidates import MATERIAL, SAMPLE
from cleaning.duplicates.corpus import Corpus, attestation, cases_of, with_ratio
from cleaning.duplicates.settings import EDGE, DuplicateSettings
from cleaning.duplicates.texts import Compared, comparison_rows
from cpsyexam.errors import SourceError
from cpsyexam.files import replacing

_SCHEME = "affine32"
_VERSION = 2


@dataclass
class DuplicateIndex:
    """Questions that are known, by row: comparison columns and signatures (uint32, as bytes).

    `signature` is that of the question, `case_signature` that of its material ("" without one).
    """

    settings: DuplicateSettings = field(default_factory=DuplicateSettings)
    rows: pl.DataFrame = field(default_factory=pl.DataFrame)

    def __post_init__(self) -> None:
        self._lsh, self._case_lsh = self._buckets(), self._buckets()
        self._cases: dict[str, str] = {}  # material → raw_id of the first question on it
        if self.rows.height:
            self._insert(self.rows)

    @property
    def _permutations(self) -> int:
        return self.settings.bands * self.settings.rows

    def _buckets(self) -> MinHashLSH:
        params = (self.settings.bands, self.settings.rows)
        return MinHashLSH(num_perm=self._permutations, params=params)

    def add(self, frame: pl.DataFrame) -> None:
        """Take questions in (columns as `find_edges`). Raises SourceError for a known raw_id."""
        known = self._known(frame)
        if known.height:
            raise SourceError(
                f"already in the index: {known['raw_id'][0]}",
                remedy="give the new rows other raw_ids",
            )
        self.extend(frame)

    def extend(self, frame: pl.DataFrame) -> None:
        """Take questions in; one whose raw_id is known stays as it was."""
        self.extend_rows(self._signed(frame.join(self._known(frame), on="raw_id", how="anti")))

    def extend_rows(self, rows: pl.DataFrame) -> None:
        """Take in the `rows` of another index of the same settings; known raw_ids stay."""
        if self.rows.height:
            rows = rows.join(self.rows.select("raw_id"), on="raw_id", how="anti")
        self._insert(rows)
        self.rows = pl.concat([self.rows, rows]) if self.rows.height else rows

    def _known(self, frame: pl.DataFrame) -> pl.DataFrame:
        if not self.rows.height:
            return frame.select("raw_id").clear()
        return frame.select("raw_id").join(self.rows.select("raw_id"), on="raw_id", how="semi")

    def query(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Edges from questions of `frame` (left) to known ones (right): kind, reason, ratio.

        Kinds as `find_edges`; `sibling` is another question on the case of a known one.
        """
        asked = self._signed(frame)
        if not self.rows.height or not asked.height:
            return pl.DataFrame(schema=EDGE)
        hits = [
            (i, hit)
            for i, signature in enumerate(asked["signature"])
            if signature
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
        found = corpus.verified(np.array(packed, dtype=np.uint64))
        return pl.concat([found, self._siblings(asked, found)]).sort("left", "right")

    def _siblings(self, asked: pl.DataFrame, found: pl.DataFrame) -> pl.DataFrame:
        """Edges from questions on a known case that are no copies of a question on it."""
        copies = found.filter(pl.col("kind").is_in(["exact", "near", "conflict"]))["left"]
        rest = asked.filter((pl.col("material") != "") & ~pl.col("raw_id").is_in(copies.implode()))
        rows = []
        for name, material, text, signature in rest.select(
            "raw_id", "material", "text", "case_signature"
        ).iter_rows():
            alike = [
                (ratio, self._cases[case])
                for case in self._case_lsh.query(self._sketch(signature))
                if (ratio := fuzz.ratio(case, material)) >= self.settings.case_ratio * 100
            ]
            if alike:
                first = min(alike, key=lambda pair: (-pair[0], pair[1]))[1]
                rows.append((name, first, "sibling", "one case, another question", text))
        names = ["left", "right", "kind", "reason", "left_text"]
        edges = pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String), orient="row")
        texts = self.rows.select(right="raw_id", right_text="text")
        return with_ratio(edges.join(texts, on="right", how="left", maintain_order="left"))

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
        return rows.with_columns(
            self._signatures(rows[text]).alias(name)
            for text, name in (("text", "signature"), ("material", "case_signature"))
        )

    def _signatures(self, texts: pl.Series) -> pl.Series:
        signs = minhash.signatures(texts, self._permutations)
        made = [row.tobytes() if text else b"" for row, text in zip(signs, texts, strict=True)]
        return pl.Series(made, dtype=pl.Binary)

    def _insert(self, rows: pl.DataFrame) -> None:
        with self._lsh.insertion_session() as session:
            for name, signature in rows.select("raw_id", "signature").iter_rows():
                if signature:
                    session.insert(name, self._sketch(signature))
        cases = rows.filter(pl.col("material") != "").unique("material", keep="first")
        cases = cases.filter(~pl.col("material").is_in(list(self._cases)))
        with self._case_lsh.insertion_session() as session:
            for name, material, signature in cases.select(
                "raw_id", "material", "case_signature"
            ).iter_rows():
                self._cases[material] = name
                session.insert(material, self._sketch(signature))

    def _sketch(self, signature: bytes) -> LeanMinHash:
        values = np.frombuffer(signature, dtype=np.uint32)
        return LeanMinHash(seed=minhash.SEED, hashvalues=values, scheme=_SCHEME)


def is_index(path: Path) -> bool:
    """Whether a file is an index that `save` wrote."""
    try:
        return "cpsyexam.index" in pl.read_parquet_metadata(path)
    except (pl.exceptions.PolarsError, OSError):
        return False
