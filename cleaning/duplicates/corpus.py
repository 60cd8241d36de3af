"""The questions that met: their cases, the words usual in the bank, the verdicts on their pairs."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl
from rapidfuzz import fuzz, process

from cleaning.duplicates.candidates import Numbers, Pairs, keys_of, pairs_of, unpacked
from cleaning.duplicates.settings import EDGE, DuplicateSettings
from cleaning.duplicates.texts import KEY_MARK, Rows
from cleaning.duplicates.verify import NO_CASE, Side, verify
from cpsyexam.components import least_joined
from wording.edit_class import Attested

_OFTEN = 3  # texts
_ENOUGH = 2_000  # texts


def attestation(texts: pl.Series) -> Callable[[str], bool]:
    """Tells of a character pair whether it is usual in these texts; of all, where they are few."""
    return attested_pairs(texts).__contains__ if len(texts) >= _ENOUGH else _usual


def _usual(_: str) -> bool:
    return True


def attested_pairs(texts: pl.Series) -> frozenset[str]:
    """Character pairs that stand in three texts or more."""
    points = np.frombuffer("\n".join(texts.to_list()).encode("utf-32-le"), dtype=np.uint32)
    ends = points == ord("\n")
    inside = ~(ends[:-1] | ends[1:])
    line = np.cumsum(ends, dtype=np.uint64)[:-1][inside]
    pairs = (points[:-1][inside].astype(np.uint64) << np.uint64(21)) | points[1:][inside]
    found = np.sort((pairs << np.uint64(22)) | line)  # a pair, and the texts that it stands in
    pairs = found[np.diff(found, prepend=found[:1] + np.uint64(1)) != 0] >> np.uint64(22)
    often = pairs[_OFTEN - 1 :]  # the same pair stands so many places before
    often = often[often == pairs[: len(often)]]
    usual = often[np.diff(often, prepend=often[:1] + np.uint64(1)) != 0]
    both = np.stack([usual >> np.uint64(21), usual & np.uint64(0x1FFFFF)], axis=1)
    signs = both.astype("<u4").tobytes().decode("utf-32-le")
    return frozenset(signs[i : i + 2] for i in range(0, len(signs), 2))


Cases = npt.NDArray[np.int64]


def cases_of(materials: pl.Series, rows: Rows, settings: DuplicateSettings) -> Cases:
    """A case number a row, equal where the materials are one case; -1 without material.

    `materials` are the hashes of the materials, 0 for none; `rows` has the texts.
    """
    table = materials.to_frame("material").with_row_index("row")
    firsts = table.filter(pl.col("material") != 0).unique("material", keep="first")
    firsts = firsts.sort("row")
    texts = rows.take(firsts["row"].to_numpy(), "material")["material"]
    if texts.is_empty():
        return np.full(table.height, NO_CASE)
    known = firsts.select("material", pl.Series("case", _joined(texts, settings)))
    found = table.join(known, on="material", how="left", maintain_order="left")
    return found["case"].fill_null(NO_CASE).to_numpy()


def _joined(texts: pl.Series, settings: DuplicateSettings) -> Cases:
    keys = keys_of(texts, settings, compiled=len(texts) >= settings.compiled_from)
    left, right = unpacked(pairs_of(keys, settings.bucket, texts.gather))
    ratios = process.cpdist(
        texts.gather(left).to_list(),
        texts.gather(right).to_list(),
        scorer=fuzz.ratio,
        score_cutoff=settings.case_ratio * 100,
    )
    alike = ratios > 0
    return least_joined(left[alike], right[alike], len(texts))


COLUMNS = ("raw_id", "question", "given", "text", "key", "orphan", "reference")  # of a Corpus
VERDICT = {  # `asked`: what was asked about usual character pairs, and the answers
    "kind": pl.String,
    "reason": pl.String,
    "ratio": pl.Float64,
    "asked": pl.String,
}
_BETWEEN = "\x1f"
_BATCH = 1 << 14  # pairs at a time: their texts fit the cache


class Heard:
    """Passes questions about character pairs on and remembers the answers."""

    def __init__(self, attested: Attested) -> None:
        self._attested = attested
        self._answers: dict[str, bool] = {}

    def __call__(self, pair: str) -> bool:
        """Whether the pair is usual."""
        answer = self._answers[pair] = self._attested(pair)
        return answer

    def said(self) -> str:
        """Pairs and answers as one text; "" where nothing was asked."""
        told = (f"{pair}{'+' if answer else '-'}" for pair, answer in self._answers.items())
        return _BETWEEN.join(told)


def still_true(said: str, attested: Attested) -> bool:
    """Whether all these answers would be given again."""
    parts = said.split(_BETWEEN) if said else ()
    return all(attested(part[:-1]) == (part[-1] == "+") for part in parts)


@dataclass(frozen=True)
class Corpus:
    """Comparison rows by number, with their cases and the words usual in the bank."""

    rows: pl.DataFrame
    cases: Cases
    attested: Attested
    settings: DuplicateSettings

    def verified(self, pairs: Pairs) -> pl.DataFrame:
        """Edges of the pairs that mean something."""
        ends = zip(("left", "right"), unpacked(pairs), strict=True)
        named = [self.rows["raw_id"][side].alias(name) for name, side in ends]
        told = self.verdicts(pairs).with_columns(named)
        return told.filter(pl.col("kind") != "").select(EDGE.keys())

    def verdicts(self, pairs: Pairs) -> pl.DataFrame:
        """What each pair is: VERDICT, with kind "" for two questions that need no notice."""
        found = [self._batch(pairs[i : i + _BATCH]) for i in range(0, len(pairs), _BATCH)]
        return pl.concat(found) if found else pl.DataFrame(schema=VERDICT)

    def _batch(self, pairs: Pairs) -> pl.DataFrame:
        left, right = unpacked(pairs)
        sides = self._sides(np.union1d(left, right))
        hits, kinds, reasons, asked = [], [], [], []
        for i, (one, two) in enumerate(zip(left.tolist(), right.tolist(), strict=True)):
            heard = Heard(self.attested)
            verdict = verify(sides[one], sides[two], heard, self.settings)
            asked.append(heard.said())
            kinds.append(verdict.kind if verdict else "")
            reasons.append(verdict.reason if verdict else "")
            if verdict:
                hits.append(i)
        ratios = np.zeros(len(pairs))
        texts = [self.rows["text"][side[hits]].to_list() for side in (left, right)]
        ratios[hits] = process.cpdist(*texts, scorer=fuzz.ratio)
        columns = (kinds, reasons, ratios / 100, asked)
        return pl.DataFrame(dict(zip(VERDICT, columns, strict=True)), schema=VERDICT)

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
    ).select(EDGE.keys())
