"""`make mutants PACKAGE=manifests [SAMPLE=100] [SEED=1]`: which faults do its tests notice?

Writes build/bench/mutants-PACKAGE.json. `--again` runs those once more that were not noticed there,
by the code and tests of today.
"""

import json
import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from queue import SimpleQueue
from typing import Any

import click
from rich.console import Console

from bench.frame import ROOT, machine
from bench.mutation.equivalent import reasons
from bench.mutation.operators import Mutant, mutants
from bench.mutation.reach import Reach, watch
from bench.mutation.report import show
from bench.mutation.trees import Nursery, copied
from cpsyexam.errors import CpsyexamError
from cpsyexam.files import write_json

Result = dict[str, Any]
OUTCOMES = {0: "survived", 1: "killed", 2: "killed", 4: "killed", 5: "unreached", -1: "hung"}


@click.command()
@click.argument("package")
@click.option("--sample", type=click.IntRange(1), help="Mutants, drawn by the seed; else all.")
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1))
@click.option("--again", is_flag=True, help="Only those that the last run did not see noticed.")
@click.option("--minutes", type=float, help="Stop after that; what was not run is not counted.")
def main(
    package: str, sample: int | None, seed: int, workers: int, minutes: float | None, *, again: bool
) -> None:
    """Put faults into PACKAGE, one at a time, and run the tests that reach them."""
    path = ROOT / "build" / "bench" / f"mutants-{package.replace('/', '-')}.json"
    known: list[Mutant] = every(package)
    earlier = json.loads(path.read_text("utf-8")) if again else {}
    before = {result["id"]: result for result in earlier.get("results", [])}
    if again:
        drawn = [
            m for m in known if before.get(m.id, {}).get("outcome") in {"survived", "unreached"}
        ]
    else:
        drawn = random.Random(seed).sample(known, min(sample or len(known), len(known)))
    excused = reasons()
    drawn = [m for m in drawn if not (again and (m.file, m.was, m.now) in excused)]
    results = tested(package, drawn, workers, time.monotonic() + 60 * (minutes or 1e6))
    merged = {**{i: r for i, r in before.items() if i in {m.id for m in known}}}
    merged.update({result["id"]: result for result in results})
    record = {
        **machine(), "package": package, "of": len(known), "seed": earlier.get("seed", seed),
        "first": earlier.get("first") or tally(results), "results": list(merged.values()),
    }  # fmt: skip
    write_json(path, record)
    show(Console(), record, excused)


def every(package: str) -> list[Mutant]:
    """All mutants of a package, by file and line."""
    files = sorted((ROOT / package).rglob("*.py"))
    return [m for file in files for m in mutants(ROOT, file.relative_to(ROOT).as_posix())]


def tally(results: list[Result]) -> dict[str, int]:
    """How many had which outcome."""
    outcomes = [result["outcome"] for result in results]
    return {name: outcomes.count(name) for name in sorted(set(outcomes))}


def tested(package: str, drawn: list[Mutant], workers: int, until: float) -> list[Result]:
    """Run the tests on each mutant, in as many copies of the tree as there are workers."""
    trees = [copied(package, number) for number in range(min(workers, max(len(drawn), 1)))]
    reach = watch(trees[0], package)
    free: SimpleQueue[Nursery] = SimpleQueue()
    nurseries = [Nursery(tree) for tree in trees]
    for nursery in nurseries:
        sound(nursery, drawn, reach)
        free.put(nursery)
    console = Console()

    def one(mutant: Mutant) -> Result | None:
        nursery = free.get()
        try:
            if time.monotonic() > until:
                return None
            result = judged(nursery, mutant, reach)
        finally:
            free.put(nursery)
        console.print(f"{result['outcome']:9} {mutant.file}:{mutant.line}", highlight=False)
        return result

    with ThreadPoolExecutor(len(trees)) as pool:
        found = list(pool.map(one, drawn))
    for nursery in nurseries:
        nursery.close()
    return [result for result in found if result]


def sound(nursery: Nursery, drawn: list[Mutant], reach: Reach) -> None:
    """Stop unless the tests of the first mutant pass there without it."""
    for mutant in drawn:
        if tests := reach.tests(mutant):
            code = (nursery.tree / mutant.file).read_text("utf-8")
            if nursery.run(mutant.file, code, tests, reach.limit(tests))["code"]:
                log = nursery.tree.with_suffix(".log").read_text("utf-8")
                raise CpsyexamError(f"the tests of no mutant fail\n{log[-2000:]}")
            return


def judged(nursery: Nursery, mutant: Mutant, reach: Reach) -> Result:
    """What the tests say of one mutant."""
    tests = reach.tests(mutant)
    told = {**asdict(mutant), "id": mutant.id, "tests": len(tests)}
    if not tests:
        return {**told, "outcome": "unreached", "seconds": 0.0, "test": ""}
    source = (nursery.tree / mutant.file).read_bytes()
    code = source[: mutant.start] + mutant.text.encode() + source[mutant.end :]
    answer = nursery.run(mutant.file, code.decode(), tests, reach.limit(tests))
    outcome = OUTCOMES.get(answer.pop("code"), "broken")
    return {**told, "outcome": outcome, **answer}


if __name__ == "__main__":
    main()
