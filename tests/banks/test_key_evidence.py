"""Where a bank's keys stand and what their numbers count, by evidence; without any it is asked."""

from pathlib import Path
from typing import Any

import pytest

from banks.mapping import Mapping
from banks.read import questions, understood
from banks.settings import BanksSettings
from banks.stage import extract
from banks.understanding import AmbiguousKeyError
from cpsyexam.errors import SourceError
from tests.banks.test_bank_files import bank_toml, write
from tests.banks.test_understanding import KEYS, OPTIONS, rows


def keys(path: Path, mapping: Mapping | None = None) -> list[str]:
    return questions(path, mapping)["answer"].to_list()


def test_the_number_of_options_proves_that_keys_begin_with_1(tmp_path: Path) -> None:
    path = write(tmp_path / "b.json", rows([2, 3, 1, 4]))
    files, told = understood(path)
    assert files[0].questions["answer"].to_list() == ["B", "C", "A", "D"]
    assert told.first == 1
    assert told.said["key"] == (
        "column answer: numbers, the first option is 1 "
        "(the number of options stands in 1 of the rows)"
    )


def test_a_0_in_any_file_counts_for_the_whole_bank(tmp_path: Path) -> None:
    write(tmp_path / "data/a.json", rows(["1", "2", "0", "3"]))
    write(tmp_path / "data/b.json", rows(["1", "2", "1", "3"]))
    assert keys(tmp_path / "data") == [*"BCAD", *"BCBD"]


def test_a_0_beyond_the_first_rows_counts(tmp_path: Path) -> None:
    many = [{**row, "answer": 1 + n % 2} for n in range(100) for row in rows([0, 0, 0, 0])]
    path = write(tmp_path / "b.json", [*many, *rows([1, 2, 0, 3])])
    assert keys(path)[-4:] == ["B", "C", "A", "D"]


def test_keys_that_prove_nothing_are_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path / "b.json", rows([1, 2, 1, 3]))
    with pytest.raises(AmbiguousKeyError, match="1 is '指向性' from 0, '集中性' from 1") as caught:
        questions(path)
    assert "--first-option 0 or 1" in caught.value.line()
    assert keys(path, Mapping(first_answer=0)) == ["B", "C", "B", "D"]
    with pytest.raises(AmbiguousKeyError):  # a build stops as well
        extract({}, BanksSettings(sources=(bank_toml(tmp_path, path),)))


def test_files_that_count_differently_are_told(tmp_path: Path) -> None:
    write(tmp_path / "data/a.json", rows([1, 2, 0, 3]))
    write(tmp_path / "data/b.json", rows([2, 3, 1, 4]))
    with pytest.raises(AmbiguousKeyError, match=r"from 0 in 1 row.* and from 1 in 1"):
        questions(tmp_path / "data")


def test_a_slip_among_many_changes_nothing(tmp_path: Path) -> None:
    many = [row for _ in range(60) for row in rows([2, 3, 4, 4])]
    path = write(tmp_path / "b.json", [*many, *rows([2, 3, 1, 0])])
    found = keys(path)
    assert found[:4] == ["B", "C", "D", "D"]
    assert found[-1] == "0"  # names no option: the build rejects it


@pytest.mark.parametrize(
    "told",
    [
        [2.0, 3.0, 1.0, 4.0],
        ["2.0", "3", "1", "4"],
        ["2", "3", "1，2", "4"],
        [[2], [3], [1], [4]],
    ],
)
def test_numbers_in_every_form(tmp_path: Path, told: list[Any]) -> None:
    assert keys(write(tmp_path / "b.json", rows(told)))[1::2] == ["C", "D"]


def test_a_number_that_is_an_options_text_among_texts_is_that_text(tmp_path: Path) -> None:
    options = [*OPTIONS[:3], ["4", "1", "2", "3"]]
    path = write(tmp_path / "b.json", rows([*KEYS[:3], "3"], options))
    files, told = understood(path)
    assert files[0].questions["answer"].to_list() == [*KEYS[:3], "3"]
    assert told.said["key"] == "column answer: the texts of options"


def test_places_stay_places_where_some_options_are_numbers(tmp_path: Path) -> None:
    options = [*OPTIONS[:3], ["4", "1", "2", "3"]]
    assert keys(write(tmp_path / "b.json", rows([1, 2, 0, 3], options))) == ["B", "C", "A", "D"]


def test_few_places_among_texts_that_are_numbers_are_doubted(tmp_path: Path) -> None:
    numbers = [["3", "4", "5", "6"], ["7", "2", "5", "9"], ["5", "6", "7", "8"]]
    path = write(tmp_path / "b.json", rows(["4", "9", "5", "0"], [*numbers, OPTIONS[3]]))
    found = questions(path)
    assert found["answer"].to_list() == ["4", "9", "5", "A"]
    assert all("doubt:key_number" in notes for notes in found["notes"])


def test_an_empty_key_column_gives_way(tmp_path: Path) -> None:
    told = [
        {**row, "answer": None, "label": key}
        for row, key in zip(rows([0] * 4), "BCAD", strict=True)
    ]
    assert keys(write(tmp_path / "b.json", told)) == ["B", "C", "A", "D"]


def test_two_columns_of_keys_that_differ_are_asked_for(tmp_path: Path) -> None:
    told = [
        {**row, "答案": own, "正确答案": key}
        for row, own, key in zip(rows([""] * 4), "BBAD", "BCAD", strict=True)
    ]
    path = write(
        tmp_path / "b.json", [{k: v for k, v in row.items() if k != "answer"} for row in told]
    )
    with pytest.raises(
        SourceError, match="'答案' and '正确答案' both look like keys and differ: B and C"
    ):
        questions(path)
    assert keys(path, Mapping(answer="正确答案")) == ["B", "C", "A", "D"]
