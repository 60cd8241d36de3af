"""A question on its way through the grammar."""

from dataclasses import dataclass, field

from parsing.parts import Parts
from parsing.sections.regions import Material, Region


@dataclass
class Draft:
    """A question on its way."""

    number: int
    style: str
    tag: str
    pos: int
    begin: int  # of the stem
    end: int
    format: str
    format_rule: str
    region: Region
    parts: Parts
    material: Material | None = None
    notes: list[str] = field(default_factory=list)
    key_span: tuple[int, int] | None = None
    shared: tuple[int, int] | None = None  # options printed once for several
    ordered: bool = False  # numbered by its place, not in print
    away: bool = False  # the answer stands on a separate key
