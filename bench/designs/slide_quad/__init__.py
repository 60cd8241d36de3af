"""Slides of a review lesson, four to a page: question slides, then answer slides."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    parts = [
        ("单项选择题", _part("S")),
        ("多项选择题", _part("M")),
        ("判断题", _part("J")),
        ("思考题", _part("Q")),
    ]

    def tick(answer: str) -> str:
        return {"√": "对", "×": "错"}.get(answer, answer)

    title = "第九讲　社会心理学专题复习"
    said = chapter(title, ("PCE", "心理咨询师三级"), parts, restart=False, say=tick, explained=True)
    return Volume("心理咨询基础知识串讲", (said,))


DESIGN = Design(
    "slide_quad",
    "four slides to a landscape page, two questions a slide, answer slides after every four",
    _compose,
    wears=("photo", "flatbed"),
)
