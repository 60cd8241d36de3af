"""How duplicates are looked for."""

from collections.abc import Mapping
from typing import Literal

import polars as pl
from pydantic import Field

from cpsyexam.config import Settings

KINDS = ("exact", "near", "conflict", "variant", "sibling", "flip", "orphan", "review")
SET_ASIDE = "not_vouched"  # rule of what has come since, and may be planted (cleaning.arrivals)
SET_ASIDE_FOR = "came since the version before, from a source that somebody may have planted in"

EDGE = {
    "left": pl.String,
    "right": pl.String,
    "kind": pl.String,
    "reason": pl.String,
    "ratio": pl.Float64,
}


class DuplicateSettings(Settings):
    """Parameters of the search; the defaults are the measured ones (docs/duplicates.md).

    25 bands of 5 find 0.997 of the true copies among exam questions up to some ten million rows;
    above that take 21 bands of 6, which let fewer unrelated pairs through.
    """

    bands: int = Field(default=25, ge=2, le=64)
    rows: int = Field(default=5, ge=1, le=16)
    bucket: int = Field(default=64, ge=2)  # larger buckets are searched by sorted neighbourhood
    floor: float = Field(default=0.6, ge=0, le=1)  # question parts less alike are not looked at
    case_ratio: float = Field(default=0.85, ge=0, le=1)  # materials this alike are one case
    option_ratio: float = Field(default=0.72, ge=0, le=1)
    option_ratio_same: float = Field(default=0.6, ge=0, le=1)  # under one and the same question
    rescue_ratio: float = Field(default=0.88, ge=0, le=1)  # same options and key outweigh a word
    rescue_long: float = Field(default=0.8, ge=0, le=1)  # the same for questions of some length
    compiled_from: int = Field(default=60_000, ge=0)  # rows from which compiling pays


class UniqueSettings(DuplicateSettings):
    """Recipe table `unique`: the search, and who wins."""

    vouched: tuple[str, ...] = ()  # sources that no stranger can add a question to
    prefer: tuple[str, ...] = ()  # sources, the better first; decides between equal copies
    contradictions: Literal["reject", "vote"] = "reject"
    weights: Mapping[str, float] = Field(
        default_factory=dict
    )  # of sources in a vote; 1 where not named
