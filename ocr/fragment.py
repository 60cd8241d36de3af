"""A piece of text that an engine found on a page."""

from dataclasses import dataclass

Quad = tuple[float, float, float, float, float, float, float, float]


@dataclass(frozen=True)
class Fragment:
    """Text, score (0 to 1) and the corners of its box in pixels, clockwise from the top left."""

    text: str
    score: float
    quad: Quad

    @property
    def width(self) -> float:
        """Width of the upright box around it."""
        return max(self.quad[::2]) - min(self.quad[::2])

    @property
    def height(self) -> float:
        """Height of the upright box around it."""
        return max(self.quad[1::2]) - min(self.quad[1::2])


@dataclass(frozen=True)
class Reading:
    """What was read on one page."""

    width: int
    height: int
    turn: int  # degrees clockwise by which the page image was turned to read it
    by: str  # engine, or "text layer"
    fragments: tuple[Fragment, ...]
