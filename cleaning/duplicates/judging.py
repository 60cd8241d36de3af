"""Verdicts on pairs of rows, those kept from earlier runs included.

A verdict depends on the content of both questions, on whether their cases are one, and on the words
usual in the bank as far as it asked about them: what was asked is kept beside it and asked again.
"""

from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt
import polars as pl
from rapidfuzz import fuzz, process

from cleaning.duplicates.candidates import Numbers, Pairs, packed, unpacked
from cleaning.duplicates.corpus import COLUMNS, VERDICT, Cases, Corpus, still_true
from cleaning.duplicates.settings import EDGE, DuplicateSettings
from cleaning.duplicates.texts import Rows
from cleaning.duplicates.verify import NO_CASE
from cpsyexam.memo import NO_MEMO, Memo
from cpsyexam.side_by_side import side_by_side
from wording.edit_class import Attested

_PORTION = 1 << 14  # pairs: with their rows they take some 20 MB
Passed = npt.NDArray[np.bool_]
_RELATIONS = pl.Series([bytes([i]) for i in range(8)], dtype=pl.Binary)


@dataclass(frozen=True)
class Judge:
    """Comparison rows by number, their cases, the words usual among them.

    `of` are digests of the rows' content where verdicts are kept.
    """

    rows: Rows
    cases: Cases
    attested: Attested
    settings: DuplicateSettings
    memo: Memo = NO_MEMO
    of: pl.Series | None = None

    def edges(self, pairs: Pairs, *, alike: bool) -> tuple[Pairs, pl.DataFrame]:
        """The pairs that mean something, and their edges; `alike` asks the cheap test first."""
        told = self._told(pairs, alike=alike)
        hits = told["kind"] != ""
        pairs, told = pairs[hits.to_numpy()], told.filter(hits)
        numbers = np.unique(np.concatenate(unpacked(pairs)))
        names = self.rows.take(numbers, "raw_id")["raw_id"]
        ends = (names[np.searchsorted(numbers, end)] for end in unpacked(pairs))
        named = [end.alias(name) for name, end in zip(("left", "right"), ends, strict=True)]
        return pairs, told.with_columns(named).select(EDGE.keys())

    def _told(self, pairs: Pairs, *, alike: bool) -> pl.DataFrame:
        """A verdict a pair, in order."""
        left, right = unpacked(pairs)
        frame = pl.DataFrame({"left": left, "right": right})
        work = partial(self._made, alike=alike)
        if self.of is None:
            parts = side_by_side(work, frame.iter_slices(_PORTION))
            return pl.concat(parts) if frame.height else work(frame)
        one, two = self.cases[left], self.cases[right]
        relation = (one == two) * 4 + (one == NO_CASE) * 2 + (two == NO_CASE)
        of = self.of.gather(left) + self.of.gather(right) + _RELATIONS.gather(relation)
        kept = f"pairs_{'alike' if alike else 'all'}"
        said = str(self.settings)
        told = self.memo.rows(kept, frame, work, said, of=of, portion=_PORTION)
        true = [still_true(said, self.attested) for said in told["asked"]]
        old = (~pl.Series(true, dtype=pl.Boolean)).arg_true()
        if not len(old):
            return told
        again = work(frame[old]).with_columns(old.alias("row"))
        return told.with_row_index("row").update(again, on="row").drop("row")

    def _made(self, frame: pl.DataFrame, *, alike: bool) -> pl.DataFrame:
        pairs = packed(frame["left"].to_numpy(), frame["right"].to_numpy())
        there = np.unique(np.concatenate(unpacked(pairs)))
        rows = self.rows.take(there, *COLUMNS, "content")
        passed = (
            self._alike(pairs, there, rows["content"])
            if alike
            else np.ones(len(pairs), dtype=np.bool_)
        )
        numbers = np.unique(np.concatenate(unpacked(pairs[passed])))
        mine = rows.select(COLUMNS)[np.searchsorted(there, numbers)]
        corpus = Corpus(mine, self.cases[numbers], self.attested, self.settings)
        left, right = (
            np.searchsorted(numbers, end).astype(np.uint32) for end in unpacked(pairs[passed])
        )
        found = corpus.verdicts(packed(left, right)).with_columns(
            row=pl.Series(np.flatnonzero(passed), dtype=pl.UInt32)
        )
        whole = pl.select(row=pl.int_range(len(pairs), dtype=pl.UInt32))
        joined = whole.join(found, on="row", how="left", maintain_order="left").drop("row")
        return joined.with_columns(pl.col(pl.String).fill_null("")).select(list(VERDICT))

    def _alike(self, pairs: Pairs, numbers: Numbers, content: pl.Series) -> Passed:
        """The cheap test: one case, alike enough, or one in the other. `content` of the numbers."""
        left, right = unpacked(pairs)
        one, two = (
            content.gather(np.searchsorted(numbers, end)).to_list() for end in (left, right)
        )
        cutoff = self.settings.floor * 100
        alike = process.cpdist(one, two, scorer=fuzz.ratio, score_cutoff=cutoff) > 0
        quoted = np.array([a in b or b in a for a, b in zip(one, two, strict=True)], np.bool_)
        case = self.cases[left]
        passed: Passed = alike | quoted | ((case == self.cases[right]) & (case != NO_CASE))
        return passed


def cases_may_agree(pairs: Pairs, cases: Cases) -> Pairs:
    """The pairs whose questions do not stand on two different cases."""
    left, right = unpacked(pairs)
    one, two = cases[left], cases[right]
    kept: Pairs = pairs[(one == two) | (one == NO_CASE) | (two == NO_CASE)]
    return kept
