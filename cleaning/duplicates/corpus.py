"""The questions that met, and the verification of their pairs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from rapidfuzz import fuzz, process

from cleaning.duplicates.candidates import NONE, Numbers, Pairs, unpacked
from cleaning.duplicates.cases import Cases
from cleaning.duplicates.copies import SCHEMA
from cleaning.duplicates.settings import DuplicateSettings
from cleaning.duplicates.sources import KEY_MARK
from cleaning.duplicates.verify import Side, verify
from cleaning.duplicates.wording import Attested

COLUMNS = ("raw_id", "question", "given", "text", "key", "orphan", "reference")  # of a Corpus
_BATCH = 1 << 14  # pairs at a time: their texts fit the cache


@dataclass(frozen=True)
class Corpus:
    """Comparison rows by number, with their cases and the words usual in the bank."""

    rows: pl.DataFrame
    cases: Cases
    attested: Attested
    settings: DuplicateSettings

    def pairs(self, names: Sequence[tuple[str, str]]) -> Pairs:
        """Pairs of raw_ids as pairs of rows."""
        if not names:
            return NONE
        wanted = pl.Series([name for pair in names for name in pair]).unique()
        known = self.rows["raw_id"].is_in(wanted.implode())
        at = dict(zip(self.rows["raw_id"].filter(known), known.arg_true(), strict=True))
        ends = ((at[a], at[b]) for a, b in names)
        return np.unique(np.array([(min(p) << 32) | max(p) for p in ends], dtype=np.uint64))

    def verified(self, pairs: Pairs) -> pl.DataFrame:
        """Edges of the pairs that mean something."""
        found = [self._batch(pairs[i : i + _BATCH]) for i in range(0, len(pairs), _BATCH)]
        return pl.concat(found) if found else pl.DataFrame(schema=SCHEMA)

    def _batch(self, pairs: Pairs) -> pl.DataFrame:
        left, right = unpacked(pairs)
        sides = self._sides(np.union1d(left, right))
        rows, kinds, reasons = [], [], []
        for i, (one, two) in enumerate(zip(left.tolist(), right.tolist(), strict=True)):
            verdict = verify(sides[one], sides[two], self.attested, self.settings)
            if verdict:
                rows.append(i)
                kinds.append(verdict.kind)
                reasons.append(verdict.reason)
        ends = [self.rows.select("raw_id", "text")[side[rows]] for side in (left, right)]
        return with_ratio(
            pl.DataFrame(
                {
                    "left": ends[0]["raw_id"],
                    "right": ends[1]["raw_id"],
                    "kind": pl.Series(kinds, dtype=pl.String),
                    "reason": pl.Series(reasons, dtype=pl.String),
                    "left_text": ends[0]["text"],
                    "right_text": ends[1]["text"],
                }
            )
        )

    def _sides(self, numbers: Numbers) -> dict[int, Side]:
        part = self.rows.select("question", "given", "key", "orphan", "reference")[numbers]
        return dict(zip(numbers.tolist(), self._each(part, numbers), strict=True))

    def _each(self, part: pl.DataFrame, numbers: Numbers) -> Iterator[Side]:
        for (question, given, key, orphan, reference), case in zip(
            part.iter_rows(), self.cases[numbers].tolist(), strict=True
        ):
            yield Side(
                question=question,
                given=[option for option in given if option] if "" in given else given,
                key=frozenset(key.split(KEY_MARK)) if key else frozenset(),
                case=case,
                orphan=orphan,
                reference=reference,
            )


def with_ratio(edges: pl.DataFrame) -> pl.DataFrame:
    """Edges with the likeness (0 to 1) of their texts in place of the texts."""
    ratios = process.cpdist(
        edges["left_text"].to_list(), edges["right_text"].to_list(), scorer=fuzz.ratio
    )
    return edges.with_columns(
        pl.Series("ratio", np.asarray(ratios, dtype=np.float64) / 100)
    ).select(SCHEMA.keys())
