"""Files and folders: names that are exchanged, bytes that depend on the rows alone."""

import os
import threading
from collections.abc import Callable
from pathlib import Path

import polars as pl
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


@pytest.mark.parametrize("size", [16_384, 50_000])
def test_equal_rows_give_equal_bytes_however_they_lie_in_memory(tmp_path: Path, size: int) -> None:
    whole = pl.DataFrame({"number": range(130_000)})  # more than a group of Parquet holds
    parts = [whole[first : first + size].rechunk() for first in range(0, whole.height, size)]
    files.write_frame(tmp_path / "whole.parquet", whole)
    files.write_frame(tmp_path / "parts.parquet", pl.concat(parts, rechunk=False))
    written = [(tmp_path / f"{name}.parquet").read_bytes() for name in ("whole", "parts")]
    assert written[0] == written[1]


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (os.mkfifo, "no regular file"),
        (lambda path: path.symlink_to("/dev/zero"), "no regular file"),
        (lambda path: path.mkdir(), "no regular file"),
        (lambda path: path.write_text("[" * 200_000), "nested"),
        (lambda path: path.write_bytes(bytes(files.LARGEST_JSON + 1)), "larger"),
        (lambda path: path.write_text('{"a": ' + "9" * 5000 + "}"), "integer"),
    ],
)
def test_json_from_elsewhere_is_read_within_bounds(
    tmp_path: Path, made: Callable[[Path], object], why: str
) -> None:
    path = tmp_path / "RELEASE.json"
    made(path)
    with pytest.raises(ValueError, match=why):
        files.read_json(path)


def test_a_pipe_has_no_digest(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="no regular file"):
        files.digest_file(tmp_path / "pipe")
