"""Papers of every shape met in the wild, all invented, field by field."""

import json
from pathlib import Path

import pytest

from parsing import Parsed, parse
from parsing.words import LEFTOVERS, NOTES

GOLDEN = Path(__file__).parent / "golden"
FIELDS = (
    "number",
    "format",
    "chapter",
    "section",
    "material",
    "stem",
    "answer",
    "explanation",
)


def read(folder: Path) -> Parsed:
    key = folder / "key.txt"
    lines = (folder / "paper.txt").read_text("utf-8")
    return parse(lines, key=key.read_text("utf-8") if key.exists() else None)


@pytest.mark.parametrize("folder", sorted(GOLDEN.iterdir()), ids=lambda folder: folder.name)
def test_golden_paper(folder: Path) -> None:
    expected = json.loads((folder / "expected.json").read_text("utf-8"))
    parsed = read(folder)
    got = [
        {**{name: getattr(q, name) for name in FIELDS}, "options": list(q.options)}
        for q in parsed.questions
    ]
    assert got == expected["questions"]
    assert [[rest.page, rest.line, rest.rule] for rest in parsed.leftovers] == expected["leftovers"]


@pytest.mark.parametrize("folder", sorted(GOLDEN.iterdir()), ids=lambda folder: folder.name)
def test_every_rule_in_a_record_is_explained(folder: Path) -> None:
    parsed = read(folder)
    notes = {note.split(" ", 1)[0] for question in parsed.questions for note in question.notes}
    assert notes <= NOTES.keys()
    assert {rest.rule for rest in parsed.leftovers} <= LEFTOVERS.keys()
