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
    def box(self) -> Area:
        """The upright box around it."""
        xs, ys = self.quad[::2], self.quad[1::2]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def width(self) -> float:
        """Width of that box."""
        return self.box[2] - self.box[0]

    @property
    def height(self) -> float:
        """Height of that box."""
        return self.box[3] - self.box[1]

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the middle of its corners."""
        return sum(self.quad[::2]) / 4, sum(self.quad[1::2]) / 4


@dataclass(frozen=True)
class Rule:
    """A ruled line between two points in pixels; `upright` lines run down the page."""

    x0: float
    y0: float
    x1: float
    y1: float
    upright: bool = False

    @property
    def x(self) -> float:
        """Where its middle lies across the page."""
        return (self.x0 + self.x1) / 2

    @property
    def y(self) -> float:
        """Where its middle lies down the page."""
        return (self.y0 + self.y1) / 2

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
