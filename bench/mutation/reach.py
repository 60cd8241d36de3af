"""Which tests reach which line: the package's tests run once, watched."""

import json
import os
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass
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
LONGEST = 60.0  # seconds that the tests of one mutant may take in the watched run


@dataclass(frozen=True)
class Reach:
    """Tests of lines (`by_line`: file -> line -> tests) and their seconds, unmutated.

    `fixtures`: test -> the shared fixtures that it uses; `shared`: their seconds.
    """

    by_line: dict[str, dict[int, set[str]]]
    seconds: dict[str, float]
    fixtures: dict[str, list[str]]
    shared: dict[str, float]

    def tests(self, mutant: Mutant) -> list[str]:
        """Tests that pass a mutant's lines, else its file; the quick files first, up to LONGEST."""
        lines = self.by_line.get(mutant.file, {})
        span = range(mutant.line, mutant.last + 1)
        found = set().union(*(lines.get(line, set()) for line in span))
        found = found or set().union(*lines.values()) or set(self.seconds)
        by_file: defaultdict[str, list[str]] = defaultdict(list)
        for test in found:
            by_file[test.split("::")[0]].append(test)
        order = sorted(by_file, key=lambda file: (sum(map(self._took, by_file[file])), file))
        chosen: list[str] = []
        spent = 0.0
        for file in order:
            for test in sorted(by_file[file], key=lambda t: (self._took(t), t)):
                spent += self._took(test)
                if spent <= LONGEST or not chosen:
                    chosen.append(test)
        return chosen

    def limit(self, tests: list[str]) -> float:
        """Seconds after which a mutant hangs."""
        used = {fixture for test in tests for fixture in self.fixtures.get(test, ())}
        made = sum(self.shared.get(fixture, 0.0) for fixture in used)
        return 60 + 6 * (made + sum(map(self._took, tests)))

    def _took(self, test: str) -> float:
        return self.seconds.get(test, 0.0)


def folders(package: str) -> list[str]:
    """Test files and folders of a package (`cleaning/duplicates` has all those of `cleaning`)."""
    top = package.split("/", maxsplit=1)[0]
    return [f"tests/{top}", *FURTHER.get(top, ())]


def watch(tree: Path, package: str) -> Reach:
    """Run the tests of a package in the tree; they must pass."""
    note = tree.with_suffix(".reach.json")
    env = {**os.environ, "PYTHONPATH": str(tree), "MUTATED": package, "WATCHED": str(note)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "bench.mutation.watch"]
    place = f"--basetemp={tree.with_suffix('.tmp')}"
    done = subprocess.run(
        [*command, "--hypothesis-seed=0", place, *folders(package)],
        cwd=tree, env=env, check=False, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        end = done.stdout[-2000:] + done.stderr[-500:]
        raise CpsyexamError(f"the tests of {package} fail without any mutant: mend them\n{end}")
    return _read(note)


def _read(note: Path) -> Reach:
    told = json.loads(note.read_text("utf-8"))
    users: defaultdict[str, set[str]] = defaultdict(set)
    for test, fixtures in told["fixtures"].items():
        for fixture in fixtures:
            users[fixture].add(test)
    by_line: dict[str, dict[int, set[str]]] = {}
    for file, lines in told["lines"].items():
        by_line[file] = {
            int(line): set().union(*(_of(context, users) for context in contexts))
            for line, contexts in lines.items()
        }
    return Reach(by_line, told["seconds"], told["fixtures"], told["shared"])


def _of(context: str, users: dict[str, set[str]]) -> set[str]:
    if context.startswith("test "):
        return {context.removeprefix("test ")}
    return users.get(context, set())
