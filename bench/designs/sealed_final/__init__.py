"""University final: binding strip, score boxes, brackets before the numbers, marking scheme."""

import re
from dataclasses import replace

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

TAIL = re.compile(r"[(（]\s*[)）]\s*[。？?]?$")


def _bare(questions: list[Question]) -> list[Question]:
    return [replace(q, stem=TAIL.sub("", q.stem)) for q in questions]


def _ends(q: Question) -> bool:
    return bool(TAIL.search(q.stem)) and len(q.options) == 4 and len(q.stem) < 70


def _compose(draw: Draw) -> Volume:
    parts = [
        (
            "一、单项选择题（本大题共20小题，每小题1分，共20分。请将正确选项的字母填在题前的括号内）",
            _bare(draw.take("SCQ", 20, subject="普通心理学", fit=_ends)),
        ),
        ("二、填空题（每空1分，共10分）", draw.take("FILL", 10)),
        (
            "三、判断题（每小题1分，共10分。正确的打“√”，错误的打“×”）",
            draw.take("TF", 10),
        ),
        ("四、名词解释（每小题4分，共20分）", draw.take("QA:term", 5)),
        (
            "五、简答题（每小题8分，共24分）",
            draw.take("QA:short", 3, fit=lambda q: len(q.stem) < 40),
        ),
        ("六、论述题（16分）", draw.take("QA:essay", 1)),
    ]
    title = "《普通心理学》期末考试试卷（A卷）"
    return Volume(title, (chapter(title, ("GEE", "普通心理学"), parts),))


DESIGN = Design(
    "sealed_final",
    "A4 final with binding strip and score boxes, （　）1. before stems, scheme at the end",
    _compose,
    wears=("copy+bleed", "photo"),
)
