"""Nursing question book: two columns of A1, A2, A3/A4 and B1 questions, key run on below."""

from dataclasses import replace

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter


def _partly(questions: list[Question], most: int) -> list[Question]:
    found, left = [], most
    for q in questions:
        keep = left > 0 and 15 < len(q.explanation) < 90 and q.explanation[-1] == "。"
        left -= keep
        found.append(q if keep else replace(q, explanation=""))
    return found


def _compose(draw: Draw) -> Volume:
    cases = [[q for q in g if q.format == "SCQ"] for g in draw.cases(5, least=3, longest=340)]
    cases = [g for g in cases if len(g) >= 3][:3]
    shared = [q for group in draw.matching(3) for q in group]
    lay = lambda q: len(q.stem) >= 38 and len(q.options) == 4  # noqa: E731
    first = draw.take("SCQ", 18, subject="医学类医学心理学", fit=lambda q: len(q.stem) < 38)
    more = draw.take("SCQ", 6, subject="普通心理学", fit=lambda q: 15 < len(q.explanation) < 90)
    parts = [
        ("A1型题", _partly([*first, *more], 6)),
        ("A2型题", _partly(draw.take("SCQ", 8, subject="医学类心理卫生与心理辅导", fit=lay), 0)),
        ("A3/A4型题", _partly([q for g in cases for q in g], 4)),
        ("B1型题", [replace(q, explanation="") for q in shared]),
    ]
    title = "第八章　护理心理学基础"
    said = chapter(title, ("SSE", "医学类医学心理学"), parts, restart=False, explained=True)
    return Volume("护士执业资格考试同步练习题集", (said,))


DESIGN = Design(
    "nurse_types",
    "two columns: A1, A2, A3/A4 with shared stems, B1, key run on in bold types",
    _compose,
    wears=("copy", "photo"),
)
