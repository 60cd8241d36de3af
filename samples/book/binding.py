"""A PDF of JPEG pages and nothing else: no text layer, the same bytes every time."""

from collections.abc import Sequence


def bind(pages: Sequence[tuple[bytes, int, int]], dpi: int) -> bytes:
    """PDF 1.4 of grey JPEGs (data, width, height in pixels), a page each."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>"]
    kids = " ".join(f"{3 + 3 * at} 0 R" for at in range(len(pages)))
    objects.append(f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode())
    for at, (data, width, height) in enumerate(pages):
        wide, high = width * 72 / dpi, height * 72 / dpi
        drawn = f"q {wide:.3f} 0 0 {high:.3f} 0 0 cm /Scan Do Q".encode()
        objects += [
            (
                f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {wide:.3f} {high:.3f}] "
                f"/Resources << /XObject << /Scan {5 + 3 * at} 0 R >> >> "
                f"/Contents {4 + 3 * at} 0 R >>"
            ).encode(),
            _stream("", drawn),
            _stream(
                f"/Type /XObject /Subtype /Image /Width {width} /Height {height} "
                "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode ",
                data,
            ),
        ]
    return _file(objects)


def _stream(head: str, data: bytes) -> bytes:
    return f"<< {head}/Length {len(data)} >>\nstream\n".encode() + data + b"\nendstream"


def _file(objects: Sequence[bytes]) -> bytes:
    out, places = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    size = len(objects) + 1
    tail = f"xref\n0 {size}\n0000000000 65535 f \n{table}"
    tail += f"trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + tail.encode()
