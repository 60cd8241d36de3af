"""Large files of a bank are read by workers: the questions and bad rows of one process."""

import json
from pathlib import Path

import pytest

from banks import kept
from banks.bank_file import BankFile
from banks.limits import BankLimits
from banks.mapping import Mapping
from cpsyexam.executor import INLINE, Executor, Processes
from cpsyexam.memo import Memo

ROWS = [{"题干": f"第{n}题问的是（ ）", "选项": ["甲", "乙", "丙"], "答案": "B"} for n in range(5)]


def deep(levels: int) -> str:
    return '{"题干": "深", "选项": ' + "[" * levels + "]" * levels + "}"


def read(path: Path, executor: Executor) -> BankFile:
    return kept.kept_file(
        path,
        source="s",
        root=path.parent,
        mapping=Mapping(),
        url="",
        limits=BankLimits(),
        memo=Memo(executor=executor),
    )


@pytest.mark.parametrize("deepest", [1, 900])
def test_workers_read_what_one_process_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deepest: int
) -> None:
    monkeypatch.setattr(kept, "_WORTH", 0)
    lines = [json.dumps(row, ensure_ascii=False) for row in ROWS]
    path = tmp_path / "bank.jsonl"
    path.write_text("\n".join([*lines, "[1]", deep(deepest), lines[0]]) + "\n", "utf-8")
    here, there = read(path, INLINE), read(path, Processes(1))
    assert there.questions.equals(here.questions)
    assert there.bad_rows == here.bad_rows
    assert here.questions.height >= len(ROWS) + 1
    assert here.bad_rows[0] == (6, "[1]")
