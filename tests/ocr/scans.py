"""Small scans for tests: blank pages with a few marks, PDFs with and without text."""

from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
from PIL import Image, ImageDraw

from samples.book.binding import bind
from samples.book.wear import jpeg

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "books" / "exercises.pdf"
TERMS = """
[terms]
owner = "test"
licence = "CC0-1.0"
terms_url = "https://example.org/terms"
decided_by = "test"
decided_on = "2026-11-20"

[[chapter]]
title = "第三章　中学教师心理学"
pages = [1, 99]
exam = "TQE"
subject = "中学教师心理学"
"""


def book(folder: Path, file: str, head: str = "") -> Path:
    """A book's TOML in `folder` for the scan `file`."""
    path = folder / "book.toml"
    path.write_text(f'title = "试题"\nfile = "{file}"\n{head}{TERMS}', encoding="utf-8")
    return path


def sample_page(number: int, dpi: int = 200) -> Image.Image:
    """A page of the sample book as an image."""
    document = pdfium.PdfDocument(SAMPLE)
    try:
        image: Image.Image = document[number - 1].render(scale=dpi / 72, grayscale=True).to_pil()
        return image.copy()
    finally:
        document.close()


def empty(width: int, height: int) -> Image.Image:
    """A page with nothing on it."""
    return Image.new("L", (width, height), 250)


def marked(width: int = 600, height: int = 800, mark: int = 60) -> Image.Image:
    """A white page with a black block near its top left corner."""
    image = Image.new("L", (width, height), 250)
    ImageDraw.Draw(image).rectangle((mark, mark, mark + 200, mark + 40), fill=0)
    return image


def pdf(path: Path, images: list[Image.Image], dpi: int = 200) -> Path:
    """An image-only PDF."""
    path.write_bytes(bind([(jpeg(i, 60), *i.size) for i in images], dpi))
    return path


def text_pdf(path: Path, lines: list[str], *, hidden_over: Image.Image | None = None) -> Path:
    """A PDF with a text layer (a standard font, so Latin text); hidden over an image or not."""
    drawn = "BT /F1 12 Tf 14 TL 40 780 Td " + ("3 Tr " if hidden_over else "")
    for line in lines:
        safe = line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        drawn += f"({safe}) Tj T* "
    drawn += "ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources %s >>"
        % b"<< /Font << /F1 5 0 R >> /XObject << /Scan 6 0 R >> >>",
    ]
    if hidden_over:
        drawn = "q 600 0 0 800 0 0 cm /Scan Do Q " + drawn
    objects.append(stream(b"", drawn.encode()))
    objects.append(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    image = hidden_over or Image.new("L", (8, 8))
    objects.append(_picture(image))
    path.write_bytes(assembled(objects))
    return path


def stream(head: bytes, data: bytes) -> bytes:
    """A stream object's body."""
    return b"<< " + head + b"/Length %d >>\nstream\n" % len(data) + data + b"\nendstream"


def assembled(objects: list[bytes]) -> bytes:
    """Objects as a PDF file with its table."""
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n" % size + table + b"trailer\n<< /Size %d" % size
    return out + b" /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % out.index(b"xref\n")


def grey(image: Image.Image) -> "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]":
    """Pixels of an image."""
    return np.asarray(image.convert("L"))


def layered(path: Path, image: Image.Image, lines: list[str]) -> Path:
    """A PDF page that shows an image of 200 dpi, in two halves, above lines of text."""
    wide, high = (side * 72 / 200 for side in image.size)
    half = image.height // 2
    halves = [image.crop((0, 0, image.width, half)), image.crop((0, half, image.width, 2 * half))]
    text = f"BT /F1 6 Tf 9 TL 10 {high - 20} Td "
    text += " ".join(f"<{line.encode('utf-16-be').hex()}> Tj T*" for line in lines) + " ET "
    size = f"{wide} 0 0 {high / 2} 0"
    shown = f"q {size} {high / 2} cm /I0 Do Q q {size} 0 cm /I1 Do Q"
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def "
        "/CMapType 2 def 1 begincodespacerange <0000> <ffff> endcodespacerange "
        "1 beginbfrange <0000> <ffff> <0000> endbfrange endcmap end end"
    )
    own = "/Type /Font /Subtype /CIDFontType2 /BaseFont /Song /DW 1000"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {wide} {high}] /Contents 4 0 R /Resources "
        "<< /Font << /F1 5 0 R >> /XObject << /I0 8 0 R /I1 9 0 R >> >> >>".encode(),
        stream(b"", (text + shown).encode()),
        b"<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /Identity-H %s >>"
        % b"/DescendantFonts [6 0 R] /ToUnicode 7 0 R",
        f"<< {own} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
        "/FontDescriptor << /Type /FontDescriptor /FontName /Song /Flags 4 /FontBBox "
        "[0 0 1000 1000] /ItalicAngle 0 /Ascent 900 /Descent -100 /StemV 80 >> >>".encode(),
        stream(b"", cmap.encode()),
        *(_picture(one) for one in halves),
    ]  # fmt: skip
    path.write_bytes(assembled(objects))
    return path


def _picture(image: Image.Image) -> bytes:
    head = (
        f"/Type /XObject /Subtype /Image /Width {image.width} /Height {image.height} "
        "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode "
    )
    return stream(head.encode(), jpeg(image, 60))
