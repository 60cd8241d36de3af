"""Small files that become large: images, PDFs."""

import struct
import zlib


def png(width: int, height: int, colour: int = 6, *, extra: bytes = b"") -> bytes:
    """A PNG of one colour; `colour` is PNG's own type: 0 grey, 2 RGB, 3 palette, 6 RGBA."""
    size = {0: 1, 2: 3, 3: 1, 6: 4}[colour]
    packer = zlib.compressobj(1)
    row = b"\0" * (1 + width * size)
    data = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0))
    palette = chunk(b"PLTE", bytes(768)) if colour == 3 else b""
    return (
        b"\x89PNG\r\n\x1a\n" + head + palette + extra + chunk(b"IDAT", data) + chunk(b"IEND", b"")
    )


def claimed(width: int, height: int) -> bytes:
    """A PNG that says how large it is and holds nothing."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def chunk(name: bytes, data: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def pdf(*objects: bytes, root: int = 1) -> bytes:
    """A PDF of these objects, numbered from 1."""
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    tail = b"trailer\n<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF" % (
        len(objects) + 1, root, len(out),
    )  # fmt: skip
    return out + head + table + tail


def stream(data: bytes, more: bytes = b"") -> bytes:
    """A compressed stream."""
    packed = zlib.compress(data, 9)
    head = b"<</Length %d/Filter/FlateDecode%s>>" % (len(packed), more)
    return head + b"\nstream\n" + packed + b"\nendstream"


CATALOG = b"<</Type/Catalog/Pages 2 0 R>>"


def pages(count: int) -> bytes:
    """A PDF that claims so many pages and has none."""
    return pdf(CATALOG, b"<</Type/Pages/Kids[]/Count %d>>" % count)


def page(box: bytes = b"0 0 595 842", content: bytes = b"", resources: bytes = b"") -> bytes:
    """A PDF of one page."""
    return pdf(
        CATALOG,
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[%s]/Contents 4 0 R/Resources<<%s>>>>"
        % (box, resources),
        stream(content),
    )


def image_page(width: int, height: int) -> bytes:
    """A PDF of one page with one image of zeros."""
    row = zlib.compressobj(9)
    data = b"".join(row.compress(bytes(width)) for _ in range(height)) + row.flush()
    head = b"<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray" % (
        width, height,
    )  # fmt: skip
    head += b"/BitsPerComponent 8/Length %d/Filter/FlateDecode>>" % len(data)
    return pdf(
        CATALOG,
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R"
        b"/Resources<</XObject<</I 5 0 R>>>>>>",
        stream(b"595 0 0 842 0 0 cm /I Do"),
        head + b"\nstream\n" + data + b"\nendstream",
    )
