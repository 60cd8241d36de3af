"""Workers that die, damaged readings, full disks."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cpsyexam.errors import CpsyexamError
from cpsyexam.executor import INLINE, Processes
from cpsyexam.shared_key import VARIABLE
from cpsyexam.store import Remote
from ocr import cache, recognise
from ocr.page.fragment import Fragment, Reading
from ocr.page.pages import Pixels, Place, picture
from ocr.recognise import PageRead, read_pages, unreadable_digest
from ocr.settings import BooksSettings
from tests.ocr import scans

READING = Reading(100, 80, 90, "test", (Fragment("甲", 0.9, (0, 0, 9, 0, 9, 9, 0, 9)),))


def test_a_reading_comes_back_from_the_cache(tmp_path: Path) -> None:
    digest = "ab" * 32
    assert cache.load(tmp_path, digest) is None
    cache.save(tmp_path, digest, READING)
    assert cache.load(tmp_path, digest) == READING


@pytest.mark.parametrize("damage", ["", "{", '{"width": 3}', '{"fragments": [{"text": "x"}]}'])
def test_a_damaged_reading_is_read_again(tmp_path: Path, damage: str) -> None:
    digest = "cd" * 32
    cache.save(tmp_path, digest, READING)
    next(tmp_path.rglob("*.json")).write_text(damage)
    assert cache.load(tmp_path, digest) is None


@pytest.mark.parametrize("how", ["altered", "moved", "another key", "unsealed", "nested"])
def test_what_a_stranger_writes_into_a_shared_place_is_no_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    digest, other = "ab" * 32, "abcd" * 16
    shared = Remote(f"file://{tmp_path}/shared") / "engine"
    cache.save(shared, digest, READING)
    assert cache.load(shared, digest) == READING
    (entry,) = tmp_path.rglob("*.sealed")
    seal, text = entry.read_text("utf-8").split("\n")
    match how:
        case "altered":
            entry.write_text(f"{seal}\n{text.replace('甲', '乙')}", "utf-8")
        case "moved":
            entry.rename(entry.with_name(f"{other}.sealed"))
            digest = other
        case "another key":
            monkeypatch.setenv(VARIABLE, "cd" * 32)
        case "unsealed":
            entry.write_text(text, "utf-8")
        case "nested":
            entry.write_text(f"{seal}\n{'[' * 200_000}", "utf-8")
    with pytest.raises(cache.UnsealedError):
        cache.load(shared, digest)


def test_a_page_with_an_unsealed_reading_is_read_again_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    scans.marked(300, 200).save(tmp_path / "a.png")
    shared = Remote(f"file://{tmp_path}/shared")
    found = [read(tmp_path, shared) for _ in range(2)]
    monkeypatch.setenv(VARIABLE, "cd" * 32)
    found += [read(tmp_path, shared) for _ in range(2)]
    assert [(page.cached, page.unsealed) for page in found] == [
        (False, False), (True, False), (False, True), (True, False),
    ]  # fmt: skip
    assert len({page.reading for page in found}) == 1
    (line,) = (record.getMessage() for record in caplog.records)
    assert line.startswith(f"{shared}: 1 readings do not bear the seal of this key and were made")


def read(folder: Path, shared: Remote) -> PageRead:
    place = Place(folder / "a.png", 1, 1)
    (page,) = read_pages([place], BooksSettings(), shared, executor=INLINE)
    return page


def test_a_page_on_which_the_worker_dies_is_unreadable_and_the_rest_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recognise, "read_each", dies_on_the_second)
    places = pages(tmp_path, 4)
    found = list(read_pages(places, BooksSettings(), tmp_path, executor=Processes(2)))
    assert [page.place for page in found] == places
    assert [page.problem for page in found] == [
        "",
        "the reading process died on it: the worker process ended with code 9",
        "",
        "",
    ]


@pytest.mark.slow
def test_workers_that_die_on_page_after_page_stop_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recognise, "read_each", always_dies)
    with pytest.raises(CpsyexamError, match=r"died on 3 items in a row: .*; free some memory"):
        list(read_pages(pages(tmp_path, 4), BooksSettings(), tmp_path, executor=Processes(2)))


def pages(folder: Path, count: int) -> list[Place]:
    scans.marked().save(folder / "a.png")
    return [Place(folder / "a.png", 1, number) for number in range(1, count + 1)]


def dies_on_the_second(
    places: Sequence[Place], *, settings: BooksSettings, cache: Path
) -> list[PageRead]:
    if any(place.number == 2 for place in places):
        os._exit(9)
    return [PageRead(place, unreadable_digest(place), READING) for place in places]


def always_dies(places: Sequence[Place], *, settings: BooksSettings, cache: Path) -> list[PageRead]:
    os._exit(9)


def test_a_page_is_drawn_once_as_long_as_its_reading_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Place] = []

    def counted(place: Place, **how: Any) -> Pixels:
        drawn.append(place)
        return picture(place, **how)

    monkeypatch.setattr(recognise, "picture", counted)
    (place,), kept = pages(tmp_path, 1), tmp_path / "kept"

    def again(max_side: int = 4000) -> PageRead:
        drawn.clear()
        settings = BooksSettings(max_side=max_side)
        (page,) = read_pages([place], settings, kept, executor=INLINE)
        return page

    first = again()
    assert drawn == [place]
    assert again() == replace(first, cached=True)
    assert not drawn
    assert again(max_side=600).digest != first.digest
    assert drawn == [place]
    again()
    assert not drawn
    scans.marked(320, 240).save(place.file)  # another image by the same name
    assert again().digest != first.digest
    (listed,) = kept.glob("images/*.txt")
    listed.write_text(listed.read_text("ascii")[:-3], "ascii")  # damaged: nobody knows
    again()
    assert drawn == [place]
    for reading in kept.rglob("*.json"):
        reading.unlink()
    assert not again().cached
    assert drawn == [place]
