"""Primary teachers' past paper with an answer booklet to be torn off: pages in page, two keys."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    parts = [
        ("一、单项选择题", _part("单选")),
        ("二、多项选择题", _part("多选")),
        ("三、简答题", _part("简答")),
    ]
    title = "小学教育教学知识与能力真题试卷（精选）"
    said = chapter(title, ("TQE", "小学教师心理学"), parts, restart=False, explained=True)
    return Volume("国家教师资格考试真题详解", (said,))


DESIGN = Design(
    "detach_leaf",
    "A4 past paper; answer booklet to cut off: key in two columns of pairs, then 【精析】",
    _compose,
    wears=("copy+stamp", "photo"),
)
