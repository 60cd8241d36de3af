"""Internal bank with numbers of three digits, boxes before option letters and a watermark; the
key is read downwards in six columns at the back.
"""

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter


def _sound(q: Question) -> bool:
    texts = (q.stem, *q.options)
    return len(q.stem) < 90 and not any(
        mark in text for text in texts for mark in ("?", " ( ", "#")
    )


def _compose(draw: Draw) -> Volume:
    subject = "医学类心理卫生与心理辅导"
    parts = [
        ("单项选择题", draw.take("SCQ", 18, subject=subject, fit=_sound)),
        ("多项选择题", draw.take("MAQ", 6, subject=subject, fit=_sound)),
        ("判断题", draw.take("TF", 6)),
    ]
    title = "模块二　心理健康与沟通"
    place = ("SSE", subject)
    said = chapter(title, place, parts, restart=False, number="{:03}", say=_say)
    return Volume("岗位培训理论知识题库", (said,))


def _say(answer: str) -> str:
    return {"√": "对", "×": "错"}.get(answer, answer)


DESIGN = Design(
    "zero_pad",
    "internal bank: 001 in a black tab, □A options, diagonal watermark, key in six columns down",
    _compose,
    wears=("flatbed", "copy+pencil"),
)
