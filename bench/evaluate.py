"""`make bench-evaluate`: coverage of intervals, and the cost of tables and of a run."""

import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from bench.frame import measured, publish
from evaluation import records
from evaluation.calls import call_all
from evaluation.extraction import read
from evaluation.intervals import interval
from evaluation.journal import Journal
from evaluation.runs import Ask, Reply
from evaluation.scoring import score
from evaluation.tables import all_tables

DRAWS = 600
QUESTIONS = 3_902  # of CPsyExam's test with options
Figures = list[tuple[str, str, object, object]]


def main() -> None:
    """Measure, print, write build/bench/evaluate.json."""
    figures = coverage() + extraction() + run_of_test() + tables()
    publish("evaluate", "Evaluation", ("what", "measure", "value", "wanted"), figures)


def coverage() -> Figures:
    """How often the interval holds the truth; cases answer alike (beta-binomial)."""
    rng = np.random.default_rng(11)
    found: Figures = []
    for name, mean, sizes in (
        ("3102 single questions", 0.5, [1] * 3102),
        ("800 in cases of 1 to 8", 0.6, [1 + i % 8 for i in range(178)]),
        ("800 in cases, accuracy 0.9", 0.9, [1 + i % 8 for i in range(178)]),
        ("60 in cases", 0.6, [1 + i % 5 for i in range(20)]),
        ("32 single", 0.5, [1] * 32),
    ):
        held = 0
        for _ in range(DRAWS):
            p = [rng.beta(2 * mean, 2 - 2 * mean) if size > 1 else mean for size in sizes]
            scores = np.concatenate([rng.random(s) < q for s, q in zip(sizes, p, strict=True)])
            names = np.repeat(np.arange(len(sizes)), sizes).astype(str)
            one = interval(list(scores.astype(float)), list(names))
            held += one.low <= mean <= one.high
        found.append(("interval", name, f"{held / DRAWS:.1%}", "94 to 97 %"))
    return found


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


def run_of_test() -> Figures:
    """The runner's own cost: a model that answers at once, every reply on disk."""
    asks = [
        Ask(f"k{i}", f"q{i}", 0, [{"role": "user", "content": "?"}], []) for i in range(QUESTIONS)
    ]
    with (
        tempfile.TemporaryDirectory() as folder,
        measured() as spent,
        Journal(Path(folder) / "journal.jsonl") as journal,
    ):
        call_all(asks, lambda _: Reply("答案：A"), journal, connections=32)
    return [
        ("run", f"{QUESTIONS} calls, CPU s", round(spent.cpu, 1), 180),
        ("run", "peak MB", spent.peak_mb, 600),
    ]


def tables() -> Figures:
    """All tables of 60 runs on a test of 3,902 questions."""
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
    rows: list[dict[str, Any]] = [
        {"run": f"e{model}", "id": name, "record": "r", "model": f"m{model}", "engine": "file",
         "release": "r-1", "manifest": "f", "split": "test", "said": [said], "rule": "answer"}
        for model in range(12)
        for name, said in zip(asked["id"], rng.integers(0, 4, QUESTIONS).tolist(), strict=True)
    ]  # fmt: skip
    answers = records.answers(rows)
    with measured() as spent:
        all_tables(score(answers, asked))
    return [("tables", f"{len(rows)} answers, CPU s", round(spent.cpu, 1), "")]


if __name__ == "__main__":
    main()
