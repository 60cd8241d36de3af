"""Exercises for physicians in two columns, the keys at the foot of each page."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)

# the last question that begins on each page
ENDS = (13, 23, 28)


def _compose(_: Draw) -> Volume:
    said = chapter(
        "第七章　医学心理学",
        ("SSE", "医学类医学心理学"),
        [(f"{name}型题", _part(name)) for name in ("A1", "A2", "A3", "B1")],
        restart=False,
        explained=True,
    )
    return Volume("执业医师资格考试同步习题集", (said,), {"ends": ENDS})


DESIGN = Design(
    "lilac",
    "exercises for physicians in two columns, keys at the foot of each page",
    _compose,
    wears=("flatbed", "copy", "photo"),
)
