"""The questions that are compared, one row a distinct text, and the verification of pairs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl
from rapidfuzz import fuzz, process

from cleaning.duplicates.attested import attested_pairs
from cleaning.duplicates.candidates import Pairs, unpacked
from cleaning.duplicates.cases import cases
from cleaning.duplicates.settings import DuplicateSettings
from cleaning.duplicates.verify import NO_CASE, Side, verify

SCHEMA = {
    "left": pl.String,
    "right": pl.String,
    "kind": pl.String,
    "reason": pl.String,
    "ratio": pl.Float64,
}
_BATCH = 1 << 17
_KEY_MARK = "\x1e"
Rows = npt.NDArray[np.uint32]


@dataclass(frozen=True)
class Corpus:
    """Distinct questions by row number: raw_id, question, given, text, key, orphan, reference."""

    rows: pl.DataFrame
    cases: npt.NDArray[np.int64]
    attested: frozenset[str]
    settings: DuplicateSettings

    def pairs(self, names: Sequence[tuple[str, str]]) -> Pairs:
        """Pairs of raw_ids as pairs of rows."""
        wanted = {name for pair in names for name in pair}
        known = self.rows["raw_id"].is_in(list(wanted))
        at = dict(zip(self.rows["raw_id"].filter(known), known.arg_true(), strict=True))
        packed = [(min(at[a], at[b]) << 32) | max(at[a], at[b]) for a, b in names]
        return np.unique(np.array(packed, dtype=np.uint64))

    def verified(self, pairs: Pairs) -> pl.DataFrame:
        """Edges of the pairs that mean something."""
        found = [self._batch(pairs[i : i + _BATCH]) for i in range(0, len(pairs), _BATCH)]
        return pl.concat(found) if found else pl.DataFrame(schema=SCHEMA)

    def _batch(self, pairs: Pairs) -> pl.DataFrame:
        left, right = self._alike(*unpacked(pairs))
        sides = self._sides(np.union1d(left, right))
        rows, kinds, reasons = [], [], []
        attested = self.attested.__contains__
        for i, (one, two) in enumerate(zip(left.tolist(), right.tolist(), strict=True)):
            verdict = verify(sides[one], sides[two], attested, self.settings)
            if verdict:
                rows.append(i)
                kinds.append(verdict.kind)
                reasons.append(verdict.reason)
        ends = [self.rows[side[rows]].select("raw_id", "text") for side in (left, right)]
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

    def _alike(self, left: Rows, right: Rows) -> tuple[Rows, Rows]:
        """The cheap test first, on all pairs at once: question parts, and cases that may agree."""
        one, two = self.cases[left], self.cases[right]
        may = (one == two) | (one == NO_CASE) | (two == NO_CASE)
        left, right, same = left[may], right[may], ((one == two) & (one != NO_CASE))[may]
        questions = self.rows["content"]
        ratios = process.cpdist(
            questions.gather(left).to_list(),
            questions.gather(right).to_list(),
            scorer=fuzz.ratio,
            score_cutoff=self.settings.floor * 100,
        )
        kept = (ratios > 0) | same
        return left[kept], right[kept]

    def _sides(self, numbers: Rows) -> dict[int, Side]:
        part = self.rows[numbers].select("question", "given", "key", "orphan", "reference")
        return dict(zip(numbers.tolist(), self._each(part, numbers), strict=True))

    def _each(self, part: pl.DataFrame, numbers: Rows) -> Iterator[Side]:
        for (question, given, key, orphan, reference), case in zip(
            part.iter_rows(), self.cases[numbers].tolist(), strict=True
        ):
            yield Side(
                question=question,
                given=[option for option in given if option],
                key=frozenset(key.split(_KEY_MARK)) if key else frozenset(),
                case=case,
                orphan=orphan,
                reference=reference,
            )


def corpus_of(heads: pl.DataFrame, settings: DuplicateSettings) -> Corpus:
    """A corpus from comparison rows: finds its cases and its usual words."""
    found = cases(heads["material"], settings)
    return Corpus(heads, found, attested_pairs(heads["text"]), settings)


def with_ratio(edges: pl.DataFrame) -> pl.DataFrame:
    """Edges with the likeness (0 to 1) of their texts in place of the texts."""
    ratios = process.cpdist(
        edges["left_text"].to_list(), edges["right_text"].to_list(), scorer=fuzz.ratio
    )
    return edges.with_columns(pl.Series("ratio", ratios / 100, dtype=pl.Float64)).select(
        SCHEMA.keys()
    )
