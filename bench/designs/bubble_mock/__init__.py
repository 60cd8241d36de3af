"""Mock paper with an empty machine-read answer card of [A][B][C][D], runs of answers behind it and
reasons for some questions.
"""

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter


def _sound(q: Question) -> bool:
    reason = q.explanation
    texts = (q.stem, reason, *q.options)
    return (
        len(q.options) == 4
        and len(q.stem) < 80
        and len(reason) < 130
        and not any(mark in text for text in texts for mark in ("?", " ( ", "#"))
    )


def _compose(draw: Draw) -> Volume:
    subject = "发展心理学"
    parts = [
        ("一、单项选择题", draw.take("SCQ", 20, subject=subject, fit=_sound)),
        ("二、多项选择题", draw.take("MAQ", 8, subject=subject, fit=_sound)),
    ]
    title = "全真模拟试卷（三）"
    said = chapter(title, ("GEE", subject), parts, restart=False, explained=True)
    return Volume("心理学专业基础模拟试卷与答题卡", (said,))


DESIGN = Design(
    "bubble_mock",
    "mock paper: options [A] to [D], an empty card of [A][B][C][D], runs of answers and reasons",
    _compose,
    wears=("copy+pencil", "flatbed"),
)
