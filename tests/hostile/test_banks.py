"""Banks made to break a build: every row is kept or rejected with a reason, never an exception."""

import io
import json
from itertools import product
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from banks.limits import BankLimits
from banks.settings import BanksSettings
from banks.stage import extract
from cpsyexam.stage import StageResult
from tests.counting import calls
from tests.hostile.odd import CELLS, GOOD, SURROGATE, TERMS
from tests.matrix import some

ROLES = (
    "question", "options", "answer", "explanation", "material", "type", "subject", "id", "split",
    "url", "number", "category", "exam",
)  # fmt: skip
SMALL = BankLimits(field=200, options=10, row=2000, lines=50)


def read(path: Path, data: bytes, limits: BankLimits = SMALL) -> StageResult:
    path.write_bytes(data)
    toml = path.with_name("bank.toml")
    toml.write_text(f"title = 't'\npath = '{path}'\n{TERMS}", "utf-8")
    return extract({}, BanksSettings(sources=(toml,), limits=limits))


def as_json(rows: list[Any]) -> bytes:
    return json.dumps(rows).encode()


def as_lines(rows: list[Any]) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


@pytest.mark.parametrize(("role", "name"), some([*product(ROLES, CELLS)], 7))
def test_a_row_with_an_odd_cell_is_kept_or_rejected(tmp_path: Path, role: str, name: str) -> None:
    rows = [GOOD, {**GOOD, role: CELLS[name]}, GOOD]
    made = read(tmp_path / "bank.json", as_json(rows))
    assert made.kept.height + made.rejected.height == 3
    assert made.kept.height >= 2


REJECTED = {
    "options a number": ({"options": 5}, "row 2: options: 5 is no list of options"),
    "options a float": ({"options": 0.5}, "row 2: options: 0.5 is no list of options"),
    "options a truth value": ({"options": True}, "row 2: options: True is no list of options"),
    "options a false one": ({"options": False}, "row 2: options: False is no list of options"),
    "a lone surrogate": ({"question": f"a{SURROGATE}"}, "row 2: stem: a lone surrogate U+D800"),
    "in an option": ({"options": ["a", SURROGATE]}, "row 2: options: a lone surrogate U+D800"),
    "in the id": ({"id": SURROGATE}, "row 2: id: a lone surrogate U+D800"),
    "many options": ({"options": ["a"] * 11}, "row 2: options: 11 are more than 10"),
    "options in lines": ({"options": "a\n" * 90}, "row 2: options: 90 are more than 10"),
    "a long field": ({"question": "心" * 201}, "row 2: stem: 201 characters, more than 200"),
    "a long option": ({"options": ["b" * 201]}, "row 2: options: 201 characters, more than 200"),
    "nested too deep": ({"question": None}, ""),
    "no object": (None, "row 2: null"),
}


@pytest.mark.parametrize("form", ["json", "jsonl"])
@pytest.mark.parametrize("name", REJECTED)
def test_the_reason_names_row_field_and_limit(tmp_path: Path, form: str, name: str) -> None:
    changed, said = REJECTED[name]
    odd = {**GOOD, **changed} if isinstance(changed, dict) else changed
    made = read(tmp_path / f"bank.{form}", (as_json if form == "json" else as_lines)([GOOD, odd]))
    if said:
        assert made.rejected["detail"].to_list()[0].startswith(said.replace("null", "None"))
        assert set(made.rejected["rule"]) == {"unreadable_row"}
    assert made.kept.height + made.rejected.height == 2


EMPTY = {
    "list.json": b"[]",
    "lines.jsonl": b"",
    "blank.jsonl": b"\n\n\n",
    "nothing.csv": b"",
    "header.csv": b"question,options,answer\n",
    "header.tsv": b"question\toptions\tanswer",
    "blank.csv": b"\n\n\n",
}


@pytest.mark.parametrize("name", EMPTY)
def test_an_empty_bank_is_one_rejected_capture(tmp_path: Path, name: str) -> None:
    made = read(tmp_path / name, EMPTY[name])
    assert made.kept.is_empty()
    assert made.rejected["rule"].to_list() == ["no_question"]


def test_a_parquet_file_without_rows(tmp_path: Path) -> None:
    stream = io.BytesIO()
    pl.DataFrame(schema={"question": pl.String, "answer": pl.String}).write_parquet(stream)
    made = read(tmp_path / "none.parquet", stream.getvalue())
    assert made.rejected["rule"].to_list() == ["no_question"]


UNREADABLE = {
    "null.json": b"null",
    "number.json": b"5",
    "text.json": b'"a"',
    "truncated.json": b'[{"question": "a"',
    "nested.json": b"[" * 100_000,
    "lists.json": b"[[1,2],[3]]",
    "nobody.json": b"{}",
    "bytes.json": b"\x80\x81\xff",
    "bytes.csv": b"\x00\xff\xff\xff",
    "wide.csv": "question,answer\n啊,A\n".encode("utf-16")[:-1] + b"\xd8",
    "not.parquet": b"PAR1junkPAR1",
    "not.xlsx": b"PK\x03\x04junk",
    "empty.parquet": b"",
    "empty.xlsx": b"",
    "empty.json": b"",
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_broken_file_is_one_rejected_capture(tmp_path: Path, name: str) -> None:
    made = read(tmp_path / name, UNREADABLE[name])
    assert made.kept.is_empty()
    assert set(made.rejected["rule"]) <= {"unreadable_file", "unreadable_row", "columns_unknown"}
    assert made.rejected.height >= 1


def test_one_line_that_is_nested_too_deep_is_one_row(tmp_path: Path) -> None:
    made = read(tmp_path / "b.jsonl", b'{"question":' * 100_000 + b"\n" + as_lines([GOOD]))
    assert (made.kept.height, made.rejected.height) == (1, 1)


def test_one_line_that_is_too_long_is_one_row(tmp_path: Path) -> None:
    long = as_lines([{**GOOD, "question": "心" * 5000}])
    made = read(tmp_path / "b.jsonl", as_lines([GOOD]) + long + as_lines([GOOD]))
    assert (made.kept.height, made.rejected.height) == (2, 1)
    assert "more than 2000" in made.rejected["detail"][0]


def test_a_parquet_row_beyond_the_limits_is_one_row(tmp_path: Path) -> None:
    stream = io.BytesIO()
    rows = [GOOD, {**GOOD, "question": "心" * 900_000}, {**GOOD, "options": ["a"] * 50_000}]
    pl.DataFrame(rows).write_parquet(stream)
    made = read(tmp_path / "b.parquet", stream.getvalue())
    assert (made.kept.height, made.rejected.height) == (1, 2)
    assert "question" in made.rejected["detail"][0]


def test_a_file_above_the_limit_is_not_read(tmp_path: Path) -> None:
    made = read(tmp_path / "b.json", as_json([GOOD] * 100), BankLimits(json_bytes=1000))
    assert made.rejected["rule"].to_list() == ["unreadable_file"]
    assert "json_bytes in [banks.limits]" in made.rejected["detail"][0]


def test_a_field_of_twenty_megabytes_takes_no_more_than_one_of_two(tmp_path: Path) -> None:
    def cost(size: int) -> int:
        long = {"question": "（" * (size // 3)}, {"options": "A." * (size // 20)}
        data = as_json([GOOD, *({**GOOD, **field} for field in long)])
        made: list[StageResult] = []
        count = calls(lambda: made.append(read(tmp_path / "b.json", data, BankLimits())))
        assert made[0].kept.height + made[0].rejected.height == 3
        assert made[0].kept.height == (1 if size > 10**6 else 3)
        return count

    cost(2_000)  # what is made at its first use
    assert cost(20_000_000) < 1.1 * cost(10_000_000)
