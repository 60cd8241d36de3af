"""Folders that take each other's place."""

import threading
from pathlib import Path

import pytest

from cpsyexam import files


def write(folder: Path, text: str) -> None:
    fresh = files.fresh_draft(folder)
    for name in ("one", "two"):
        (fresh / name).write_text(text)


def test_a_reader_finds_the_old_or_the_new_folder_at_any_time(tmp_path: Path) -> None:
    folder = tmp_path / "release"
    write(folder, "0")
    files.settle(folder)
    missing, done = [], threading.Event()

    def look() -> None:
        while not done.is_set():
            try:
                (folder / "one").stat()
            except FileNotFoundError:
                missing.append(folder)

    reader = threading.Thread(target=look)
    reader.start()
    for number in range(400):
        write(folder, str(number))
        files.settle(folder)
    done.set()
    reader.join()
    assert not missing
    assert (folder / "two").read_text() == "399"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["release"]


def test_where_names_cannot_be_exchanged_it_is_two_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_exchanged", lambda *_: False)
    folder = tmp_path / "release"
    for text in ("old", "new"):
        write(folder, text)
        files.settle(folder)
    assert (folder / "one").read_text() == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["release"]
