"""Screen shots of a quiz app, four to a printed page: options in rounded boxes, the right answer
and the reader's own below them, then the reason.
"""

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter


def _sound(q: Question) -> bool:
    texts = (q.stem, q.explanation, *q.options)
    return (
        len(q.options) == 4
        and len(q.stem) < 60
        and 10 < len(q.explanation) < 90
        and all(len(text) < 17 for text in q.options)
        and not any(mark in text for text in texts for mark in ("?", " ( ", "#"))
    )


def _compose(draw: Draw) -> Volume:
    subject = "中学教师心理学"
    parts = [
        ("单选题", draw.take("SCQ", 18, subject=subject, fit=_sound)),
        ("多选题", draw.take("MAQ", 6, subject=subject, fit=_sound)),
    ]
    title = "章节练习　学习心理"
    said = chapter(title, ("TQE", subject), parts, restart=False, explained=True)
    own = {
        i.id: i.answer if draw.dice.random() < 0.6 else draw.dice.choice("ABCD") for i in said.items
    }
    return Volume("刷题截图打印", (said,), {"own": own})


DESIGN = Design(
    "phone_shots",
    "printed screen shots of a quiz app, four a page: 正确答案 and 我的答案 below the options",
    _compose,
    wears=("flatbed", "photo"),
)
