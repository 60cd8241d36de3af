"""`make bench-evaluate`: the cost of extraction, of a run through the engine, and of tables."""

import multiprocessing
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from bench.endpoint import Endpoint
from bench.frame import measured, publish
from evaluation import records
from evaluation.engine import Engine
from evaluation.extraction import read
from evaluation.journal import Journal
from evaluation.runs import Ask
from evaluation.scoring import score
from evaluation.tables import all_tables

QUESTIONS = 3_902  # of CPsyExam's test with options
Figures = list[tuple[str, str, object, object]]


def main() -> None:
    """Measure, print, write build/bench/evaluate.json."""
    figures = extraction() + run_of_test() + tables()
    publish("evaluate", "Evaluation", ("what", "measure", "value", "wanted"), figures)


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
    mine, theirs = multiprocessing.get_context("spawn").Pipe()
    server = multiprocessing.get_context("spawn").Process(target=_serve, args=(theirs,))
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


def tables(models: int = 12) -> Figures:
    """All tables of so many runs on a test of 3,902 questions."""
    rng = np.random.default_rng(5)
    asked = pl.DataFrame(
        {
            "id": [f"q{i}" for i in range(QUESTIONS)], "exam": "GEE",
            "subject": [f"科目{i % 39}" for i in range(QUESTIONS)], "format": "SCQ", "task": "KG",
            "category": "", "options": [["甲", "乙", "丙", "丁"]] * QUESTIONS, "answer": "B",
            "reference": "", "record": "r", "cluster": [f"q{i}" for i in range(QUESTIONS)],
            "key": [[1]] * QUESTIONS,
        },
        schema_overrides={"key": pl.List(pl.Int8)},
    )  # fmt: skip
    runs = [
        records.answers([
            {"run": f"e{model}", "id": name, "record": "r", "model": f"m{model}", "engine": "file",
             "release": "r-1", "manifest": "f", "split": "test", "said": [said], "rule": "answer"}
            for name, said in zip(asked["id"], rng.integers(0, 4, QUESTIONS).tolist(), strict=True)
        ])
        for model in range(models)
    ]  # fmt: skip
    answers = pl.concat(runs)
    with measured() as spent:
        all_tables(score(answers, asked))
    cost = f"{spent.cpu:.1f}, {spent.peak_mb}"
    return [("tables", f"{answers.height} answers: CPU s, peak MB", cost, "")]


if __name__ == "__main__":
    main()
