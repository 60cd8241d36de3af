"""Printed spreadsheet of a question bank: a column for each option, the answer in the last one."""

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter


def _sound(q: Question) -> bool:
    texts = (q.stem, *q.options)
    return (
        len(q.options) == 4
        and len(q.stem) < 70
        and all(len(text) < 22 for text in q.options)
        and not any(mark in text for text in texts for mark in ("?", " ( ", "#"))
    )


def _compose(draw: Draw) -> Volume:
    subject = "小学教师心理学"
    parts = [
        ("单选题", draw.take("SCQ", 16, subject=subject, fit=_sound)),
        ("多选题", draw.take("MAQ", 6, subject=subject, fit=_sound)),
        ("判断题", draw.take("TF", 6)),
    ]
    title = "小学教师招聘心理学题库导入表"
    said = chapter(title, ("TQE", subject), parts, restart=False, say=_say)
    return Volume(title, (said,))


def _say(answer: str) -> str:
    return {"√": "正确", "×": "错误"}.get(answer, answer)


DESIGN = Design(
    "sheet_export",
    "landscape printout of a spreadsheet: option columns A to D, head row on each page",
    _compose,
    wears=("copy", "flatbed+stamp"),
)
