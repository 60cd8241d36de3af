"""Typesetting: blocks of text set in columns and drawn as grey page images (Pillow)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

NOT_FIRST = "，。、；：？！）》”’】〕…．,.;:?!)]%"
NOT_LAST = "（《“‘【〔(["
INCH = 25.4


@dataclass(frozen=True)
class Face:
    """A font file and the number of the face in it."""

    path: Path
    index: int = 0


@dataclass(frozen=True)
class Block:
    """A paragraph: `role` chooses the font, `key` names the question that begins here."""

    text: str
    role: str = "body"
    key: str = ""
    hang: float = 0.0  # indent of the paragraph, in characters
    first: float = 0.0  # further indent of its first line
    above: float = 0.0  # blank lines above
    centred: bool = False
    keep: int = 0  # lines that must fit below on the same page


@dataclass(frozen=True)
class Style:
    """How a book looks; millimetres and points, so that it holds for any resolution."""

    faces: dict[str, Face]
    dpi: int = 200
    width: float = 185.0
    height: float = 260.0
    margin: float = 18.0
    gutter: float = 7.0
    size: float = 10.5
    leading: float = 1.52
    header: str = ""

    def pixels(self, millimetres: float) -> int:
        """Millimetres on paper as pixels."""
        return round(millimetres * self.dpi / INCH)


@dataclass
class Page:
    """A drawn page: its image, the keys of the questions that begin on it, its lines of text."""

    image: Image.Image
    keys: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)


@cache
def _font(face: Face, pixels: int) -> ImageFont.FreeTypeFont:
    layout = ImageFont.Layout.BASIC
    return ImageFont.truetype(str(face.path), pixels, face.index, layout_engine=layout)


def wrap(text: str, font: ImageFont.FreeTypeFont, width: float, first: float) -> Iterator[str]:
    """Lines of a paragraph; punctuation never begins a line, opening brackets never end one."""
    line, room = "", width - first
    for token in _tokens(text):
        if line and font.getlength(line + token) > room and token not in NOT_FIRST:
            carried = ""
            while line and line[-1] in NOT_LAST:
                line, carried = line[:-1], line[-1] + carried
            yield line.rstrip("　 ")
            line, room = carried, width
        line += token
    if line:
        yield line.rstrip("　 ")


def _tokens(text: str) -> Iterator[str]:
    word = ""
    for char in text:
        if char.isascii() and char.isalnum():
            word += char
            continue
        if word:
            yield word
            word = ""
        yield char
    if word:
        yield word


class Press:
    """Sets blocks into pages of one style."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.pages: list[Page] = []
        self.columns = 1
        self._top = 0.0
        self._column = 0
        self._y = 0.0

    def set(self, blocks: Iterable[Block], columns: int) -> list[Page]:
        """Add a chapter; it begins a page where the number of columns changes."""
        if columns != self.columns or not self.pages:
            self.columns = columns
            self._new_page()
        for block in blocks:
            self._block(block)
        return self.pages

    def _block(self, block: Block) -> None:
        style = self.style
        big = 1.35 if block.role == "title" else 1.0
        pixels = round(style.size * big * style.dpi / 72)
        font = _font(style.faces.get(block.role, style.faces["body"]), pixels)
        pitch = pixels * style.leading
        if block.above and self._y > self._top:
            self._y += block.above * pitch
        if self._y + (block.keep + 1) * pitch > self._bottom():
            self._next_column()
        width = self._width() - block.hang * pixels
        for at, line in enumerate(wrap(block.text, font, width, block.first * pixels)):
            if self._y + pitch > self._bottom():
                self._next_column()
            if at == 0 and block.key:
                self.pages[-1].keys.append(block.key)
            x = self._left() + (block.hang + (block.first if at == 0 else 0.0)) * pixels
            if block.centred:
                x = self._left() + (self._width() - font.getlength(line)) / 2
            self._draw(line, x, font)
            self._y += pitch

    def _draw(self, line: str, x: float, font: ImageFont.FreeTypeFont) -> None:
        page = self.pages[-1]
        page.lines.append(line)
        pen = ImageDraw.Draw(page.image)
        for part_at, part in _parts(line):
            pen.text((x + font.getlength(line[:part_at]), self._y), part, fill=25, font=font)

    def _width(self) -> float:
        inner = self.style.pixels(self.style.width - 2 * self.style.margin)
        gap = self.style.pixels(self.style.gutter) * (self.columns - 1)
        return (inner - gap) / self.columns

    def _left(self) -> float:
        step = self._width() + self.style.pixels(self.style.gutter)
        return self.style.pixels(self.style.margin) + self._column * step

    def _bottom(self) -> float:
        return self.style.pixels(self.style.height - self.style.margin)

    def _next_column(self) -> None:
        if self._column + 1 < self.columns:
            self._column += 1
            self._y = self._top
        else:
            self._new_page()

    def _new_page(self) -> None:
        style = self.style
        size = (style.pixels(style.width), style.pixels(style.height))
        self.pages.append(Page(Image.new("L", size, 246)))
        self._column = 0
        self._top = self._y = style.pixels(style.margin + 4)
        small = replace(style, size=style.size * 0.85)
        font = _font(style.faces["body"], round(small.size * style.dpi / 72))
        pen = ImageDraw.Draw(self.pages[-1].image)
        number = f"·{len(self.pages)}·"
        foot = style.pixels(style.height - style.margin + 5)
        middle = (size[0] - font.getlength(number)) / 2
        pen.text((middle, foot), number, fill=40, font=font)
        if style.header:
            middle = (size[0] - font.getlength(style.header)) / 2
            rule = style.pixels(style.margin)
            pen.text((middle, rule - 1.5 * font.size), style.header, fill=40, font=font)
            inset = style.pixels(style.margin)
            pen.line((inset, rule, size[0] - inset, rule), fill=90, width=2)


def _parts(line: str) -> Iterator[tuple[int, str]]:
    start = 0
    for at, char in enumerate(line):
        if char == "　":
            if at > start:
                yield start, line[start:at]
            start = at + 1
    if start < len(line):
        yield start, line[start:]
