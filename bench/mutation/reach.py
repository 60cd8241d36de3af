"""Which tests reach which line: the package's tests run once, watched."""

import ast
import json
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from bench.mutation.operators import Mutant
from cpsyexam.errors import CpsyexamError

FURTHER = {
    "publishing": ("tests/hub",),
    "cpsyexam": (
        "tests/pipeline/test_known.py",
        "tests/pipeline/test_chain.py",
        "tests/pipeline/test_wrong_uses.py",
    ),
}
ELSEWHERE = {
    "cpsyexam/executor_ray.py": "make test-ray",
    "cpsyexam/ray_cluster.py": "make test-ray",
    "cleaning/duplicates/minhash_numba.py": "compiled code, which no tracer sees",
}
LONGEST = 12.0  # processor seconds that the tests of one mutant may take, as in the watched run
_NAME = re.compile(r"\s*(\w+)\s*(?::[^=]+)?=[^=]")


@dataclass(frozen=True)
class Reach:
    """Who passes through which lines (`by_line`: file -> line -> tests and shared fixtures).

    `seconds`: test -> its processor seconds, `shared`: those of a shared fixture; `uses`: test or
    fixture -> the fixtures that it has; `made`: fixture -> the file with what it gave;
    `by`: new test files, which are asked first, whatever they pass;
    `noticed`: test -> how many mutants it saw so far; `sound`: tests seen to pass without one
    where they are to see mutants, `unsound`: seen to fail there.
    """

    tree: Path
    by_line: dict[str, dict[int, set[str]]]
    seconds: dict[str, float]
    uses: dict[str, set[str]]
    shared: dict[str, float]
    made: dict[str, str]
    by: tuple[str, ...] = ()
    noticed: Counter[str] = field(default_factory=Counter)
    sound: set[str] = field(default_factory=set)
    unsound: set[str] = field(default_factory=set)

    def remade(self, mutant: Mutant) -> set[str]:
        """Shared fixtures that pass a mutant, or are made of what one gave that does."""
        found = {who for who in self._passing(mutant) if who.startswith("fixture ")}
        while more := {f for f in self.shared if f not in found and self._used(f) & found}:
            found |= more
        return found

    def tests(self, mutant: Mutant) -> list[str]:
        """Tests that pass a mutant, up to LONGEST: half of it for those that pass most lines of the
        package, the rest for the quick ones.

        First those that need no fixture made again, and in both groups those that saw most
        mutants, then the quick ones.
        """
        passing, again = self._passing(mutant), self.remade(mutant)
        found = {who.removeprefix("test ") for who in passing if who.startswith("test ")}
        found |= {test for test in self.seconds if self._used(f"test {test}") & again}
        found -= self.unsound

        def rank(test: str) -> tuple[bool, int, float, str]:
            remaking = bool(self._used(f"test {test}") & again)
            return remaking, -self.noticed[test], self.seconds[test], test

        broad = sorted(found, key=lambda test: (-self.breadth[f"test {test}"], test))
        kept = set(self._within(broad, LONGEST / 2))
        left = LONGEST - sum(self.seconds[test] for test in kept)
        kept |= set(self._within(sorted(found - kept, key=lambda test: rank(test)[1:]), left))
        return [*self.by, *sorted(kept, key=rank)] or sorted(found, key=rank)[:1]

    @cached_property
    def breadth(self) -> Counter[str]:
        """Test or fixture -> lines of the package that it passes."""
        return Counter(
            who for lines in self.by_line.values() for found in lines.values() for who in found
        )

    def _within(self, tests: list[str], most: float) -> Iterator[str]:
        """Those of the tests, one after the other, for which there is time."""
        for test in tests:
            if self.seconds[test] <= most:
                most -= self.seconds[test]
                yield test

    def limits(self, tests: list[str]) -> dict[str, float]:
        """Test → processor seconds after which a mutant hangs in it."""
        found = {}
        for test in tests:
            made = sum(self.shared.get(name, 0.0) for name in self._used(f"test {test}"))
            found[test] = 10 + 3 * (made + self.seconds.get(test, LONGEST))
        return found

    def _passing(self, mutant: Mutant) -> set[str]:
        """Of its statement; where that runs at import, of the lines that name what it defines,
        else of its file.
        """
        lines = self.by_line.get(mutant.file, {})
        source = self.tree.joinpath(mutant.file).read_text("utf-8")
        span = statement(source, mutant)
        if not any(number in lines for number in span):
            return set()
        found = _of(lines, span)
        if not found and (name := _NAME.match(mutant.was)):
            named = [n for n, text in enumerate(source.split("\n"), 1) if name[1] in text]
            found = _of(lines, named)
        return found or _of(lines, lines) or {f"test {test}" for test in self.seconds}

    def _used(self, who: str) -> set[str]:
        return self.uses.get(who, set())


def statement(source: str, mutant: Mutant) -> range:
    """The lines of the smallest statement that a mutant lies in; of its head, where it has a body.

    A tracer counts a statement of several lines where it begins.
    """
    around = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.stmt)
        and node.lineno <= mutant.line
        and mutant.last <= (node.end_lineno or node.lineno)
    ]
    least = max(around, key=lambda node: (node.lineno, -(node.end_lineno or 0)))
    body = getattr(least, "body", None)
    last = body[0].lineno - 1 if body else least.end_lineno or least.lineno
    return range(least.lineno, max(last, mutant.last) + 1)


def _of(lines: dict[int, set[str]], numbers: object) -> set[str]:
    return set().union(*(lines.get(number, set()) for number in numbers))  # type: ignore[attr-defined]


def folders(package: str) -> list[str]:
    """Test files and folders of a package (`cleaning/duplicates` has all those of `cleaning`)."""
    top = package.split("/", maxsplit=1)[0]
    return [f"tests/{top}", *FURTHER.get(top, ())]


def chosen(tree: Path, by: tuple[str, ...]) -> Reach:
    """These test files are asked first, then those that the last watched run knew."""
    note = tree.with_suffix(".reach.json")
    return replace(read(note, tree) if note.exists() else Reach(tree, {}, {}, {}, {}, {}), by=by)


def watch(tree: Path, package: str) -> Reach:
    """Run the tests of a package in the tree; they must pass."""
    note = tree.with_suffix(".reach.json")
    env = {**os.environ, "PYTHONPATH": str(tree), "MUTATED": package, "WATCHED": str(note)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "bench.mutation.watch"]
    place = f"--basetemp={tree.with_suffix('.made')}"
    done = subprocess.run(
        [*command, "--hypothesis-seed=0", place, *folders(package)],
        cwd=tree, env=env, check=False, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        end = done.stdout[-2000:] + done.stderr[-500:]
        raise CpsyexamError(f"the tests of {package} fail without any mutant: mend them\n{end}")
    return read(note, tree)


def read(note: Path, tree: Path) -> Reach:
    """What a watched run of the tests in a tree wrote."""
    told = json.loads(note.read_text("utf-8"))
    by_line: dict[str, dict[int, set[str]]] = {}
    for file, lines in told["lines"].items():
        by_line[file] = {int(line): set(filter(None, names)) for line, names in lines.items()}
    uses: defaultdict[str, set[str]] = defaultdict(set)
    uses.update({name: set(found) for name, found in told["uses"].items()})
    return Reach(tree, by_line, told["seconds"], uses, told["shared"], told["made"])
