"""Rules, pointers, signatures: the rows of one process from any number of workers, on nodes too."""

from pathlib import Path

import polars as pl
import pytest

from cleaning.settings import CleanSettings
from cleaning.stage import clean
from cleaning.unique import UniqueSettings, unique
from cpsyexam.executor import Executor, Processes
from cpsyexam.memo import NO_MEMO, Memo
from cpsyexam.records import RawQuestion, conform, question_row
from tests.ray.nodes import Nodes

pytest.importorskip("ray", reason="it has its own environment: make test-ray")
STEMS = ("提出经典条件反射学说的心理学家是", "短时记忆的容量一般是", "下列不属于知觉基本特性的是",
         "短时记忆的容量大约为", "首创心理学实验室的是")  # fmt: skip
OPTIONS = (["巴甫洛夫", "华生", "斯金纳", "冯特"], ["5±2个", "7±2个", "9±2个", "11±2个"],
           ["整体性", "选择性", "恒常性"], ["5±2个", "7±2个", "9±2个", "11±2个"],
           ["冯特", "詹姆斯", "铁钦纳"])  # fmt: skip


@pytest.fixture(scope="module")
def bank() -> pl.DataFrame:
    rows = [
        question_row("s", "c", f"row={n}", stem=f"{n}、{STEMS[n % 5]}第{n // 15}版所述的（　　）。",
                     options=OPTIONS[n % 5], answer="AB"[n % 2], declared="SCQ")
        for n in range(90)
    ]  # fmt: skip
    found: pl.DataFrame = conform(rows, RawQuestion)
    return found


def made(bank: pl.DataFrame, memo: Memo) -> list[str]:
    """All tables of both stages."""
    with memo.executor:
        first = clean({"parsed": bank}, CleanSettings(pointed=0.3), memo=memo)
        then = unique({"cleaned": first.kept}, UniqueSettings(), memo=memo)
    tables = (first.kept, first.rejected, then.kept, then.rejected, then.tables["edges"])
    return [table.write_json() for table in tables]


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_the_rows_are_those_of_one_process(
    bank: pl.DataFrame, nodes: Nodes, workers: int, tmp_path: Path
) -> None:
    wanted = made(bank, NO_MEMO)
    places: dict[str, Executor] = {"here": Processes(workers), "nodes": nodes.executor(workers)}
    for name, executor in places.items():
        kept = Memo(tmp_path / name, "code", least=0, portion=20, executor=executor, worth=1)
        assert made(bank, kept) == wanted
