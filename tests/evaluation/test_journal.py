"""The journal of replies: one writer, only a torn last line is forgiven, a full disk tears none."""

import json
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cpsyexam.errors import BusyError, ConfigError, CpsyexamError
from evaluation import runs
from evaluation.journal import Journal
from tests.evaluation.conftest import Call


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


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """No file of this process may grow beyond so many bytes, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_full_disk_tears_no_line_and_the_journal_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with Journal(path) as journal:
        with files_of_at_most(1000):
            with pytest.raises(CpsyexamError, match="replies are kept") as told:
                for number in range(100):
                    journal.add({"key": str(number), "text": "答案：B"})
            assert "\n" not in told.value.line()
            with pytest.raises(CpsyexamError):
                journal.add({"key": "again", "text": "答案：C"})
        kept = list(journal.rows)
        assert 10 < len(kept) < 100
        journal.add({"key": "later", "text": "答案：D"})
    rows = [json.loads(line)["key"] for line in path.read_text("utf-8").splitlines()]
    assert rows == [*kept, "later"]
    with Journal(path) as journal:
        assert (list(journal.rows), journal.cut_off) == (rows, 0)


def test_full_disk_leaves_the_answers_as_they_were(call: Call, tmp_path: Path) -> None:
    assert call("evaluate").exit_code == 0
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.parquet")}
    with files_of_at_most(2000):
        result = call("evaluate")
    assert isinstance(result.exception, CpsyexamError)
    assert "cannot write: the disk is full" in result.exception.line()
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.parquet")} == before
    assert not list(tmp_path.rglob("*.part"))
    assert call("evaluate").exit_code == 0


def test_tokens_that_no_call_has_are_none() -> None:
    counts = {"text": "A", "error": "", "tokens_in": 9**300, "tokens_out": -1}
    assert runs.Reply.kept(counts) == runs.Reply(text="A")
