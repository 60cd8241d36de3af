"""Pages of PDFs, TIFFs and folders; what is broken, locked or absurd."""

from pathlib import Path

import pytest
from PIL import Image

from cpsyexam.errors import SourceError
from ocr.page.pages import Place, UnreadablePageError, page_digest, picture, places, turned
from tests.ocr import scans


def look(path: Path, page: int = 1, max_side: int = 4000) -> tuple[int, ...]:
    return picture(Place(path, page, 1), dpi=200, max_side=max_side).shape


def test_pages_of_a_pdf_come_at_the_dpi_asked(tmp_path: Path) -> None:
    path = scans.pdf(tmp_path / "a.pdf", [scans.marked(), scans.marked(mark=100)])
    assert [p.number for p in places(path)] == [1, 2]
    assert look(path) == (800, 600)
    assert picture(Place(path, 1, 1), dpi=100, max_side=4000).shape == (400, 300)


def test_pages_of_a_folder_lie_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name in ("p2.png", "p1.jpg", "p3.webp", "notes.txt"):
        if name.endswith("txt"):
            (tmp_path / name).write_text("no page")
        else:
            scans.marked().save(tmp_path / name)
    assert [(p.file.name, p.number) for p in places(tmp_path)] == [
        ("p1.jpg", 1),
        ("p2.png", 2),
        ("p3.webp", 3),
    ]


def test_frames_of_a_tiff_are_pages(tmp_path: Path) -> None:
    path = tmp_path / "a.tiff"
    first, second = scans.marked(), scans.marked(500, 700)
    first.save(path, save_all=True, append_images=[second])
    assert [p.page for p in places(path)] == [1, 2]
    assert look(path, 2) == (700, 500)


def test_exif_rotation_is_undone(tmp_path: Path) -> None:
    image, path = scans.marked(600, 800), tmp_path / "a.jpg"
    tags = Image.Exif()
    tags[0x0112] = 6  # the camera lay on its side
    image.transpose(Image.Transpose.ROTATE_90).save(path, exif=tags, quality=95)
    pixels = picture(Place(path, 1, 1), dpi=200, max_side=4000)
    assert pixels.shape == (800, 600)
    assert pixels[80, 100] < 60 < pixels[780, 100]


def test_transparent_and_deep_images_become_grey(tmp_path: Path) -> None:
    clear = Image.new("RGBA", (300, 300), (0, 0, 0, 0))
    clear.save(tmp_path / "clear.png")
    assert picture(Place(tmp_path / "clear.png", 1, 1), dpi=200, max_side=4000).min() == 255
    Image.new("I;16", (300, 300), 65535).save(tmp_path / "deep.png")
    assert picture(Place(tmp_path / "deep.png", 1, 1), dpi=200, max_side=4000).min() == 255


def test_absurd_sizes_are_bounded(tmp_path: Path) -> None:
    path = scans.pdf(tmp_path / "a.pdf", [scans.marked(300, 400)], dpi=1)  # 300 × 400 inches
    assert max(look(path, max_side=1000)) <= 1000
    scans.marked(5000, 300).save(tmp_path / "wide.png")
    assert look(tmp_path / "wide.png", max_side=1000) == (60, 1000)
    assert look(tmp_path / "wide.png", max_side=2000) == (120, 2000)
    assert look(tmp_path / "wide.png", max_side=4500) == (270, 4500)
    assert look(tmp_path / "wide.png", max_side=5000) == (300, 5000)
    scans.marked(9, 900).save(tmp_path / "thin.png")
    with pytest.raises(UnreadablePageError, match="only 9 × 900"):
        look(tmp_path / "thin.png")


def test_a_broken_image_is_an_unreadable_page(tmp_path: Path) -> None:
    good = tmp_path / "a.png"
    scans.marked().save(good)
    (tmp_path / "b.png").write_bytes(good.read_bytes()[:300])
    (tmp_path / "c.png").write_bytes(b"no image")
    assert len(places(tmp_path)) == 3
    for name in ("b.png", "c.png"):
        with pytest.raises(UnreadablePageError):
            look(tmp_path / name)


def test_an_unreadable_page_says_what_is_wrong_with_it(tmp_path: Path) -> None:
    (tmp_path / "c.png").write_bytes(b"no image")
    with pytest.raises(UnreadablePageError, match="cannot identify image file"):
        look(tmp_path / "c.png")


def test_more_pages_than_the_limit_are_refused(tmp_path: Path) -> None:
    scans.pdf(tmp_path / "a.pdf", [scans.marked(), scans.marked(mark=100)])
    assert len(places(tmp_path / "a.pdf", most=2)) == 2
    with pytest.raises(SourceError, match=r"a\.pdf: 2 pages are more than 1; if you trust"):
        places(tmp_path / "a.pdf", most=1)
    for name in ("p1.png", "p2.png", "p3.png"):
        (tmp_path / "folder").mkdir(exist_ok=True)
        scans.marked().save(tmp_path / "folder" / name)
    with pytest.raises(SourceError, match="3 pages are more than 2"):
        places(tmp_path / "folder", most=2)


@pytest.mark.parametrize(
    ("data", "said"), [(b"", "not a readable PDF"), (b"%PDF-1.4 nothing", "not a readable PDF")]
)
def test_a_broken_pdf_stops_with_one_line(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(data)
    with pytest.raises(SourceError, match=said) as caught:
        places(path)
    assert "\n" not in str(caught.value)


def test_a_locked_pdf_names_the_remedy() -> None:
    with pytest.raises(SourceError, match=r"locked by a password.*qpdf"):
        places(Path(__file__).parents[1] / "golden" / "locked.pdf")


def test_missing_and_empty_scans(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such scan"):
        places(tmp_path / "nowhere.pdf")
    with pytest.raises(SourceError, match="no page images"):
        places(tmp_path)


def test_turning_and_digests() -> None:
    pixels = scans.grey(scans.marked())
    assert turned(pixels, 90).shape == (600, 800)
    assert turned(pixels, 90)[100, 700] < 60  # the top left corner is at the top right now
    assert page_digest(turned(turned(pixels, 90), 270)) == page_digest(pixels)
    assert page_digest(turned(pixels, 180)) != page_digest(pixels)
