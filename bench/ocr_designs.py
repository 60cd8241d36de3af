"""`make bench-ocr_designs [DESIGNS=DIR]`: books of unseen page designs, read by the real stage.

A design is a folder `NAME/` with `NAME.toml` (as for any book), its scan, and `truth.json`:
`{"questions": [{number, chapter, format, stem, options, answer, material}]}` in print order.
Readings are kept by the digest of the page image, so that a second run costs seconds.
"""

import argparse
import json
import resource
import sys
import time
from pathlib import Path

from bench.designs_score import Tally, alarmed_pages, figures, tally
from bench.frame import ROOT, publish
from cpsyexam.executor import Processes
from ocr.settings import BooksSettings
from ocr.stage import extract

DESIGNS = ROOT / "build" / "designs"
READINGS = ROOT / "build" / "bench" / "readings"
COLUMNS = [
    "design", "pages", "n", "exact", "%", "right", "missing", "wrong", "unflagged",
    "lost", "silent", "recall", "false", "CPU",
]  # fmt: skip


def main() -> int:
    """Read every design of a folder; exit code 1 where a wrong answer bears no flag."""
    options = _options()
    rows, total = [], Tally()
    for folder in sorted(p.parent for p in options.designs.glob("*/truth.json")):
        if options.only and folder.name not in options.only.split(","):
            continue
        found, pages, cpu = _design(folder, options)
        rows.append([folder.name, pages, *figures(found), cpu])
        total.add(found)
        if options.show:
            print(folder.name, *found.failures, sep="\n  ")
    rows.append(["all", sum(row[1] for row in rows), *figures(total), ""])
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    facts = {
        "flagged of inexact": f"{total.bad_flagged} of {total.bad}",
        "flagged of exact": f"{total.good_flagged} of {total.exact}",
        "peak MB of a worker": peak,
    }
    publish(f"designs-{options.name}", "Books of unseen designs read back", COLUMNS, rows, facts)
    return 1 if total.unflagged else 0


def _design(folder: Path, options: argparse.Namespace) -> tuple[Tally, int, float]:
    truth = json.loads((folder / "truth.json").read_text("utf-8"))["questions"]
    settings = BooksSettings(
        sources=(folder / f"{folder.name}.toml",),
        engine=options.engine,
        model=options.model,
        dpi=options.dpi,
    )
    before = time.process_time() + _children()
    outcome = extract({}, settings, cache=READINGS, executor=Processes(options.workers))
    spent = time.process_time() + _children() - before
    read = outcome.metrics["pages"] - outcome.metrics["cached"]
    cpu = _remembered(f"{options.model}-{options.dpi}-{folder.name}", spent / read if read else 0.0)
    alarmed = alarmed_pages(outcome.rejected.to_dicts(), outcome.tables["captures"].to_dicts())
    return tally(truth, outcome.kept.to_dicts(), alarmed), int(outcome.metrics["pages"]), cpu


def _children() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _remembered(name: str, seconds: float) -> float:
    """CPU seconds a page of the run that really read the design."""
    path = READINGS / "seconds.json"
    known: dict[str, float] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    if seconds:
        known[name] = round(seconds, 2)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(known, indent=1), "utf-8")
    return known.get(name, 0.0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--designs", type=Path, default=DESIGNS, help="folder of designs")
    parser.add_argument("--name", default="tuning", help="of the run, in build/bench")
    parser.add_argument("--only", default="", help="names of designs, parted by commas")
    parser.add_argument("--engine", default="onnxruntime")
    parser.add_argument("--model", default="small", help="small, tiny or tiny+small")
    parser.add_argument("--dpi", type=int, default=200)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print every difference")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
