"""A journal never takes the place of another file."""

import os
from pathlib import Path

import pytest

from asking.journal import Journal, read_journal
from cpsyexam.errors import ConfigError, SourceError


@pytest.mark.parametrize("text", ["a secret key without a line end", "# README\n", "[x]\ny = 1\n"])
def test_another_file_in_its_place_is_left_as_it_is(tmp_path: Path, text: str) -> None:
    path = tmp_path / "split.key"
    path.write_text(text)
    with pytest.raises(ConfigError, match="is another file, and no journal"), Journal(path):
        pass
    assert path.read_text() == text


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_what_is_no_file_is_not_written_to(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "journal.jsonl"
    if kind == "link":
        path.symlink_to(tmp_path / "elsewhere")
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()
    with pytest.raises(ConfigError, match="is no file of its own"), Journal(path):
        pass


def test_a_line_nested_without_end_is_no_entry(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_text("[" * 200_000 + "\n")
    with pytest.raises(SourceError, match="line 1 is no entry of a journal"):
        list(read_journal(path))
