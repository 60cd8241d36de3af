"""One figure for a page: how much of it contradicts the page's own regularity.

Questions and leftovers → share of questions that look wrong or lost, 0 to 1. A page repeats one
shape, so what differs from it is suspect; so are option rows and answers that no question explains.
"""

import re
from collections import Counter
from collections.abc import Sequence
from statistics import median

from parsing.records import Leftover, Printed
from parsing.source_text import fold

THRESHOLD = 0.1  # at or above: someone should look; measured on annotated pages (docs/parsing.md)
_INNER = re.compile(
    r"(?:^|\s)[(\[]?[B-F][)\].、][^A-Za-z]|答\s?案\s?[:\]】]|[\[【]解析|(?:^|\n)\s?\d{1,3}[.、]\D"
)
_ROW = re.compile(
    r"^\s*[(\[]?[A-F]\s?[)\].、:]\s?\S|^\s*(?:参考|正确)?答\s?案|^\s*\d{1,3}\s?[.、]\s?\D"
)
_OPEN = ("QA", "FILL", "TF")


def alarm(questions: Sequence[Printed], leftovers: Sequence[Leftover]) -> float:
    """Share of a page's questions that are suspect or seem lost; 0 for a page that is regular."""
    lost = sum(
        rest.rule in ("outside_question", "unread", "before_first_question", "key_without_question")
        and _ROW.match(fold(rest.text)) is not None
        for rest in leftovers
    )
    if not questions:
        return 1.0 if lost else 0.0
    suspect = len(_suspects(questions))
    return min(1.0, (suspect + lost) / len(questions))


def _suspects(questions: Sequence[Printed]) -> set[int]:
    """Places of the questions that differ from the page's shape."""
    choices = [q for q in questions if q.options]
    usual = Counter(len(q.options) for q in choices).most_common(1)[0][0] if choices else 0
    long = 5 * median([len(o) for q in choices for o in q.options] or [0]) + 40
    wide = 5 * median([len(q.stem) for q in questions]) + 60
    answered = 2 * sum(bool(q.answer) for q in questions) > len(questions)
    mostly = 2 * len(choices) > len(questions)
    out = set()
    for i, q in enumerate(questions):
        unlike = mostly and not q.options and q.format not in _OPEN
        unlike = unlike or (bool(q.options) and abs(len(q.options) - usual) > 1)
        unlike = unlike or (answered and not q.answer)
        unlike = unlike or any(len(o) > long or not o.strip() for o in q.options)
        unlike = unlike or len(q.stem) > wide or len(q.stem.strip()) < 3
        if unlike or _doubted(q) or any(_INNER.search(fold(t)) for t in (q.stem, *q.options)):
            out.add(i)
        if i and q.number and questions[i - 1].number:
            step = int(q.number) - int(questions[i - 1].number)
            if step != 1 and q.number != "1":
                out.add(i)
    return out


def _doubted(question: Printed) -> bool:
    return any(n.startswith("doubt:") and n != "doubt:no_answer" for n in question.notes)
