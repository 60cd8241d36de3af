"""What the tests say of a mutant."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from queue import SimpleQueue
from typing import Any

from bench.mutation.operators import Mutant
from bench.mutation.reach import Reach, chosen, watch
from bench.mutation.trees import Nursery, copied

OUTCOMES = {0: "survived", 1: "killed", 2: "killed", 4: "killed", 5: "unreached", -1: "hung"}


@contextmanager
def nurseries(
    package: str, many: int, by: tuple[str, ...] = ()
) -> Iterator[tuple[Reach, "SimpleQueue[Nursery]"]]:
    """Who reaches what in a package, and as many processes to put mutants into."""
    trees = [copied(package, number) for number in range(many)]
    reach = chosen(trees[0], by) if by else watch(trees[0], package)
    free: SimpleQueue[Nursery] = SimpleQueue()
    started = [Nursery(tree) for tree in trees]
    for nursery in started:
        free.put(nursery)
    try:
        yield reach, free
    finally:
        for nursery in started:
            nursery.close()


def judged(nursery: Nursery, mutant: Mutant, reach: Reach) -> dict[str, Any]:
    """Outcome of one mutant, processor seconds, the test that noticed it and what that said.

    A test counts once it was seen to pass here without a mutant; one that does not is left out.
    """
    again = reach.remade(mutant)
    made = {name: file for name, file in reach.made.items() if name not in again}
    source = (nursery.tree / mutant.file).read_bytes()
    code = (source[: mutant.start] + mutant.text.encode() + source[mutant.end :]).decode()
    spent = 0.0
    while True:
        tests = reach.tests(mutant)
        told = {**asdict(mutant), "id": mutant.id, "tests": len(tests)}
        if not tests:
            return {**told, "outcome": "unreached", "seconds": spent, "test": "", "said": ""}
        answer = nursery.run(mutant.file, code, reach.limits(tests), made)
        spent = round(spent + answer["seconds"], 1)
        test = answer["test"]
        if not test or test in reach.sound:
            break
        unmutated = nursery.run(mutant.file, source.decode(), {test: 600}, made)
        if unmutated["code"] == 0:
            reach.sound.add(test)
            break
        reach.unsound.add(test)
    outcome = OUTCOMES.get(answer["code"], "broken")
    reach.noticed[test] += 1
    return {**told, "outcome": outcome, "seconds": spent, "test": test, "said": answer["said"]}
