"""Pages recreated from real layouts, field by field: what was reached in all rounds stays."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bench.pages import Truth, judge, plain, truths
from parsing import Parsed, Printed, grammar, parse
from parsing.alarm import THRESHOLD

PAGES = Path(__file__).parents[2] / "samples" / "pages"
ROUNDS = range(1, 13)
# questions whose field is as annotated; raise a number when the parser gets better, never lower one
REACHED = {
    "number": 3034,
    "format": 2071,
    "material": 49,
    "explanation": 943,
    "stem": 3338,
    "options": 2637,
}
# lower a number when the parser gets better, never raise one
MOST = {
    "invented": 53,
    "merged": 34,
    "missing": 68,
    "pages whose faults raise no alarm": 70,
    "good pages with an alarm": 30,  # three flagged pages whose only faults were mended
    "questions with a doubt": 1284,
}


def _fields(want: dict[str, Any], found: Printed) -> list[str]:
    """The fields of a question that read as annotated; an empty one says nothing."""
    same = [
        name
        for name in ("number", "material", "explanation", "stem")
        if want.get(name) and plain(str(getattr(found, name))) == plain(str(want[name]))
    ]
    if want.get("format") and found.format == want["format"]:
        same.append("format")
    options = [plain(option) for option in want.get("options") or ()]
    if options and options == [plain(option) for option in found.options]:
        same.append("options")
    return same


def _warned(wanted: list[Truth], parsed: Parsed) -> Counter[str]:
    """Alarms and doubts of the grammar's reading: the second one knows these pages by heart."""
    faulty, alarmed = judge(wanted, parsed).faulty, parsed.alarm >= THRESHOLD
    doubts = (any(n.startswith("doubt:") for n in found.notes) for found in parsed.questions)
    return Counter(
        {
            "pages whose faults raise no alarm": int(faulty and not alarmed),
            "good pages with an alarm": int(alarmed and not faulty),
            "questions with a doubt": sum(doubts),
        }
    )


@pytest.fixture(scope="module")
def counts() -> Counter[str]:
    """Of all pages: fields that read as annotated, faults, alarms."""
    total: Counter[str] = Counter()
    for path in (p for n in ROUNDS for p in sorted((PAGES / f"round{n}").glob("*/truth.json"))):
        lines = (path.parent / "page.txt").read_text("utf-8")
        parsed = parse(lines)
        total += judge(truths(path), parsed).counts
        total += _warned(truths(path), grammar.parse(lines))
        by_stem = {plain(found.stem): found for found in parsed.questions}
        for want in json.loads(path.read_text("utf-8"))["questions"]:
            if (found := by_stem.get(plain(want["stem"]))) is not None:
                total.update(_fields(want, found))
    return total


@pytest.mark.parametrize("name", REACHED)
def test_a_field_is_read_as_often_as_it_was(name: str, counts: Counter[str]) -> None:
    assert counts[name] >= REACHED[name]


@pytest.mark.parametrize("name", MOST)
def test_a_fault_is_as_rare_as_it_was(name: str, counts: Counter[str]) -> None:
    assert counts[name] <= MOST[name]
