"""Results that are kept by content: worked out once, never stale, never trusted when damaged."""

import logging
import os
import pickle
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import polars as pl
import pytest

from cpsyexam.errors import CpsyexamError
from cpsyexam.executor import Processes
from cpsyexam.memo import Memo, row_digests
from cpsyexam.portions import Portion


class Doubler:
    """Doubles `n` and remembers which rows it was asked for."""

    def __init__(self, factor: int = 2) -> None:
        self.asked: list[int] = []
        self.factor = factor

    def __call__(self, rows: pl.DataFrame) -> pl.DataFrame:
        self.asked += rows["n"].to_list()
        return rows.select((pl.col("n") * self.factor).alias("made"), pl.lit("字").alias("sign"))


def numbers(*values: int) -> pl.DataFrame:
    return pl.DataFrame({"n": values}, schema={"n": pl.Int64})


@pytest.fixture
def memo(tmp_path: Path) -> Memo:
    return Memo(tmp_path / "kept", "state of the code", least=0, portion=2)


def made(memo: Memo, frame: pl.DataFrame, *parts: str) -> list[int]:
    """The rows that had to be made; the results are right in any case."""
    work = Doubler()
    found = memo.rows("doubled", frame, work, *parts)
    assert found["made"].to_list() == [2 * n for n in frame["n"]]
    assert found["sign"].to_list() == ["字"] * frame.height
    return work.asked


def test_only_what_is_new_is_made(memo: Memo) -> None:
    assert made(memo, numbers(1, 2, 3, 2, 1)) == [1, 2, 3]
    assert made(memo, numbers(3, 1, 4, 2)) == [4]
    assert made(memo, numbers(2, 4)) == []
    assert made(memo, numbers()) == []


def halves(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.select(
        (pl.col("n") / 2).alias("half"),
        pl.concat_list(pl.format("{}号", "n"), pl.lit("字")).alias("words"),
        pl.lit(os.getpid()).alias("process"),
    )


def test_from_enough_rows_on_workers_make_what_is_made_here(memo: Memo) -> None:
    many = replace(memo, executor=Processes(2), worth=6)
    few = many.rows("halves", numbers(1, 2, 3), halves, spread=True)
    assert set(few["process"]) == {os.getpid()}
    with many.executor:
        found = many.rows("halves", numbers(*range(9)), halves, spread=True)
    assert [n for n, pid in enumerate(found["process"]) if pid == os.getpid()] == [1, 2, 3]
    wanted = halves(numbers(*range(9))).drop("process")
    assert found.drop("process").equals(wanted)
    assert many.rows("halves", numbers(*range(9)), halves).equals(found)


def test_a_portion_on_which_workers_die_ends_the_run_in_a_line(memo: Memo) -> None:
    many = replace(memo, executor=Processes(1), worth=1)
    with pytest.raises(CpsyexamError, match=r"die on a portion .* ended with code 7"):
        many.rows("dead", numbers(1, 2), dying, spread=True)


def dying(rows: pl.DataFrame) -> pl.DataFrame:
    if rows.height:
        os._exit(7)
    return rows


def test_a_portion_is_sent_without_the_frame_that_it_is_of() -> None:
    frame = pl.DataFrame({"text": [f"一段不短的文字，第{n}段" * 5 for n in range(5000)]})
    frame = frame.with_columns(pl.concat_list("text", "text").alias("more"))
    portion = Portion(frame.slice(40, 10))
    sent = pickle.dumps(portion)
    assert len(sent) < 20_000
    assert pickle.loads(sent).frame.equals(portion.frame)


def test_other_code_values_and_columns_are_other_results(memo: Memo) -> None:
    assert made(memo, numbers(1)) == [1]
    assert made(Memo(memo.folder, "other code", least=0), numbers(1)) == [1]
    assert made(memo, numbers(1), "other settings") == [1]
    assert made(memo, numbers(1).with_columns(m=pl.lit(1))) == [1]
    assert made(memo, numbers(1).cast({"n": pl.Int32})) == [1]
    assert made(memo, numbers(1).with_columns(m=pl.lit(2))) == [1]


def test_rows_that_point_to_content_are_known_by_it(memo: Memo) -> None:
    of = pl.Series([b"one", b"two"], dtype=pl.Binary)
    work = Doubler()
    memo.rows("doubled", numbers(1, 2), work, of=of)
    found = memo.rows("doubled", numbers(7, 8, 9), work, of=pl.Series([b"two", b"one", b"3"]))
    assert found["made"].to_list() == [4, 2, 18]
    assert work.asked == [1, 2, 9]


DAMAGES: tuple[Callable[[bytes], bytes], ...] = (
    lambda data: data[:0],
    lambda data: data[:-1],
    lambda data: data[:40] + bytes([data[40] ^ 1]) + data[41:],
)


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_are_made_again(
    memo: Memo, damage: Callable[[bytes], bytes], caplog: pytest.LogCaptureFixture
) -> None:
    assert memo.folder is not None
    assert made(memo, numbers(1, 2, 3)) == [1, 2, 3]
    first = min(memo.folder.rglob("*.parquet"))
    first.write_bytes(damage(first.read_bytes()))
    with caplog.at_level(logging.WARNING):
        again = made(memo, numbers(1, 2, 3))
    assert again in ([1, 2], [3])
    assert "damaged" in caplog.text
    assert made(memo, numbers(1, 2, 3)) == []


def test_without_its_folder_all_is_made_again(memo: Memo) -> None:
    assert memo.folder is not None
    made(memo, numbers(1, 2))
    for path in memo.folder.rglob("*.parquet"):
        path.unlink()
    assert made(memo, numbers(1, 2)) == [1, 2]


def test_what_nothing_needs_any_more_goes(memo: Memo) -> None:
    assert memo.folder is not None
    made(memo, numbers(*range(10)))
    made(memo, numbers(8, 9))
    assert made(memo, numbers(8, 9)) == []
    assert len(list(memo.folder.rglob("*.parquet"))) == 1
    for state in "abc":
        made(Memo(memo.folder, state, least=0), numbers(1))
    assert len(list((memo.folder / "doubled").iterdir())) == 2


def test_who_asks_for_a_part_alone_leaves_the_rest(memo: Memo) -> None:
    made(memo, numbers(*range(10)))
    made(replace(memo, tidies=False), numbers(8, 9, 10))
    assert made(memo, numbers(*range(11))) == []


def test_whole_frames_are_kept_too(memo: Memo, tmp_path: Path) -> None:
    asked: list[str] = []

    def make(name: str) -> pl.DataFrame:
        asked.append(name)
        return pl.DataFrame({"name": [name]}, schema={"name": pl.String})

    for name in ("one", "two", "one"):
        assert memo.frame("named", name, partial(make, name))["name"].item() == name
    assert asked == ["one", "two"]
    for path in (tmp_path / "kept").rglob("*.parquet"):
        path.write_bytes(b"PAR1")
    assert memo.frame("named", "one", lambda: make("one"))["name"].item() == "one"
    assert asked == ["one", "two", "one"]


def test_few_rows_and_no_folder_keep_nothing(tmp_path: Path) -> None:
    few = Memo(tmp_path / "kept", "state", least=4)
    assert made(few, numbers(1, 2, 2)) == [1, 2, 2]
    assert made(Memo(portion=2), numbers(1, 2, 3)) == [1, 2, 3]
    assert list(tmp_path.iterdir()) == []


def test_different_rows_have_different_digests() -> None:
    rows = [(None, ["a"]), ("", ["a"]), ("null", ["a"]), ("a", []), ("a", [""]), ("a", None)]
    rows += [("a", ["b", "c"]), ("a", ["b,c"]), ("a", ['b","c'])]
    frame = pl.DataFrame(rows, {"text": pl.String, "list": pl.List(pl.String)}, orient="row")
    assert row_digests(frame).n_unique() == len(rows)
