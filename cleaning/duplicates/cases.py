"""Which questions hang on one case: materials that are equal, or nearly."""

import numpy as np
import numpy.typing as npt
import polars as pl
from rapidfuzz import fuzz, process

from cleaning.duplicates.candidates import candidates, unpacked
from cleaning.duplicates.settings import DuplicateSettings
from cleaning.duplicates.verify import NO_CASE


def cases(materials: pl.Series, settings: DuplicateSettings) -> npt.NDArray[np.int64]:
    """A case number a row, equal where the materials are one case; -1 without material."""
    distinct = materials.unique(maintain_order=True)
    distinct = distinct.filter(distinct != "")
    numbers = np.arange(len(distinct), dtype=np.int64)
    left, right = unpacked(candidates(distinct, settings))
    if len(left):
        ratios = process.cpdist(
            distinct.gather(left).to_list(),
            distinct.gather(right).to_list(),
            scorer=fuzz.ratio,
            score_cutoff=settings.case_ratio * 100,
        )
        for one, two in zip(left[ratios > 0], right[ratios > 0], strict=True):
            low, high = sorted((numbers[one], numbers[two]))
            numbers[numbers == high] = low
    table = pl.DataFrame({"material": distinct, "case": numbers})
    found = materials.to_frame("material").join(
        table, on="material", how="left", maintain_order="left"
    )
    return found["case"].fill_null(NO_CASE).to_numpy()
