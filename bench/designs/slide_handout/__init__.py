"""Lecture slides as a handout, six a page: a question a slide, an answer slide after each three."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    parts = [("", [*_part("课前"), *_part("课中"), *_part("课后")])]
    title = "专题五　学习心理（真题演练）"
    said = chapter(title, ("TQE", "中学教师心理学"), parts, explained=True)
    return Volume("教师招聘笔试系统精讲班讲义", (said,))


DESIGN = Design(
    "slide_handout",
    "handout of slides, six a page: one question a slide, 参考答案 slides between them",
    _compose,
    wears=("copy+pencil", "photo"),
)
