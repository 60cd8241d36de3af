"""Nursing drill, one column: A1, A2, A3/A4, B1 and X questions, keys by type and a few reasons."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    parts = [
        ("一、A1型题", _part("A1")),
        ("二、A2型题", _part("A2")),
        ("三、A3/A4型题", _part("A3")),
        ("四、B1型题", _part("B1")),
        ("五、X型题", _part("X")),
    ]
    title = "第六章　心理护理与心理评估"
    said = chapter(title, ("SSE", "医学类医学心理学"), parts, restart=False, explained=True)
    return Volume("护理心理学学习指导与习题集", (said,))


DESIGN = Design(
    "nurse_b1",
    "one column, A1 to X: options A to E down the page, B1 options first, keys by type at the end",
    _compose,
    wears=("copy+pencil", "photo"),
)
