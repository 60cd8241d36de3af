"""Work per item that is kept: only what is new is worked out, in the order of the items."""

import os
import signal
import sqlite3
import zlib
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest

from cpsyexam.executor import INLINE, Failure, Processes
from cpsyexam.executor_kept import Kept
from cpsyexam.memo import NO_MEMO, Memo
from cpsyexam.work import Work

ASKED: list[str] = []


def measured(items: Sequence[str], *, times: int = 1) -> list[int]:
    """The lengths of texts, several times."""
    ASKED.extend(items)
    return [len(item) * times for item in items]


def deadly(items: Sequence[str]) -> list[str]:
    """Dies on one word."""
    if "死" in items:
        os.kill(os.getpid(), signal.SIGKILL)
    return list(items)


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    ASKED.clear()
    return Kept(INLINE, Memo(tmp_path, "state of the code"))


def work(times: int = 1) -> Work[str, int]:
    return Work(partial(measured, times=times), batch=2, made=int)


def found(executor: Kept, items: str, times: int = 1) -> list[int | Failure]:
    """Lengths of words; all are right, in order, whoever made them."""
    words = items.split()
    lengths = list(executor.map(work(times), iter(words)))
    assert lengths == [len(word) * times for word in words]
    return lengths


def test_only_new_items_are_worked_on(kept: Kept) -> None:
    found(kept, "记 记忆 短时记忆 长时记忆系统")
    ASKED.clear()
    found(kept, "感 记忆 感觉 长时记忆系统 记 知觉的特性 短时记忆")
    assert ASKED == ["感", "感觉", "知觉的特性"]
    ASKED.clear()
    found(kept, "短时记忆 记")
    assert ASKED == []


def test_other_values_and_other_code_are_other_work(kept: Kept) -> None:
    found(kept, "记忆")
    found(kept, "记忆", times=2)
    found(Kept(INLINE, Memo(kept.memo.folder, "changed code")), "记忆")
    assert ASKED == ["记忆"] * 3


@pytest.mark.parametrize("whole", [True, False])
def test_damage_is_noticed(kept: Kept, caplog: pytest.LogCaptureFixture, *, whole: bool) -> None:
    found(kept, "记忆 感觉")
    assert kept.memo.folder is not None
    (path,) = kept.memo.folder.rglob("*.sqlite")
    if whole:
        path.write_bytes(b"no base at all" * 100)
    else:
        with sqlite3.connect(path) as base:
            base.execute("UPDATE kept SET made = x'00' || made")
        base.close()
    ASKED.clear()
    found(kept, "记忆 感觉")
    assert ASKED == ["记忆", "感觉"]
    assert "damaged" in caplog.text


def test_what_somebody_put_there_runs_no_code(kept: Kept) -> None:
    found(kept, "记忆")
    assert kept.memo.folder is not None
    (path,) = kept.memo.folder.rglob("*.sqlite")
    spoilt = path.parent / "ran"
    evil = zlib.compress(f"cos\nsystem\n(S'touch {spoilt}'\ntR.".encode())
    with sqlite3.connect(path) as base:
        for (of,) in base.execute("SELECT of FROM kept").fetchall():
            base.execute("UPDATE kept SET made = ?, sum = ?", (evil, sha256(of + evil).digest()))
    base.close()
    ASKED.clear()
    found(kept, "记忆")
    assert ASKED == ["记忆"]
    assert not spoilt.exists()


def test_what_was_done_before_a_stop_is_kept(kept: Kept) -> None:
    results = kept.map(work(), iter(["记", "记忆", "感觉"]))
    next(results)
    results.close()  # type: ignore[attr-defined]
    ASKED.clear()
    found(kept, "记")
    assert ASKED == []


def test_a_death_is_never_kept(tmp_path: Path) -> None:
    with Kept(Processes(1), Memo(tmp_path, "state of the code")) as kept:
        for _ in range(2):
            made = list(kept.map(Work(deadly, made=str), ["生", "死"]))
            assert made[0] == "生"
            assert isinstance(made[1], Failure)


def test_without_a_folder_it_is_the_inner_executor(kept: Kept) -> None:
    plain = Kept(kept.inner, NO_MEMO)
    found(plain, "记忆 记忆")
    assert ASKED == ["记忆", "记忆"]
