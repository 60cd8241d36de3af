"""What a recipe may set about cleaning."""

from pydantic import Field

from cpsyexam.config import Settings


class CleanSettings(Settings):
    """Table `[clean]` of a recipe."""

    min_options: int = Field(default=3, ge=2, le=8)
    retype: bool = False  # keep SCQ/MAQ whose number of answers says otherwise; labels decide
    pointed: float = Field(default=0.02, ge=0, le=0.5)  # share flagged as `unlikely_character`
    adverts: tuple[str, ...] = ()  # further regular expressions of adverts, removed where found
    off: tuple[str, ...] = ()  # ids of rules that this recipe does not want
