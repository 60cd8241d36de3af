"""Papers of the plan as the sites print them, with the truth of every printed question."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from cpsyexam.taxonomy import LETTERS
from cpsyexam.text import NUMERALS
from papers import Item, Layout, render
from samples import plan
from samples.sites import paper as site

_NAMES = {
    "SCQ": "单项选择题",
    "MAQ": "多项选择题",
    "TF": "判断题",
    "FILL": "填空题",
    "QA": "简答题",
    "CASE": "案例分析题",
}
_TYPES = {"SCQ": "单项选择题", "MAQ": "多项选择题", "QA": "问答题"}


@dataclass(frozen=True)
class Proof:
    """A printed question with its number and the texts that must come out of that layout."""

    printed: plan.Printed
    number: str
    stem: str
    explanation: str


def article(paper: plan.Paper) -> tuple[site.Paper, list[Proof]]:
    """A paper of an article site: lines in its layout."""
    rows = {p.truth.key: p for p in plan.printed(paper)}
    layout = Layout(paper.id, **paper.set)
    shown = render([_shown(p) for p in rows.values()], layout)
    meant = render([_meant(p) for p in rows.values()], layout)
    proofs = [
        Proof(rows[item.key], expected.number, expected.stem, expected.explanation)
        for item, expected in zip(meant.items, meant.expected, strict=True)
    ]
    key = shown.key_lines or ()
    if any(p.defect == "mismatch" for p in rows.values()):
        key = plan.wrong_key()
    lines = tuple(part for line in shown.lines for part in line.split("\n"))
    return site.Paper(paper.title, lines=lines, key=tuple(key), pages=paper.pages), proofs


def listed(paper: plan.Paper) -> tuple[site.Paper, list[Proof]]:
    """A paper of ExamCoo: questions as data, numbered by their place."""
    rows = plan.printed(paper)
    proofs = [
        Proof(p, str(number), p.truth.stem, p.truth.explanation) for number, p in enumerate(rows, 1)
    ]
    return site.Paper(paper.title, questions=tuple(_entries(rows))), proofs


def bank(paper: plan.Paper) -> tuple[list[dict[str, Any]], list[Proof]]:
    """The rows of the structured bank."""
    rows = plan.printed(paper)
    entries = [
        {
            "id": f"demo-{number:04d}",
            "number": str(number),
            "exam": p.truth.exam,
            "subject": p.truth.subject,
            "question_type": {"SCQ": "单项选择题", "MAQ": "多项选择题"}.get(
                p.truth.format, "问答题"
            ),
            "question": p.stem,
            "options": dict(zip(LETTERS, p.options, strict=False)),
            "answer": p.answer,
            "explanation": p.truth.explanation,
        }
        for number, p in enumerate(rows, 1)
    ]
    return entries, [
        Proof(p, str(number), p.truth.stem, p.truth.explanation) for number, p in enumerate(rows, 1)
    ]


def _shown(row: plan.Printed) -> Item:
    picture = f"\n[图:{row.truth.image}]" if row.truth.image else ""
    item = replace(_meant(row), stem=row.stem + picture)
    return replace(item, options=row.options, answer=row.answer)


def _meant(row: plan.Printed) -> Item:
    truth = row.truth
    return Item(
        stem=truth.stem,
        options=truth.options,
        answer=truth.answer,
        explanation=truth.explanation,
        format=truth.format,
        material=truth.material,
        key=truth.key,
    )


def _entries(rows: Sequence[plan.Printed]) -> Iterator[dict[str, Any]]:
    sections = groupby(rows, key=lambda p: "CASE" if p.truth.case else p.truth.format)
    for ordinal, (name, part) in enumerate(sections):
        for row in part:
            yield {
                "section": f"{NUMERALS[ordinal]}、{_NAMES[name]}",
                "format": row.truth.format,
                "material": row.truth.material,
                "stem": row.stem,
                "options": row.options,
                "answer": row.answer,
                "explanation": row.truth.explanation,
                "image": row.truth.image,
            }
