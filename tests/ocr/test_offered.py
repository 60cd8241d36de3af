"""Scans offered to nodes that do not see them: put once, fetched once, read as if here."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import fsspec
import pytest
from PIL import Image

from cpsyexam.executor import Inline
from cpsyexam.files import digest_file
from cpsyexam.store import Remote
from ocr.cache import fetched, offered
from ocr.page.pages import Place, places
from ocr.recognise import read_pages
from ocr.settings import BooksSettings
from tests.ocr import scans

STORE = Remote("memory://bucket/exam")


class Elsewhere(Inline):
    """Works here, but says that it does not see this machine's files."""

    near = False


@pytest.fixture(autouse=True)
def node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder for temporary files of a node, and an empty store."""
    (tmp_path / "node").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "node"))
    yield tmp_path / "node"
    fsspec.filesystem("memory").store.clear()


def pages(folder: Path, count: int) -> list[Place]:
    (folder / "pages").mkdir()
    for number in range(count):
        Image.new("L", (60, 60), number).save(folder / "pages" / f"{number:02d}.png")
    return places(folder / "pages")


def test_each_file_is_put_once_and_keeps_its_name(tmp_path: Path, node: Path) -> None:
    found = pages(tmp_path, 40)
    asked = list(offered([*found, found[0]], STORE))
    assert [one.place for one in asked] == [*found, found[0]]
    assert STORE.names() == {digest_file(place.file) for place in found}
    (STORE / asked[3].sha256).write_text("not put again")
    assert list(offered(found[:4], STORE)) == asked[:4]
    assert (STORE / asked[3].sha256).read_text(largest=99) == "not put again"
    here = fetched(asked[1], STORE)
    assert (here.file.name, here.number) == ("01.png", 2)
    assert here.file.read_bytes() == found[1].file.read_bytes()
    assert here.file.is_relative_to(node)


def test_what_a_node_had_no_use_for_goes(tmp_path: Path) -> None:
    old, new = (fetched(one, STORE) for one in offered(pages(tmp_path, 2), STORE))
    os.utime(old.file.parent, (0, 0))
    again = next(offered([Place(tmp_path / "pages" / "01.png", 1, 2)], STORE))
    assert fetched(again, STORE) == new
    assert not old.file.exists()


def test_pages_are_read_elsewhere_as_they_are_here(tmp_path: Path) -> None:
    scans.marked().save(tmp_path / "a.png")
    (tmp_path / "broken.png").write_bytes(b"broken")
    todo = [Place(tmp_path / "a.png", 1, 1), Place(tmp_path / "broken.png", 1, 2)]
    settings = BooksSettings(max_side=640)
    here = read_pages(todo, settings, tmp_path / "cache", executor=Inline())
    there = read_pages(todo, settings, STORE / "ocr", executor=Elsewhere())
    assert list(there) == list(here)
    assert [
        page.cached for page in read_pages(todo, settings, STORE / "ocr", executor=Inline())
    ] == [
        True,
        False,
    ]
