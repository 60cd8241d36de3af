"""What a recipe may set about cleaning."""

import polars as pl
from pydantic import Field, field_validator

from cpsyexam.config import Settings


class CleanSettings(Settings):
    """Table `[clean]` of a recipe."""

    min_options: int = Field(default=3, ge=2, le=8)
    retype: bool = False  # keep SCQ/MAQ whose number of answers says otherwise; labels decide
    # share flagged as `unlikely_character`; where unset 0.02, in banks of fewer than 2,000 none
    pointed: float | None = Field(default=None, ge=0, le=0.5)
    adverts: tuple[str, ...] = ()  # further regular expressions of adverts, removed where found
    off: tuple[str, ...] = ()  # ids of rules that this recipe does not want

    @field_validator("adverts")
    @classmethod
    def _patterns(cls, patterns: tuple[str, ...]) -> tuple[str, ...]:
        for pattern in patterns:
            try:
                pl.Series([""]).str.contains(pattern)
            except pl.exceptions.ComputeError as error:
                said = str(error).strip().splitlines()[-1].strip()[:200]
                raise ValueError(f"{pattern[:60]!r} cannot be searched for: {said}") from error
        return patterns
