"""Images and PDFs made to take all memory or all time: a page is refused, nothing else ends."""

import contextlib
import os
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from cpsyexam.errors import SourceError
from cpsyexam.executor import Processes
from ocr.page.pages import Place, UnreadablePageError, picture, places
from ocr.reading import apart, layer_apart, layer_lines
from ocr.recognise import read_pages
from ocr.settings import BooksSettings
from tests.counting import calls
from tests.hostile import bombs

LARGE = {
    "rgba": bombs.claimed(20_000, 20_000),
    "one line": bombs.claimed(2**31 - 1, 1),
    "one column": bombs.claimed(1, 2**31 - 1),
    "all of it": bombs.claimed(2**31 - 1, 2**31 - 1),
    "just above": bombs.claimed(12_001, 10_000),
}
BROKEN = {
    "nothing": b"",
    "a head": b"\x89PNG\r\n\x1a\n",
    "no data": bombs.claimed(100, 100),
    "no size": bombs.claimed(0, 0),
    "text that unpacks": bombs.png(
        100, 100, 0, extra=bombs.chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(50_000_000)))
    ),
    "cut": bombs.png(300, 300, 2)[:-60],
    "postscript": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 100\n(/etc/passwd) run\n",
    "a picture of another kind": b"GIF89a\x64\x00\x64\x00\x00\x00\x00;",
    "bitmap": b"BM" + bytes(12) + b"\x28\0\0\0" + b"\xff\xff\xff\x7f" * 2 + bytes(28),
    "tiff in a circle": b"II*\0\x08\0\0\0\0\0\x08\0\0\0",
    "tiff far away": b"II*\0\xff\xff\xff\x7f",
    "jpeg head": b"\xff\xd8\xff\xe0\0\x10JFIF",
    "webp head": b"RIFF\xff\xff\xff\xffWEBPVP8 ",
    "svg": b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    "a page of html": b"<html></html>",
}


def drawn(path: Path, data: bytes, pixels: int = 120_000_000) -> tuple[int, ...]:
    path.write_bytes(data)
    return picture(Place(path, 1, 1), dpi=100, max_side=1000, pixels=pixels).shape


@pytest.mark.parametrize("name", LARGE)
def test_an_image_beyond_the_bound_is_refused_before_it_is_decoded(
    tmp_path: Path, name: str
) -> None:
    with pytest.raises(UnreadablePageError, match=r"pixels are more than 120000000|broken|cannot"):
        drawn(tmp_path / "page.png", LARGE[name])


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".tif", ".webp", ".bmp"])
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_image_is_one_unreadable_page(tmp_path: Path, name: str, suffix: str) -> None:
    with pytest.raises(UnreadablePageError):
        drawn(tmp_path / f"page{suffix}", BROKEN[name])


@pytest.mark.parametrize("colour", [0, 2, 3, 6])
def test_the_bound_is_a_setting(tmp_path: Path, colour: int) -> None:
    data = bombs.png(1200, 1200, colour)
    assert drawn(tmp_path / "page.png", data) == (1000, 1000)
    with pytest.raises(UnreadablePageError, match="1200 × 1200 pixels are more than 1000000"):
        drawn(tmp_path / "page.png", data, 1_000_000)


@pytest.mark.parametrize("colour", [0, 2, 6])
def test_a_very_large_image_is_made_smaller_first(tmp_path: Path, colour: int) -> None:
    assert drawn(tmp_path / "page.png", bombs.png(4100, 4000, colour)) == (976, 1000)


@pytest.mark.parametrize("read", [places, partial(layer_lines, most=5_000)])
def test_a_pdf_that_claims_many_pages_is_refused_at_once(
    tmp_path: Path, read: Callable[[Path], object]
) -> None:
    def refused(count: int) -> None:
        path = tmp_path / "book.pdf"
        path.write_bytes(bombs.pages(count))
        assert path.stat().st_size < 400
        with pytest.raises(SourceError, match=r"pages|PDF"):
            read(path)

    refused(5_001)
    assert calls(refused, 2**31 - 1) < 2 * calls(refused, 10**6)


BOXES = [
    b"0 0 14400 14400",
    b"0 0 1e9 1e9",
    b"0 0 1e38 10",
    b"0 0 0 0",
    b"0 0 -5 -5",
    b"5 5 5 5",
    b"nan nan nan nan",
    b"0 0 1 99999999",
    b"",
    b"0",
    b"a b c d",
    b"-1e9 -1e9 1e9 1e9",
]


@pytest.mark.parametrize("box", BOXES)
def test_a_page_of_odd_size_takes_no_more_than_others(tmp_path: Path, box: bytes) -> None:
    try:
        height, width = drawn(tmp_path / "book.pdf", bombs.page(box, b"0 0 10 10 re f"))
    except UnreadablePageError:
        return
    assert max(height, width) <= 1001


def test_a_large_image_in_a_pdf_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadablePageError, match="2000 × 2000 pixels are more than 1000000"):
        drawn(tmp_path / "book.pdf", bombs.image_page(2000, 2000), 1_000_000)
    assert drawn(tmp_path / "book.pdf", bombs.image_page(2000, 2000)) == (1000, 707)


PDFS = {
    "no pages": bombs.pages(0),
    "negative": bombs.pages(-5),
    "its own parent": bombs.pdf(bombs.CATALOG, b"<</Type/Pages/Kids[2 0 R]/Count 3>>"),
    "no catalogue": bombs.pdf(b"null"),
    "not the root": bombs.pdf(bombs.CATALOG, root=77),
    "cut": bombs.page()[:100],
    "a head": b"%PDF-1.7",
    "nothing": b"",
    "html": b"<html>",
    "nested": bombs.pdf(b"[" * 50_000),
    "content without end": bombs.page(content=b"q " * 100_000),
    "text without font": bombs.page(content="BT /F 9 Tf (记忆) Tj ET".encode() * 1000),
}
NESTED = bombs.pdf(  # pdfium draws 2 to the power of 40 forms
    bombs.CATALOG,
    b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
    b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R"
    b"/Resources<</XObject<</X 5 0 R>>>>>>",
    bombs.stream(b"/X Do"),
    bombs.stream(
        b"/X Do /X Do",
        b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>",
    ),
)


@pytest.mark.parametrize("name", PDFS)
def test_a_broken_pdf_is_one_line_or_unreadable_pages(tmp_path: Path, name: str) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(PDFS[name])
    with contextlib.suppress(SourceError, UnreadablePageError):
        for place in places(path, 10):
            picture(place, dpi=72, max_side=1000)
    with contextlib.suppress(SourceError):
        layer_lines(path, 10)


def test_a_page_that_takes_for_ever_is_refused_by_its_worker(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(NESTED)
    settings = BooksSettings(seconds=2, memory=2000)
    (found,) = read_pages(places(path), settings, tmp_path, executor=Processes(1))
    assert found.problem.endswith("takes more than 2 s of processor time")


@pytest.mark.slow
def test_a_text_layer_that_has_no_end_ends_with_its_worker(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(NESTED)
    with Processes(1) as reader, pytest.raises(SourceError, match="cannot be read: "):
        layer_apart(reader)(path, 10)


def aborts(_: Path) -> tuple[list[str], list[int]]:
    os.abort()


def test_a_file_on_which_its_reader_dies_is_named_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(NESTED)
    ways = r"book\.pdf: cannot be read: .* SIGABRT; print it to a new PDF, or save its pages as"
    with Processes(1) as reader, pytest.raises(SourceError, match=ways):
        apart(aborts, path, reader)
