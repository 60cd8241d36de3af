"""A4 examination paper in two columns with a score table; the key is runs `1-5 ABCDA`."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    said = chapter(
        "心理学专业基础模拟试卷（一）",
        ("GEE", "普通心理学"),
        [
            (
                "一、单项选择题：第1～45小题，每小题2分，共90分。每题只有一个选项符合题目要求。",
                draw.take("SCQ", 45, fit=lambda q: q.exam == "GEE" and len(q.options) == 4),
            ),
            (
                "二、多项选择题：第46～60小题，每小题3分，共45分。多选、少选或错选均不得分。",
                draw.take("MAQ", 15, fit=lambda q: q.exam == "GEE"),
            ),
            ("三、简答题：第61～63小题，每小题10分，共30分。", draw.take("QA:short", 3)),
        ],
        restart=False,
    )
    return Volume("心理学专业基础模拟试卷（一）", (said,))


DESIGN = Design(
    "exam_two",
    "A4 paper, two columns, score table, key in runs of five",
    _compose,
    wears=("copy", "flatbed", "photo"),
)
