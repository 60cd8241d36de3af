"""Printout of a question bank, set by Typst: type and difficulty above, fields below each."""

import re

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

WORDS = {"√": "正确", "×": "错误"}


def _said(answer: str) -> str:
    return WORDS.get(answer, "、".join(answer))


def _fit(q: Question) -> bool:
    why = not q.explanation or (10 < len(q.explanation) < 110 and q.explanation[-1] == "。")
    return why and len(q.stem) < 90 and not re.search(r"[#*$]", q.stem + "".join(q.options))


def _compose(draw: Draw) -> Volume:
    title = "《管理与社会心理》题库导出"
    parts = [
        (
            "单选题",
            [
                *draw.take("SCQ", 10, subject="管理类管理心理学", fit=_fit),
                *draw.take(
                    "SCQ", 9, subject="普通心理学", fit=lambda q: _fit(q) and bool(q.explanation)
                ),
            ],
        ),
        ("多选题", draw.take("MAQ", 7, subject="医学类公关心理学", fit=_fit)),
        ("判断题", draw.take("TF", 8)),
        ("填空题", draw.take("FILL", 5)),
    ]
    said = chapter(
        title, ("SSE", "管理类管理心理学"), parts, restart=False, say=_said, explained=True
    )
    return Volume(title, (said,))


DESIGN = Design(
    "bank_export",
    "printout of a bank: 题型／难度 above each stem, 正确答案 B、C and 试题解析 fields below",
    _compose,
    wears=("copy+pencil", "photo"),
)
