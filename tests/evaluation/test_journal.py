"""The journal of replies: one writer, and only a torn last line is forgiven."""

from pathlib import Path

import pytest

from cpsyexam.errors import BusyError, ConfigError
from evaluation.journal import Journal


def test_journal_forgives_a_torn_last_line_only(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_text('{"key":"a"}\n{"key":"b', encoding="utf-8")
    with Journal(path) as journal:
        assert list(journal.rows) == ["a"]
        assert not journal.usable("a")  # it does not tell whether there was a reply
        assert journal.cut_off == 9
        with pytest.raises(BusyError, match="another evaluation"), Journal(path):
            pass
        journal.add({"key": "c"})
    assert path.read_text("utf-8").splitlines() == ['{"key":"a"}', '{"key": "c"}']
    path.write_text('nonsense\n{"key":"b"}\n', encoding="utf-8")
    with pytest.raises(ConfigError, match="line 1 is not a reply"), Journal(path):
        pass
