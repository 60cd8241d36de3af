"""Entries of a key that were given to two questions: at most one of them is meant."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from parsing import Printed

NOTE = "doubt:key_used_twice"


def noted(questions: Sequence[Printed]) -> list[Printed]:
    """The questions of a chapter; those of one number that share their entry bear a note."""
    users: dict[tuple[str, tuple[int, int]], list[int]] = defaultdict(list)
    for at, question in enumerate(questions):
        if question.number and question.answer:
            for span in _key_spans(question):
                users[question.number, span].append(at)
    doubled = {at for places in users.values() if len(places) > 1 for at in places}
    return [
        replace(q, notes=(*q.notes, NOTE)) if at in doubled else q for at, q in enumerate(questions)
    ]


def _key_spans(question: Printed) -> set[tuple[int, int]]:
    """Where its answer may stand: lines elsewhere, but for those of its case."""
    spans = {span for span in question.also if span[0] > question.lines[1]}
    return spans | ({question.key_lines} if question.key_lines else set())
