"""`make bench-evaluate`: the cost of extraction, of a run through the engine, and of tables.

`python -m bench.evaluate tables` measures the tables alone, without inspect_ai.
"""

import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from bench.endpoint import Endpoint
from bench.frame import Spent, measured, publish
from cpsyexam.taxonomy import positions
from evaluation import records
from evaluation.engine import Engine
from evaluation.extraction import read
from evaluation.journal import Journal
from evaluation.results import on_questions, write
from evaluation.runs import Ask, stored

QUESTIONS = 3_902  # of CPsyExam's test with options
Figures = list[tuple[str, str, object, object]]


def main() -> None:
    """Measure, print, write build/bench/evaluate.json."""
    alone = sys.argv[1:] == ["tables"]
    figures = tables() if alone else extraction() + run_of_test() + tables()
    publish(
        "evaluate-tables" if alone else "evaluate",
        "Evaluation",
        ("what", "measure", "value", "wanted"),
        figures,
    )


def extraction() -> Figures:
    """Seconds of CPU for a long reply, and replies a second for short ones."""
    options = ["感觉", "知觉", "记忆", "思维"]
    long = "逐项分析：A不符合，B符合。" * 75_000 + "答案：B"
    began = time.process_time()
    assert read(long, options, several=False).said == (1,)
    spent = time.process_time() - began
    began = time.process_time()
    for i in range(5_000):
        read(f"分析第{i}题：排除A和C。因此答案是B。", options, several=False)
    rate = 5_000 / (time.process_time() - began)
    return [
        ("extraction", "1 MB reply, ms", round(1000 * spent), 50),
        ("extraction", "replies a second", round(rate), ""),
    ]


class Faulty(Endpoint):
    """Answers A, after 20 ms; of a hundred requests five are 429, 500, late or cut off."""

    def reply(self, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Status and body for a request."""
        with self._lock:
            self.requests += 1
            number = self.requests
        time.sleep(0.02)
        fate = number % 100
        if fate in (1, 2):
            return 429, {"error": {"message": "slow down"}}
        if fate == 3:
            return 500, {"error": {"message": "try later"}}
        if fate == 4 and number < 1_000:
            time.sleep(3)
        return self._said(request["messages"], "答案：A", "length" if fate == 5 else "stop")


def _serve(pipe: Any) -> None:
    with Faulty() as endpoint:
        pipe.send(endpoint.base_url)
        pipe.recv()
        pipe.send((endpoint.requests, sum(endpoint.served.values())))


def run_of_test() -> Figures:
    """A run of the size of CPsyExam's test through the engine, every reply on disk."""
    texts = [{"role": "system", "content": "请作答。" * 60}, {"role": "user", "content": "?"}]
    asks = [Ask(f"k{i}", f"q{i}", 0, [texts[0], {**texts[1], "content": f"第{i}题"}], [])
            for i in range(QUESTIONS)]  # fmt: skip
    mine, theirs = get_context("spawn").Pipe()
    server = get_context("spawn").Process(target=_serve, args=(theirs,))
    server.start()
    engine = Engine("stub", mine.recv(), timeout=2, connections=32)
    with (
        tempfile.TemporaryDirectory() as folder,
        measured() as spent,
        Journal(Path(folder) / "journal.jsonl") as journal,
    ):
        replies = engine.call_all(asks, journal, logs=Path(folder) / "logs")
    mine.send("enough")
    requests, served = mine.recv()
    server.join()
    errors = Counter(reply.error.partition(":")[0] for reply, _ in replies.values())
    return [
        ("run", f"{QUESTIONS} calls, CPU s", round(spent.cpu, 1), 180),
        ("run", "wall s, 20 ms a call, 32 connections", round(spent.wall, 1), ""),
        ("run", "peak MB", spent.peak_mb, 600),
        ("run", "requests, of them answered", f"{requests}, {served}", ""),
        ("run", "answered, cut off, without a reply",
         f"{errors['']}, {errors['cut off']}, {errors['no reply']}", "none without"),
    ]  # fmt: skip


def tables() -> Figures:
    """All tables and pictures of answers on disk, as `cpsyexam results` makes them."""
    rows: Figures = []
    for models, wanted in ((12, ""), (257, "30, 2000")):
        with tempfile.TemporaryDirectory() as folder:
            for model in range(models):
                path = Path(folder) / f"e{model}" / "answers.parquet"
                path.parent.mkdir()
                _run(model).write_parquet(path)
            with ProcessPoolExecutor(1, get_context("spawn")) as alone:  # a peak of its own
                spent, answers, made = alone.submit(_tables, Path(folder)).result()
        what = f"{answers} answers, {made} tables: CPU s, peak MB"
        rows.append(("tables", what, f"{spent.cpu:.1f}, {spent.peak_mb}", wanted))
    return rows


def _tables(folder: Path) -> tuple[Spent, int, int]:
    with measured() as spent:
        answers = stored(folder, texts=False)
        found = on_questions("r-1", answers, _asked())
        write(found, folder)
    return spent, answers.height, len(found.tables)


_FORMS = [("SCQ", "B"), ("SCQ", "B"), ("MAQ", "BC"), ("QA", "")]  # of the questions, in turn
_SAID: tuple[list[int], ...] = ([1], [0], [1, 2], [0, 3], [])


def _asked() -> pl.DataFrame:
    """Questions of all formats; those of case analysis share a case in threes."""
    rows = [
        {
            "id": f"q{i}", "exam": ("GEE", "SDC", "OTHER")[i % 3], "subject": f"科目{i % 39}",
            "format": _FORMS[i % 4][0], "task": "CA" if i % 5 == 4 else "KG",
            "category": "诊断" if i % 5 == 4 else "", "options": ["甲", "乙", "丙", "丁"],
            "answer": _FORMS[i % 4][1], "reference": f"先快后慢的第{i}条规律", "record": "r",
            "cluster": f"case{i // 15}" if i % 5 == 4 else f"q{i}",
            "key": positions(_FORMS[i % 4][1]),
        }
        for i in range(QUESTIONS)
    ]  # fmt: skip
    return pl.DataFrame(rows, schema_overrides={"key": pl.List(pl.Int8)})


def _run(number: int) -> pl.DataFrame:
    """Answers of one run: a model is asked without and with exemplars."""
    dice = np.random.default_rng(number).integers(0, len(_SAID), QUESTIONS)
    text = "题干考查的是遗忘的规律，先排除两项，再比较余下的两项。" * 3
    return records.answers([
        {"run": f"e{number}", "id": f"q{i}", "record": "r", "model": f"m{number // 2}",
         "shots": 5 * (number % 2), "role": "expert", "engine": "file", "release": "r-1",
         "manifest": "f", "split": "test", "text": text, "exemplars": ["d1", "d2", "d3"],
         "said": [] if i % 4 == 3 else _SAID[throw], "rule": "open" if i % 4 == 3 else "answer"}
        for i, throw in enumerate(dice.tolist())
    ])  # fmt: skip


if __name__ == "__main__":
    main()
