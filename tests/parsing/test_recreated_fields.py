"""Pages recreated from real layouts, field by field: what was reached in all rounds stays."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bench.pages import judge, plain, truths
from parsing import Printed, parse
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
    "pages whose faults raise no alarm": 75,
    "good pages with an alarm": 55,
    "questions with a doubt": 1364,
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


@pytest.fixture(scope="module")
def counts() -> Counter[str]:
    """Of all pages: fields that read as annotated, faults, alarms."""
    total: Counter[str] = Counter()
    for path in (p for n in ROUNDS for p in sorted((PAGES / f"round{n}").glob("*/truth.json"))):
        parsed = parse((path.parent / "page.txt").read_text("utf-8"))
        judged = judge(truths(path), parsed)
        total += judged.counts
        alarmed = parsed.alarm >= THRESHOLD
        total["pages whose faults raise no alarm"] += judged.faulty and not alarmed
        total["good pages with an alarm"] += alarmed and not judged.faulty
        total["questions with a doubt"] += sum(
            any(note.startswith("doubt:") for note in found.notes) for found in parsed.questions
        )
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
