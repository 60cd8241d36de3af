"""`make bench-line`: from sources to an audited release, stage by stage, at several sizes.

Each stage runs in a process of its own, so that seconds and memory are its own. The growth of a
stage is the exponent of its CPU seconds from the size before. `build/bench/line-SIZE.svg` shows how
many cores each kept busy, second by second.
"""

import argparse
import hashlib
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import polars as pl

from bench.cores import Stage, picture, watched
from bench.frame import ROOT, Spent, measured, publish
from cpsyexam import chain
from cpsyexam.executor import available_cores
from cpsyexam.files import write_text
from pipeline.entry import FREED

SIZES = "22000,200000"
COLUMNS = ["size", "stage", "rows out", "wall s", "CPU s", "peak MB", "growth"]
SMALL = 1_000  # questions: here the start of every process would hide what a build takes
_FAILED = "failed.txt"  # checks of the audit, so that a "no" loses no figure of the other stages
ANCHORS = ("sha256", "write_parquet")


def main() -> None:
    """Measure all sizes and publish the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default=SIZES)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        _one(options.one[0], Path(options.one[1]), options.workers)
        return
    rows: list[list[Any]] = []
    before: dict[str, tuple[int, float]] = {}
    facts: dict[str, Any] = {}
    for size in map(int, options.sizes.split(",")):
        load = os.getloadavg()[0]
        found, fact = measure(size, options.workers)
        rows += [_with_growth(row, size, before) for row in found]
        facts[f"{size:,}"] = {**fact, "load": [round(load, 1), round(os.getloadavg()[0], 1)]}
    publish("line", "The whole line", COLUMNS, rows, facts)


def measure(size: int, workers: int) -> tuple[list[list[Any]], dict[str, Any]]:
    """Rows of one size: its stages, the audit, the anchors, the sum; and facts about its disk."""
    place = Path(tempfile.mkdtemp(prefix="bench-line-"))
    root = place / "line"
    try:
        code = "import sys; from pathlib import Path; from bench import line_bank;"
        code += f"line_bank.make(Path(sys.argv[1]), {size})"
        subprocess.run([sys.executable, "-c", code, str(root)], check=True)
        rows, total, stages = [], Spent(), list[Stage]()
        for name in (*chain.CHAIN.names, chain.CHAIN.release.name, "audit"):
            with watched() as busy:
                spent, count = alone(name, root, workers)
            stages.append((name, busy))
            total.wall, total.cpu = total.wall + spent.wall, total.cpu + spent.cpu
            total.peak_mb = max(total.peak_mb, spent.peak_mb)
            if count:
                rows.append(_row(size, name, count, spent))
        rows.append(_row(size, "all", size, total))
        shown = picture(stages, f"{size:,} questions", available_cores())
        write_text(ROOT / f"build/bench/line-{size}.svg", shown)
        if size <= SMALL:
            spent, count = alone("build", root, workers)
            rows.append(_row(size, "cpsyexam build, one process", count, spent))
        for name in ANCHORS:
            spent, count = alone(name, root, workers)
            rows.append(_row(size, f"anchor: {name}", count, spent))
        failed = (root / _FAILED).read_text("utf-8").splitlines()
        sys.stderr.writelines(f"audit: {line}\n" for line in failed)
        return rows, {**_disk(root), "checks that the audit says no to": failed}
    finally:
        shutil.rmtree(place)


def _row(size: int, name: str, count: int, spent: Spent) -> list[Any]:
    return [size, name, count, round(spent.wall, 1), round(spent.cpu, 1), spent.peak_mb]


def _with_growth(row: list[Any], size: int, before: dict[str, tuple[int, float]]) -> list[Any]:
    name, cpu = row[1], max(row[4], 0.1)
    old, before[name] = before.get(name), (size, cpu)
    growth = round(math.log(cpu / old[1]) / math.log(size / old[0]), 2) if old else ""
    return [*row, growth]


def alone(name: str, root: Path, workers: int) -> tuple[Spent, int]:
    """What a stage takes in a process of its own, and how many rows come out."""
    command = [sys.executable, "-m", "bench.line", "--workers", str(workers)]
    told = {**os.environ, FREED[0]: FREED[1]}  # as the program itself starts
    done = subprocess.run(
        [*command, "--one", name, str(root)], capture_output=True, text=True, check=False, env=told
    )
    if done.returncode:
        sys.exit(f"{name}: {done.stderr}")
    wall, cpu, peak, count = json.loads(done.stdout.splitlines()[-1])
    sys.stderr.write(f"{name}: {wall:.1f} s, {cpu:.1f} CPU s, {peak} MB, {count} rows\n")
    return Spent(wall, cpu, peak), count


def _one(name: str, root: Path, workers: int) -> None:
    """One step in this process; prints what it took and how many rows came out."""
    step = {"audit": _audit, "build": _build, "sha256": _sha256, "write_parquet": _write}.get(name)
    with measured() as spent:
        count = step(root) if step else run_stage(name, root, workers)
    print(json.dumps([spent.wall, spent.cpu, spent.peak_mb, count]))


def run_stage(name: str, root: Path, workers: int) -> int:
    """Run a stage of the recipe below a folder; how many rows came out."""
    from cpsyexam.executor import Processes
    from cpsyexam.runner import run
    from pipeline.paths import Paths
    from pipeline.recipe import read_recipe
    from pipeline.stages import stages
    from pipeline.supplies import Run

    file, paths = root / "recipe.toml", Paths(root / "out")
    context = Run(read_recipe(file), file, paths, executor=Processes(workers))
    step = next(stage for stage in stages(context) if stage.name == name)
    outputs = run(step, paths.build).receipt["outputs"]
    return sum(outputs[table]["rows"] for table in ("kept", "rejected"))


def _audit(root: Path) -> int:
    from manifests.audit import audit

    release, reserve = (next((root / "out" / x).iterdir()) for x in ("releases", "reserve"))
    found = audit(release, reserve=reserve)
    failed = "".join(f"{check.name}: {check.detail}\n" for check in found if not check.ok)
    (root / _FAILED).write_text(failed, "utf-8")
    return len(found)


def _build(root: Path) -> int:
    """Everything at once, as the command does it: what a small release takes."""
    from rich.console import Console

    from pipeline.build import build
    from pipeline.paths import Paths

    made = build(root / "recipe.toml", Paths(root / "once"), Console(quiet=True))
    return int(made.reports[-1].receipt["outputs"]["kept"]["rows"])


def _sha256(root: Path) -> int:
    """The limit of sealing: one digest over every file of the release."""
    files = [p for p in (root / "out" / "releases").rglob("*") if p.is_file()]
    for path in files:
        hashlib.sha256(path.read_bytes()).hexdigest()
    return len(files)


def _write(root: Path) -> int:
    """The limit of writing shards: the last table as one Parquet file."""
    frame = pl.read_parquet(root / "out/build/split/kept.parquet")
    frame.write_parquet(root / "anchor.parquet", compression="zstd")
    return frame.height


def _disk(root: Path) -> dict[str, Any]:
    def size(part: str) -> float:
        return round(
            sum(p.stat().st_size for p in (root / part).rglob("*") if p.is_file()) / 1e6, 1
        )

    bank = round((root / "bank.jsonl").stat().st_size / 1e6, 1)
    return {
        "MB of the bank": bank,
        "MB of build": size("out/build"),
        "MB of release": size("out/releases"),
        "MB of reserve": size("out/reserve"),
    }


if __name__ == "__main__":
    main()
