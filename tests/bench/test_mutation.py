"""The search for faults that no test notices, on a package of a few lines."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.mutation import reach
from bench.mutation.judge import judged
from bench.mutation.operators import Mutant, mutants
from bench.mutation.report import share, summary
from bench.mutation.trees import Nursery

CODE = """
LIMIT = 3


def grown(size):
    return size > 10


def small(size):
    return size < LIMIT


def told(size):
    if size is None:
        raise ValueError(
            "no size"
        )
    return [size]


def forever(size):
    while size > 0:
        size -= 1
    return size
"""
TESTS = """
import pytest
from gauge import scale


@pytest.fixture(scope="module")
def tall():
    return [grown for grown in (scale.grown(11), scale.grown(5))]


def test_tall(tall):
    assert tall == [True, False]


def test_of_sizes_that_are_far_from_the_limit(tall):
    assert scale.small(0)
    assert not scale.small(9)


def test_that_ends():
    assert scale.forever(2) == 0
"""
FILE = "gauge/scale.py"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree with a package, its tests and the tool."""
    made = tmp_path_factory.mktemp("mutated") / "tree"
    (made / "bench").mkdir(parents=True)
    (made / "bench" / "mutation").symlink_to(Path(reach.__file__).parent)
    for path, text in ((FILE, CODE), ("tests/gauge/test_scale.py", TESTS)):
        (made / path).parent.mkdir(parents=True)
        (made / path).write_text(text, "utf-8")
    (made / "pyproject.toml").write_text('[tool.pytest.ini_options]\npythonpath = ["."]\n')
    return made


@pytest.fixture(scope="module")
def watched(tree: Path) -> reach.Reach:
    return reach.watch(tree, "gauge")


@pytest.fixture(scope="module")
def nursery(tree: Path) -> Iterator[Nursery]:
    made = Nursery(tree)
    yield made
    made.close()


def mutant(tree: Path, was: str, text: str) -> Mutant:
    (found,) = [m for m in mutants(tree, FILE) if m.was == was and m.text == text]
    return found


def test_who_passes_a_line_is_asked_and_nobody_else(tree: Path, watched: reach.Reach) -> None:
    ends = mutant(tree, "return size", "return None")
    assert watched.tests(ends) == ["tests/gauge/test_scale.py::test_that_ends"]
    assert watched.remade(ends) == set()
    grown = mutant(tree, "return size > 10", "(size >= 10)")
    assert [name.rpartition(" ")[2] for name in watched.remade(grown)] == ["tall"]
    assert {test.rpartition("::")[2] for test in watched.tests(grown)} == {
        "test_tall",
        "test_of_sizes_that_are_far_from_the_limit",
    }


@pytest.mark.parametrize(
    ("was", "text", "outcome", "by"),
    [
        ("return size > 10", "11", "killed", "test_tall"),
        ("return size > 10", "(size >= 10)", "survived", ""),
        ("LIMIT = 3", "4", "survived", ""),
        ("if size is None:", "(size is not None)", "unreached", ""),
        ("return size < LIMIT", "return None", "killed", "far_from_the_limit"),
    ],
)
def test_outcome(
    tree: Path, watched: reach.Reach, nursery: Nursery, was: str, text: str, outcome: str, by: str
) -> None:
    found = mutant(tree, was, text)
    result = judged(nursery, found, watched)
    assert (result["outcome"], by in result["test"]) == (outcome, True), result
    assert (tree / FILE).read_text("utf-8") == CODE


@pytest.mark.slow
def test_what_never_ends_is_stopped(tree: Path, watched: reach.Reach, nursery: Nursery) -> None:
    endless = mutant(tree, "size -= 1", "pass")
    tests = watched.tests(endless)
    code = CODE.replace("size -= 1", "pass")
    assert nursery.run(FILE, code, dict.fromkeys(tests, 2.0), {})["code"] == -1


@pytest.mark.slow
def test_figures_leave_out_what_is_equivalent(tmp_path: Path) -> None:
    results = [
        {"file": FILE, "was": str(i), "now": "x", "outcome": o, "first": "survived", "seconds": 1.0}
        for i, o in enumerate(["killed", "hung", "survived", "survived", "unreached"])
    ]
    excused = {(FILE, "2", "x"): "why", (FILE, "0", "x"): "noticed all the same"}
    assert share(results, excused) == (2, 4, 1)
    record = {"package": "gauge", "of": 9, "commit": "c", "results": results}
    (tmp_path / "mutants-gauge.json").write_text(json.dumps(record), "utf-8")
    (told,) = summary(tmp_path, excused).items()
    assert told[0] == "gauge"
    assert (told[1]["drawn"], told[1]["first"], told[1]["noticed"], told[1]["counted"]) == (
        5, 0, 2, 4,
    )  # fmt: skip
