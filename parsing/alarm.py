"""One figure for a page: how much of it contradicts the page's own regularity.

Questions and leftovers → share of questions that look wrong or lost, 0 to 1. A page repeats one
shape, so what differs from it is suspect; so are option rows, blanks and answers that no question
explains.
"""

import re
from collections import Counter
from collections.abc import Sequence
from statistics import median

from parsing.records import Leftover, Printed
from parsing.source_text import fold

THRESHOLD = 0.12  # at or above: someone should look; measured on annotated pages (docs/parsing.md)
# marks of a second question inside one field
_INNER = re.compile(
    r"(?:^|\s)[(\[]?[B-F][)\].、][^A-Za-z]|答 ?案\s?[:\]】]|[\[【]解析"
    r"|[。)?\]]\s{0,3}\d{1,3}\s?[.、\s]?\s{0,3}[\u3400-\u9fff]{3}|&\w{1,8};|</\w|\|\s"
)
_ASKS = re.compile(
    r"[\u3400-\u9fff]{4}[^?\n]{0,80}[?]|[\u3400-\u9fff]{4}[^\n]{0,60}[(]\s*[)]|_{2,}"
)
_ROW = re.compile(
    r"^\s*[(\[]?[A-F]\s?[)\].、:]\s?\S|^\s*(?:参考|正确)?答\s?案|^\s*\d{1,3}\s?[.、]\s?\D"
)
_LOOSE = ("outside_question", "unread", "before_first_question", "key_without_question")
_OPEN = ("QA", "FILL", "TF")
_MINOR = ("doubt:no_answer", "doubt:explanation_says", "doubt:answer_declared_none")


def alarm(questions: Sequence[Printed], leftovers: Sequence[Leftover]) -> float:
    """Share of a page's questions that are suspect or seem lost; 0 for a page that is regular."""
    lost = 0
    for rest in leftovers:
        if rest.rule in _LOOSE:
            text = fold(rest.text)
            asked = min(len(_ASKS.findall(text)), 5)
            lost += asked if asked > 1 or not questions else _ROW.match(text) is not None
    if not questions:
        return 1.0 if lost else 0.0
    return min(1.0, (len(_suspects(questions)) + lost) / len(questions))


def _suspects(questions: Sequence[Printed]) -> set[int]:
    """Places of the questions that differ from the page's shape; a page may end in one cut off."""
    choices = [q for q in questions if q.options]
    usual = Counter(len(q.options) for q in choices).most_common(1)[0][0] if choices else 0
    long = 5 * median([len(o) for q in choices for o in q.options] or [0]) + 25
    wide = 5 * median([len(q.stem) for q in questions]) + 60
    answered = 2 * sum(bool(q.answer) for q in questions) > len(questions)
    mostly = 2 * len(choices) > len(questions)
    out = set()
    for i, q in enumerate(questions):
        whole = i + 1 < len(questions) or len(questions) == 1
        unlike = mostly and not q.options and q.format not in _OPEN
        unlike = unlike or (bool(q.options) and abs(len(q.options) - usual) > 1)
        unlike = unlike or (answered and not q.answer)
        odd = any(len(o) > long or not o.strip() for o in q.options)
        odd = odd or len(q.stem) > wide or len(q.stem.strip()) < 3
        texts = [q.stem, *(q.options or (q.answer,))]
        odd = odd or _doubted(q) or _INNER.search(fold("\n".join(texts))) is not None
        if odd or (whole and unlike):
            out.add(i)
    return out


def _doubted(question: Printed) -> bool:
    return any(n.startswith("doubt:") and not n.startswith(_MINOR) for n in question.notes)
