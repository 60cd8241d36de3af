"""Which questions hang on one case: materials that are equal, or nearly."""

import numpy as np
import numpy.typing as npt
import polars as pl
from rapidfuzz import fuzz, process

from cleaning.duplicates.candidates import keys_of, pairs_of, unpacked
from cleaning.duplicates.settings import DuplicateSettings
from cleaning.duplicates.sources import Rows
from cleaning.duplicates.verify import NO_CASE

Cases = npt.NDArray[np.int64]


def cases_of(materials: pl.Series, rows: Rows, settings: DuplicateSettings) -> Cases:
    """A case number a row, equal where the materials are one case; -1 without material.

    `materials` are the hashes of the materials, 0 for none; `rows` has the texts.
    """
    table = materials.to_frame("material").with_row_index("row")
    firsts = table.filter(pl.col("material") != 0).unique("material", keep="first")
    firsts = firsts.sort("row")
    texts = rows.take(firsts["row"].to_numpy(), "material")["material"]
    known = firsts.select("material", pl.Series("case", _joined(texts, settings)))
    found = table.join(known, on="material", how="left", maintain_order="left")
    return found["case"].fill_null(NO_CASE).to_numpy()


def _joined(texts: pl.Series, settings: DuplicateSettings) -> Cases:
    numbers = np.arange(len(texts), dtype=np.int64)
    keys = keys_of(texts, settings, compiled=len(texts) >= settings.compiled_from)
    left, right = unpacked(pairs_of(keys, settings.bucket, texts.gather))
    ratios = process.cpdist(
        texts.gather(left).to_list(),
        texts.gather(right).to_list(),
        scorer=fuzz.ratio,
        score_cutoff=settings.case_ratio * 100,
    )
    for one, two in zip(left[ratios > 0], right[ratios > 0], strict=True):
        low, high = sorted((numbers[one], numbers[two]))
        if low != high:
            numbers[numbers == high] = low
    return numbers
