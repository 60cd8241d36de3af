"""`make bench-ocr`: rendered books read back; `python -m bench.ocr --quick` takes two minutes.

Fonts × wear × columns × resolution: characters wrong in reading order (CER), questions exact
(`strict`: with their punctuation), answers right (`keys`), CPU seconds a page. `--memory 300` and
`--scaling` measure one worker's memory and what a second one brings; `--engine openvino` measures
OpenVINO where installed.
"""

import argparse
import resource
import sys
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
from rich.console import Console

from bench.frame import publish
from bench.ocr_books import Plan, missing_fonts, plans, scan, set_book
from bench.ocr_load import memory, scaling
from bench.ocr_measure import Score, measure
from ocr.engines import Engine, open_engine
from ocr.page.fragment import Reading
from ocr.recognise import read_pixels
from ocr.settings import BooksSettings, EngineName

LIMITS = {  # characters wrong in %, questions exact in %
    "clean": (0.2, 97.0),
    "degraded": (0.4, 95.0),
    "hard": (1.5, 85.0),
}
COLUMNS = ["dpi", "cols", "wear", "CER", "exact", "strict", "keys", "wrong", "moved", "n"]
_engine: dict[str, Engine] = {}


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
        return memory(options.memory, options.engine, options.dpi or 200)
    if options.scaling:
        return scaling(options.engine)
    return _quality(options, console)


def _quality(options: argparse.Namespace, console: Console) -> int:
    scores: dict[tuple[int, int, str], Score] = defaultdict(Score)
    speed: dict[int, list[float]] = defaultdict(list)
    pages, peak = 0, 0
    todo = [p for p in plans(quick=options.quick) if options.dpi in (0, p.dpi)]
    with ProcessPoolExecutor(options.workers, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(read_book, plan, options.engine) for plan in todo]
        for job in jobs:
            plan, score, count, spent, most = job.result()
            scores[plan.dpi, plan.columns, plan.wear].add(score)
            speed[plan.dpi].append(spent / count)
            pages, peak = pages + count, max(peak, most)
            if options.show:
                console.print(plan.name, score.edits, *score.failures, sep="\n  ")
    rows = [
        [dpi, columns, wear, *_figures(score)] for (dpi, columns, wear), score in scores.items()
    ]
    facts: dict[str, object] = {"engine": options.engine, "pages": pages}
    for dpi, seconds in speed.items():
        facts[f"CPU s/page at {dpi} dpi"] = round(sum(seconds) / len(seconds), 2)
    facts |= _looks(scores)
    facts["peak MB of a process that draws and reads"] = peak
    bad = _missed(scores)
    facts["limits missed at 200 dpi"] = bad or "none"
    name = "ocr" if options.engine == "onnxruntime" else f"ocr-{options.engine}"
    publish(name, "Rendered books read back (CER to keys in %)", COLUMNS, rows, facts)
    return 1 if bad else 0


def _looks(scores: dict[tuple[int, int, str], Score]) -> dict[str, object]:
    """How well structure finds the questions whose answer or options went wrong."""
    total = Score()
    for score in scores.values():
        total.add(score)
    flagged = total.broken_flagged + total.sound_flagged
    return {
        "answer or options wrong, of these marked": f"{total.broken_flagged} of {total.broken}",
        "questions marked for a look": f"{flagged} of {total.found}",
    }


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
