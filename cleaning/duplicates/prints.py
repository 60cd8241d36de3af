"""What a search keeps of every question: hashes of its texts and the keys of its sketch."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from cleaning.duplicates.candidates import Keys, keys_of
from cleaning.duplicates.settings import DuplicateSettings
from cleaning.duplicates.sources import Rows

SAMPLE = 40_000  # questions: enough for the words of a field
_SPECIFIC = 8  # content characters of a stem that may stand for a question
MATERIAL = pl.when(pl.col("material") == "").then(0).otherwise(pl.col("material").hash(1))
_KEPT = {
    "form": pl.col("form").hash(1),
    "text": pl.concat_str("material", "text", separator="\x1d").hash(1),
    "material": MATERIAL,
    "key": pl.when(pl.col("key") == "").then(0).otherwise(pl.col("key").hash(1)),
    # a short stem over options (the correct statement is …) says nothing
    "wording": pl.when(
        (pl.col("content").str.len_chars() >= _SPECIFIC) | (pl.col("given").list.len() == 0)
    )
    .then(pl.col("content").hash(1))
    .otherwise(0),
}


@dataclass(frozen=True)
class Prints:
    """By row number: `table` of hashes (0 for an empty text), and band keys."""

    table: pl.DataFrame  # form, text, material, key, wording
    keys: Keys
    sample: pl.Series  # texts of the first rows, from which usual words are learnt


def prints(rows: Rows, settings: DuplicateSettings) -> Prints:
    """Read all rows once."""
    keys: Keys = np.empty((settings.bands, rows.height), dtype=np.uint32)
    compiled = rows.height >= settings.compiled_from
    tables, sample, first = [], [], 0
    for part in rows.batches("form", "text", "material", "key", "content", "given"):
        last = first + part.height
        keys[:, first:last] = keys_of(part["text"], settings, compiled=compiled)
        tables.append(part.select(**_KEPT))
        if first < SAMPLE:
            sample.append(part["text"].head(SAMPLE - first))
        first = last
    return Prints(pl.concat(tables), keys, pl.concat(sample))
