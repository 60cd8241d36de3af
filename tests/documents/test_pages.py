"""Pages of real shapes with invented questions: what comes out, field by field.

`expected.json` is written by hand: `questions` (stem, options, answer, maybe number and
explanation), `notes` (beginnings), `images` (how many).
"""

import json
from pathlib import Path

import pytest

from documents.encoding import decode
from documents.html import fragment_text
from parsing import parse

GOLDEN = Path(__file__).parent / "golden"
CASES = sorted(p.name for p in GOLDEN.iterdir())


@pytest.mark.parametrize("name", CASES)
def test_page(name: str) -> None:
    wanted = json.loads((GOLDEN / name / "expected.json").read_text("utf-8"))
    text = fragment_text(decode((GOLDEN / name / "page.html").read_bytes()).text)
    parsed = parse(text.lines, marks=text.marks)
    found = [
        {
            "number": q.number,
            "stem": q.stem,
            "options": list(q.options),
            "answer": q.answer,
            "explanation": q.explanation,
        }
        for q in parsed.questions
    ]
    shown = "\n".join(text.lines)
    assert [q["stem"] for q in found] == [q["stem"] for q in wanted["questions"]], shown
    for one, other in zip(found, wanted["questions"], strict=True):
        assert {k: one[k] for k in other} == other, shown
    for note in wanted.get("notes", []):
        assert any(n.startswith(note) for n in text.notes), text.notes
    assert bool(text.notes) == bool(wanted.get("notes")), text.notes
    assert len(text.images) == wanted.get("images", 0)
