"""`make mutants PACKAGE=manifests [SAMPLE=100] [SEED=1]`: which faults do its tests notice?

Writes build/bench/mutants-PACKAGE.json after every mutant and goes on from there when run again;
`--again` runs those once more that were not noticed there, by the code and tests of today.
build/bench/mutants.json has the figures of all packages.
"""

import json
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from threading import Lock

import click
from rich.console import Console

from bench.frame import ROOT, machine
from bench.mutation.equivalent import reasons
from bench.mutation.judge import judged, nurseries
from bench.mutation.operators import Mutant, mutants
from bench.mutation.reach import ELSEWHERE, Reach
from bench.mutation.report import Result, show, summary
from bench.mutation.trees import Nursery
from cpsyexam.files import write_json

FIGURES = ROOT / "build" / "bench"
OPEN = {"survived", "unreached"}


@click.command()
@click.argument("package")
@click.option("--sample", type=click.IntRange(1), help="Mutants, drawn by the seed; else all.")
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1))
@click.option("--again", is_flag=True, help="Only those that the last run did not see noticed.")
@click.option(
    "--by", multiple=True, help="With --again: a new test file, without a new watched run."
)
@click.option("--minutes", type=float, help="Stop after that; what was not run is not counted.")
def main(
    package: str,
    sample: int | None,
    seed: int,
    workers: int,
    by: tuple[str, ...],
    minutes: float | None,
    *,
    again: bool,
) -> None:
    """Put faults into PACKAGE, one at a time, and run the tests that reach them."""
    path = FIGURES / f"mutants-{package.replace('/', '-')}.json"
    known = every(package)
    before = earlier(path, known)
    excused = reasons()
    if again:
        drawn = [m for m in known if before.get(m.id, {}).get("outcome") in OPEN]
        drawn = [m for m in drawn if (m.file, m.was, m.now) not in excused]
    else:
        drawn = random.Random(seed).sample(known, min(sample or len(known), len(known)))
        drawn = [m for m in drawn if m.id not in before]
    record = {**machine(), "package": package, "of": len(known), "seed": seed}
    until = time.monotonic() + 60 * (minutes or 1e6)

    def note(result: Result) -> None:
        first = before.get(result["id"], {}).get("first", result["outcome"])
        before[result["id"]] = {**result, "first": first}
        write_json(path, {**record, "results": list(before.values())})

    if drawn:
        with nurseries(package, min(workers, len(drawn)), by) as (reach, free):
            run(drawn, reach, free, until, note)
    show(Console(), json.loads(path.read_text("utf-8")), excused)
    write_json(FIGURES / "mutants.json", summary(FIGURES, excused))


def every(package: str) -> list[Mutant]:
    """All mutants of a package that its tests can see, by file and line."""
    files = [file.relative_to(ROOT).as_posix() for file in sorted((ROOT / package).rglob("*.py"))]
    return [m for file in files if file not in ELSEWHERE for m in mutants(ROOT, file)]


def earlier(path: Path, known: list[Mutant]) -> dict[str, Result]:
    """What an earlier run found for mutants that there still are."""
    ids = {mutant.id for mutant in known}
    results = json.loads(path.read_text("utf-8"))["results"] if path.exists() else []
    return {result["id"]: result for result in results if result["id"] in ids}


def run(
    drawn: list[Mutant],
    reach: Reach,
    free: "SimpleQueue[Nursery]",
    until: float,
    note: Callable[[Result], None],
) -> None:
    """Run the tests on each mutant, in as many copies of the tree as are free."""
    console, writing = Console(), Lock()

    def one(mutant: Mutant) -> None:
        nursery = free.get()
        try:
            if time.monotonic() > until:
                return
            result = judged(nursery, mutant, reach)
        finally:
            free.put(nursery)
        with writing:
            note(result)
        told = f"{result['outcome']:9} {result['seconds']:5} s {mutant.file}:{mutant.line}"
        console.print(told, highlight=False)

    with ThreadPoolExecutor(max(free.qsize(), 1)) as pool:
        list(pool.map(one, drawn))


if __name__ == "__main__":
    main()
