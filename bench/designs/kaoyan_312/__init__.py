"""Postgraduate entrance paper: options beside figures and tables, key as a matrix of digits."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    parts = [
        (
            (
                "一、单项选择题：第1～22小题，每小题2分，共44分。下列每题给出的四个选项中，"
                "只有一个选项是符合题目要求的。"
            ),
            _part("单选"),
        ),
        (
            (
                "二、多项选择题：第23～28小题，每小题3分，共18分。下列每题给出的四个选项中，"
                "至少有两个选项是符合题目要求的。多选、少选或错选均不得分。"
            ),
            _part("多选"),
        ),
        ("三、简答题：第29～30小题，每小题10分，共20分。", _part("简答")),
    ]
    title = "心理学专业基础综合模拟试题（一）"
    return Volume(
        "心理学专业基础综合", (chapter(title, ("GEE", "普通心理学"), parts, restart=False),)
    )


DESIGN = Design(
    "kaoyan_312",
    "A4 entrance paper: options beside figures, tables in stems, key as a matrix of tens and units",
    _compose,
    wears=("copy", "photo+pencil"),
)
