"""Opinions: kept in the order said, none twice, none lost; what was touched is noticed."""

from pathlib import Path

import pytest

from cpsyexam.errors import ConfigError
from reviewing.ledger import Ledger
from reviewing.opinions import Log, Opinion, every
from tests.reviewing.saying import says


def test_what_was_said_is_read_in_order(tmp_path: Path) -> None:
    log = Log(tmp_path, "林")
    said = [
        says("林", note="甲\u2028乙\x85丙"),
        says("林", "reject", note="x"),
        says("林", "unsure"),
    ]
    assert all(log.add(one) for one in said)
    again = Log(tmp_path, "林")
    assert [row.opinion for row in again.rows] == [one.opinion for one in said]
    assert again.rows[0].note == "甲\n乙\n丙"  # one kind of line end
    assert again.rows[1].previous


def test_the_same_form_sent_twice_is_kept_once(tmp_path: Path) -> None:
    log, one = Log(tmp_path, "lin"), says("lin")
    assert log.add(one)
    assert not log.add(one)
    assert not Log(tmp_path, "lin").add(one)
    assert len(log.file.read_text("utf-8").splitlines()) == 1


def test_half_a_last_line_is_told_and_put_aside(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "opinions"
    log = Log(folder, "lin")
    for _ in range(2):
        log.add(says("lin"))
    whole = log.file.read_bytes()
    log.file.write_bytes(whole + b'{"opinion":"0000')
    again = every(folder, Opinion)["lin"]
    assert "half a last line is now in lin.jsonl.torn" in caplog.text
    assert (folder / "lin.jsonl.torn").read_bytes() == b'{"opinion":"0000\n'
    assert len(again.rows) == 2
    assert again.file.read_bytes() == whole
    assert again.add(says("lin"))
    assert len(Log(folder, "lin").rows) == 3


def test_a_whole_last_line_whose_end_an_editor_took_is_kept(tmp_path: Path) -> None:
    log = Log(tmp_path, "lin")
    log.add(says("lin"))
    log.file.write_bytes(log.file.read_bytes().rstrip(b"\n"))
    again = Log(tmp_path, "lin")
    assert again.add(says("lin"))
    assert len(again.rows) == 2
    assert [one.name for one in tmp_path.iterdir()] == ["lin.jsonl"]


@pytest.mark.parametrize("how", ["changed", "removed", "moved"])
def test_a_touched_line_is_noticed(tmp_path: Path, how: str) -> None:
    log = Log(tmp_path, "lin")
    for _ in range(3):
        log.add(says("lin", note="书"))
    lines = log.file.read_text("utf-8").splitlines()
    if how == "changed":
        lines[0] = lines[0].replace("书", "树")
    elif how == "removed":
        del lines[0]
    else:
        lines[1], lines[2] = lines[2], lines[1]
    log.file.write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(ConfigError, match="chain of opinions is broken"):
        Log(tmp_path, "lin")
    with pytest.raises(ConfigError, match="chain of opinions is broken"):
        every(tmp_path, Opinion)


def test_two_names_never_share_a_file(tmp_path: Path) -> None:
    Log(tmp_path, "lin mei").add(says("lin mei"))
    with pytest.raises(ConfigError, match="an opinion of 'lin mei'"):
        Log(tmp_path, "Lin-Mei")


def test_the_last_word_counts_and_undo_brings_back_the_one_before() -> None:
    first, second = says("lin"), says("lin", "reject", note="x")
    kept = Ledger()
    for said in (first, second):
        kept.add(said)
    assert kept.said(first.item) == {"lin": second}
    kept.add(says("lin", "undo", undoes=second.opinion))
    assert kept.said(first.item) == {"lin": first}
    assert (kept.items(), kept.words(), kept.words("wang")) == ([first.item], 1, 0)
    kept.add(says("lin", "undo", undoes=first.opinion))
    assert (kept.said(first.item), kept.words()) == ({}, 0)


def test_two_who_write_the_same_agree_whatever_the_width() -> None:
    one = says(
        "a", "change", fields={"stem": "短时记忆的容量约为（ ）个组块。", "key": ["甲", "乙"]}
    )
    other = says(
        "b", "change", fields={"stem": "短时记忆的容量约为(　)个组块。", "key": ["乙", "甲 "]}
    )
    third = says("c", "change", fields={"stem": "短时记忆的容量约为（ ）个组块。", "key": ["甲"]})
    assert one.stance() == other.stance() != third.stance()
