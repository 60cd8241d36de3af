"""`make bench-line-pages`: the questions of `make bench-line` as web pages: replayed and parsed.

A WARC file of pages with fifty questions each, in the shape of a known site; `web` replays it
through Scrapy's engine and parses it, without a network.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import polars as pl

from bench import line_bank
from bench.dedup_data import printed
from bench.frame import publish
from bench.line import alone
from samples.sites import studyez
from samples.sites.paper import Paper
from spiders.warc_writer import Writer, write_exchange, write_info

A_PAGE = 50  # questions
_DATE = "2026-01-31T12:00:00Z"
_SECTIONS = {"单选题": "单项选择题", "多选题": "多项选择题", "简答题": "简答题"}
COLUMNS = [
    "questions", "pages", "MB of WARC", "rows out", "wall s", "CPU s", "peak MB",
    "questions/s", "questions/CPU s",
]  # fmt: skip


def main() -> None:
    """Measure and publish the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="22000")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    load = os.getloadavg()[0]
    rows = [measure(int(size), options.workers) for size in options.sizes.split(",")]
    facts = {"workers": options.workers, "load": [round(load, 1), round(os.getloadavg()[0], 1)]}
    publish("line_pages", "Pages replayed and parsed", COLUMNS, rows, facts)


def measure(size: int, workers: int) -> list[Any]:
    """A row of the table."""
    root = Path(tempfile.mkdtemp(prefix="bench-line-"))
    try:
        pages = make(root, size)
        spent, count = alone("web", root, workers)
        kept = pl.scan_parquet(root / "out/build/web/kept.parquet").select(pl.len())
        found = kept.collect().item()
        warc = round((root / "pages.warc.gz").stat().st_size / 1e6, 1)
    finally:
        shutil.rmtree(root)
    if found < 0.9 * size:
        sys.exit(f"{found} of {size} questions were parsed")
    wall, cpu = round(spent.wall, 1), round(spent.cpu, 1)
    rates = round(found / spent.wall), round(found / spent.cpu)
    return [found, pages, warc, count, wall, cpu, spent.peak_mb, *rates]


def make(root: Path, size: int) -> int:
    """Write archive, keys and recipe; returns the number of pages of questions."""
    papers: list[Paper] = []
    for frame, truth in printed(size, 11):
        rows = line_bank.rows_of(frame, truth).filter(pl.col("material") == "").to_dicts()
        papers += [
            paper(rows[i : i + A_PAGE], len(papers) + i) for i in range(0, len(rows), A_PAGE)
        ]
    with (root / "pages.warc.gz").open("wb") as stream:
        writer = Writer(stream)
        write_info(writer, source="s", seeds=studyez.start(), fetched=_DATE)
        for sent, received in studyez.pages(papers).items():
            write_exchange(writer, sent, received, fetched=_DATE)
    terms = 'terms = { owner = "nobody", licence = "CC0-1.0", terms_url = "-", '
    terms += 'decided_by = "editors", decided_on = "2026-01-01" }'
    archive = f'[[web.sources]]\nsite = "studyez"\narchive = "{root}/pages.warc.gz"\n{terms}'
    line_bank.keys(root)
    line_bank.recipe(root, archive)
    return len(papers)


def paper(rows: list[dict[str, Any]], number: int) -> Paper:
    """Questions as a page prints them: by type, each with its answer below."""
    lines: list[str] = []
    for at, (kind, title) in enumerate(_SECTIONS.items()):
        mine = [row for row in rows if row["question_type"] == kind]
        lines += [f"{'一二三'[at]}、{title}"] if mine else []
        for n, row in enumerate(mine, 1):
            lines.append(f"{n}.{row['question']}")
            lines += [f"{x}.{text}" for x, text in zip("ABCD", row["options"], strict=False)]
            lines.append(f"答案：{row['answer']}")
    return Paper(f"心理咨询师二级模拟题{number}", tuple(lines), ())


if __name__ == "__main__":
    main()
