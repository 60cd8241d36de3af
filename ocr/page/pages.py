"""Pages of a scan as images: PDF (pypdfium2), TIFF and folders of images (Pillow)."""

import io
import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium
from PIL import Image, ImageOps, UnidentifiedImageError
from pypdfium2 import raw

from cpsyexam.errors import SourceError
from cpsyexam.files import canonical, digest
from ocr.book import scan_files
from ocr.page.fragment import Quad

Pixels = npt.NDArray[np.uint8]  # height × width, grey
SMALLEST = 40  # pixels a side; anything less holds no text
LARGEST = 120_000_000  # pixels of an image that is decoded at all, where nothing else is set
_FORMATS = ("PNG", "JPEG", "TIFF", "BMP", "WEBP")  # no reader that starts a program
_DEPTH = 5  # of forms in a PDF's page whose images are looked at
Image.MAX_IMAGE_PIXELS = None  # bounded here, by `pixels`, with an error of our own


_ORIENTATION = 0x0112  # in EXIF
# what Pillow raises for files that are broken or made to break it
_UNREADABLE = (
    OSError, UnidentifiedImageError, EOFError, SyntaxError, ValueError, TypeError, KeyError,
    IndexError, OverflowError, MemoryError, struct.error, zlib.error,
)  # fmt: skip


class UnreadablePageError(Exception):
    """A page that cannot be made an image; it becomes a Rejected row."""


@dataclass(frozen=True)
class Place:
    """A page of a scan: the file and the page, frame or 1 for an image; `number` in the book."""

    file: Path
    page: int
    number: int


def places(scan: Path, most: int = 5_000) -> list[Place]:
    """All pages of a scan in order.

    Raises SourceError for a missing, locked or broken file, and where there are more than `most`.
    """
    found: list[Place] = []
    for file in scan_files(scan):
        count = _count(file)
        if len(found) + count > most:
            raise SourceError(
                f"{len(found) + count} pages are more than {most}",
                where=str(file),
                remedy="if you trust the file, raise the limit `pages`",
            )
        found += [Place(file, page, len(found) + page) for page in range(1, count + 1)]
    return found


def page_count(scan: Path) -> int:
    """Pages of a scan. Raises SourceError for a missing, locked or broken file."""
    return sum(map(_count, scan_files(scan)))


def _count(file: Path) -> int:
    suffix = file.suffix.lower()
    if suffix == ".pdf":
        with closing(open_pdf(file)) as document:
            return _positive(len(document), file)
    if suffix in (".tif", ".tiff"):
        try:
            with _opened(file) as image:
                return _positive(getattr(image, "n_frames", 1), file)
        except (OSError, UnidentifiedImageError, SyntaxError) as error:
            raise SourceError(f"not a readable TIFF: {error}", where=str(file)) from error
    return 1  # a broken image of a folder is one unreadable page, not the end of the book


def _positive(count: int, file: Path) -> int:
    if count < 1:
        raise SourceError("has no pages", where=str(file))
    return count


def open_pdf(file: Path) -> pdfium.PdfDocument:
    """Open a PDF. Raises SourceError where it is missing, locked by a password or broken."""
    try:
        return pdfium.PdfDocument(file)
    except FileNotFoundError as error:
        raise SourceError("no such file", where=str(file)) from error
    except pdfium.PdfiumError as error:
        if "assword" in str(error):
            raise SourceError(
                "the PDF is locked by a password",
                where=str(file),
                remedy="remove it, for example: qpdf --decrypt --password=… in.pdf out.pdf",
            ) from error
        raise SourceError(
            "not a readable PDF", where=str(file), remedy="copy it again from its origin"
        ) from error


def picture(place: Place, *, dpi: int, max_side: int, pixels: int = LARGEST) -> Pixels:
    """The page as grey pixels, upright by EXIF, no side above `max_side`.

    Raises UnreadablePageError where it is broken, too small, or an image of more than `pixels`.
    """
    pdf = place.file.suffix.lower() == ".pdf"
    drawn = _from_pdf(place, dpi, max_side, pixels) if pdf else _from_image(place, max_side, pixels)
    if min(drawn.shape) < SMALLEST:
        raise UnreadablePageError(f"only {drawn.shape[1]} × {drawn.shape[0]} pixels")
    return drawn


def _refuse_large(width: int, height: int, most: int) -> None:
    if width * height > most:
        raise UnreadablePageError(
            f"{width} × {height} pixels are more than {most} (`pixels` in [books])"
        )


def _from_pdf(place: Place, dpi: int, max_side: int, most: int) -> Pixels:
    with closing(open_pdf(place.file)) as document:
        try:
            page = document[place.page - 1]
            width, height = page.get_size()
            scale = scale_of(page, dpi, max_side)
            for image in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=_DEPTH):
                wide, high = image.get_px_size()
                _refuse_large(wide, high, most)
            if min(width, height) * scale < 1:
                raise UnreadablePageError(f"page of {width:.0f} × {height:.0f} points")
            bitmap = page.render(scale=scale, grayscale=True, may_draw_forms=False)
            return np.array(bitmap.to_numpy(), dtype=np.uint8).reshape(bitmap.height, bitmap.width)
        except (pdfium.PdfiumError, ValueError, MemoryError) as error:
            raise UnreadablePageError(str(error) or type(error).__name__) from error


def scale_of(page: Any, dpi: int, max_side: int) -> float:
    """Pixels per point at which a PDF page is drawn."""
    width, height = page.get_size()
    return float(min(dpi / 72, max_side / max(width, height, 1.0)))


def _from_image(place: Place, max_side: int, most: int) -> Pixels:
    try:
        with _opened(place.file) as image:
            image.seek(place.page - 1)
            _refuse_large(image.width, image.height, most)
            image.draft("L", (max_side, max_side))
            upright = ImageOps.exif_transpose(_smaller(image, max_side))
            grey = _on_white(upright).convert("L")
    except _UNREADABLE as error:
        raise UnreadablePageError(str(error) or type(error).__name__) from error
    longest = max(grey.size)
    if longest > max_side:
        ratio = max_side / longest
        size = (max(1, round(grey.width * ratio)), max(1, round(grey.height * ratio)))
        grey = grey.resize(size, Image.Resampling.LANCZOS)
    return np.asarray(grey, dtype=np.uint8)


@contextmanager
def _opened(file: Path) -> Iterator[Image.Image]:
    """An image file; what Pillow warns of in it is of no use to a person."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Image.open(file, formats=_FORMATS) as image:
            yield image


def _smaller(image: Image.Image, max_side: int) -> Image.Image:
    """A very large image in a whole part of its size: what follows makes copies of it."""
    times = max(image.size) // max_side
    if times < 2 or image.mode not in ("L", "LA", "RGB", "RGBA"):
        return image
    small = image.reduce(times)
    small.info = image.info
    if orientation := image.getexif().get(_ORIENTATION):
        small.getexif()[_ORIENTATION] = orientation
    return small


def _on_white(image: Image.Image) -> Image.Image:
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        layer = image.convert("RGBA")
        paper = Image.new("RGBA", layer.size, "white")
        return Image.alpha_composite(paper, layer)
    if image.mode.startswith("I"):  # 16-bit grey
        return Image.fromarray((np.asarray(image) // 257).astype(np.uint8))
    return image


def page_digest(pixels: Pixels) -> str:
    """SHA-256 of a page image: its size and its grey values."""
    head = canonical(list(pixels.shape)).encode()
    return digest(head + np.ascontiguousarray(pixels).tobytes())


def png(pixels: Pixels) -> bytes:
    """The page, or a part of it, as PNG."""
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "PNG")
    return buffer.getvalue()


def line_image(upright: Pixels, quad: Quad) -> Pixels:
    """The image of a line, straightened."""
    ax, ay, bx, by, cx, cy, dx, dy = quad
    size = max(1, round(bx - ax)), max(1, round(dy - ay))
    corners = (ax, ay, dx, dy, cx, cy, bx, by)  # Pillow goes round the other way
    image = Image.fromarray(upright)
    return np.asarray(
        image.transform(size, Image.Transform.QUAD, corners, Image.Resampling.BICUBIC)
    )


def turned(pixels: Pixels, turn: int) -> Pixels:
    """The page turned clockwise by 0, 90, 180 or 270 degrees."""
    return np.ascontiguousarray(np.rot90(pixels, -turn // 90 % 4))
