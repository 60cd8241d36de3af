"""What is found on a page image: pieces of text, ruled lines, figures, the paper itself."""

from dataclasses import dataclass

LAYER = "text layer"  # what read a page whose own text was taken
Quad = tuple[float, float, float, float, float, float, float, float]
Area = tuple[float, float, float, float]  # left, top, right, bottom


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
class Rule:
    """A ruled line between two points in pixels; `upright` lines run down the page."""

    x0: float
    y0: float
    x1: float
    y1: float
    upright: bool = False

    @property
    def length(self) -> float:
        """Length in pixels."""
        return max(abs(self.x1 - self.x0), abs(self.y1 - self.y0))


@dataclass(frozen=True)
class Reading:
    """What was read on one page; all places in pixels of its paper, turned upright."""

    width: int
    height: int
    turn: int  # degrees clockwise by which the page image was turned to read it
    by: str  # engine, or LAYER
    fragments: tuple[Fragment, ...]
    paper: Quad | None = None  # its corners on a photograph, before it was turned
    rules: tuple[Rule, ...] = ()
    figures: tuple[Area, ...] = ()
