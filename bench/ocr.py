"""`make bench-ocr`: rendered books read back; `python -m bench.ocr --quick` takes two minutes.

Fonts × wear × columns × resolution; characters wrong in reading order, questions exact, answers
right, CPU seconds a page. `--memory 300` and `--scaling` measure one worker's memory and what a
second one brings; `--engine openvino` measures OpenVINO where installed.
"""

import argparse
import io
import resource
import sys
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
from PIL import Image
from rich.console import Console

from bench.frame import publish
from bench.ocr_books import WEARS, Plan, Printed, missing_fonts, plans, set_book
from bench.ocr_measure import Score, measure
from ocr.engines import Engine, open_engine
from ocr.fragment import Reading
from ocr.pages import Pixels
from ocr.settings import BooksSettings, EngineName
from ocr.worker import read_pixels
from samples.book.wear import jpeg, worn

LIMITS = {  # characters wrong in %, questions exact in %
    "clean": (0.2, 97.0),
    "degraded": (0.4, 95.0),
    "hard": (1.5, 85.0),
}
_engine: dict[str, Engine] = {}


def scan(plan: Plan, printed: Printed) -> list[Pixels]:
    """Worn page images of a plan's book."""
    wear = WEARS[plan.wear]
    found = []
    for number, page in enumerate(printed.pages):
        image = worn(page.image, wear, plan.seed * 100 + number, left_gutter=number % 2 == 0)
        with Image.open(io.BytesIO(jpeg(image, wear.quality))) as copy:
            found.append(np.asarray(copy.convert("L")))
    return found


def read_book(plan: Plan, name: EngineName) -> tuple[Plan, Score, int, float, int]:
    """Read one book: its score, pages, CPU seconds of reading and the process's peak MB."""
    if name not in _engine:
        _engine[name] = open_engine(BooksSettings(engine=name))
        _engine[name].read(np.full((300, 300), 250, dtype=np.uint8))
    printed = set_book(plan)
    pixels = scan(plan, printed)
    began = time.process_time()
    readings: list[Reading] = [read_pixels(_engine[name], page) for page in pixels]
    spent = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return plan, measure(printed, readings), len(pixels), spent, peak


def main() -> int:
    """Run the benchmark; exit code 1 where a figure of the 200 dpi books is not reached."""
    options = _options()
    console = Console(stderr=True)
    missing = missing_fonts()
    if missing:
        console.print(
            f"no fonts {', '.join(missing)}: apt-get install fonts-noto-cjk fonts-wqy-zenhei "
            "fonts-arphic-uming fonts-arphic-ukai"
        )
        return 2
    if options.memory:
        return _memory(options.memory, options.engine)
    if options.scaling:
        return _scaling(options.engine)
    scores: dict[tuple[int, int, str], Score] = defaultdict(Score)
    speed: dict[int, list[float]] = defaultdict(list)
    peaks: list[int] = []
    pages = 0
    todo = [p for p in plans(quick=options.quick) if options.dpi in (0, p.dpi)]
    with ProcessPoolExecutor(options.workers, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(read_book, plan, options.engine) for plan in todo]
        for job in jobs:
            plan, score, count, spent, peak = job.result()
            scores[plan.dpi, plan.columns, plan.wear].add(score)
            speed[plan.dpi].append(spent / count)
            peaks.append(peak)
            pages += count
            if options.show:
                console.print(plan.name, score.edits, *score.failures, sep="\n  ")
    rows = [
        [dpi, columns, wear, *_figures(score)] for (dpi, columns, wear), score in scores.items()
    ]
    facts: dict[str, object] = {"engine": options.engine, "pages": pages}
    for dpi, seconds in speed.items():
        facts[f"CPU s/page at {dpi} dpi"] = round(sum(seconds) / len(seconds), 2)
    facts["peak MB a worker, first and last book"] = f"{peaks[0]}, {max(peaks)}"
    bad = _missed(scores)
    facts["limits missed at 200 dpi"] = bad or "none"
    columns = [
        "dpi",
        "columns",
        "wear",
        "wrong %",
        "exact %",
        "verbatim %",
        "answers %",
        "wrong",
        "moved",
        "n",
    ]
    publish("ocr", "Rendered books read back", columns, rows, facts)
    return 1 if bad else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one font a resolution")
    parser.add_argument("--show", action="store_true", help="print every difference")
    parser.add_argument("--dpi", type=int, default=0, help="only this resolution")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--engine", default="onnxruntime")
    parser.add_argument("--memory", type=int, default=0, help="only read so many pages in one go")
    parser.add_argument("--scaling", action="store_true", help="only compare one and two workers")
    return parser.parse_args()


def read_on(count: int, name: EngineName) -> list[tuple[int, int]]:
    """Read the same worn book again and again in one process: (pages, peak MB) now and then."""
    plan = Plan("serif", "degraded", 1, 200, "bank", 0)
    pixels = scan(plan, set_book(plan))
    engine = open_engine(BooksSettings(engine=name))
    found = []
    for number in range(1, count + 1):
        read_pixels(engine, pixels[number % len(pixels)])
        if number % 50 == 0 or number in (10, count):
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            found.append((number, peak))
    return found


def _memory(count: int, name: EngineName) -> int:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        rows = pool.submit(read_on, count, name).result()
    facts = {"engine": name, "limit MB": 1100, "peak MB": rows[-1][1]}
    publish("ocr-memory", "Memory of one worker", ["pages", "peak MB"], rows, facts)
    return 0 if rows[-1][1] <= 1100 else 1


def _scaling(name: EngineName) -> int:
    """Pages a minute with one and with two workers, engines warm; needs two idle cores."""
    plan = Plan("serif", "degraded", 1, 200, "bank", 0)
    rows = []
    for count in (1, 2):
        with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:
            list(pool.map(read_book, [plan] * count, [name] * count))
            began = time.monotonic()
            done = list(pool.map(read_book, [plan] * 4, [name] * 4))
            wall = time.monotonic() - began
        pages, cpu = sum(d[2] for d in done), sum(d[3] for d in done)
        rows.append([count, pages, round(pages / wall * 60, 1), round(cpu / pages, 2)])
    facts = {"engine": name, "times faster": round(rows[1][2] / rows[0][2], 2)}
    columns = ["workers", "pages", "pages/min", "CPU s/page"]
    publish("ocr-scaling", "One and two workers", columns, rows, facts)
    return 0


def _figures(score: Score) -> list[object]:
    return [
        round(100 * score.edits / max(score.characters, 1), 3),
        round(100 * score.exact / max(score.questions, 1), 1),
        round(100 * score.verbatim / max(score.questions, 1), 1),
        round(100 * score.right / max(score.answers, 1), 2),
        score.wrong,
        score.moved,
        score.questions,
    ]


def _missed(scores: dict[tuple[int, int, str], Score]) -> list[str]:
    found = []
    for wear, (edits, exact) in LIMITS.items():
        total = Score()
        for (dpi, _, name), score in scores.items():
            if dpi == 200 and name == wear:
                total.add(score)
        wrong, good, _, right, *_ = _figures(total)
        for said, figure, fine in (
            ("wrong", wrong, float(str(wrong)) <= edits),
            ("exact", good, float(str(good)) >= exact),
            ("answers", right, float(str(right)) >= 99.5),
            ("moved", total.moved, total.moved == 0),
        ):
            if not fine:
                found.append(f"{wear}: {said} {figure}")
    return found


if __name__ == "__main__":
    sys.exit(main())
