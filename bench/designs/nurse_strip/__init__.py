"""Nursing book in two columns: shared stems, options A to E, a grey key strip at each foot."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    parts = [
        ("【A1型题】", _part("A1")),
        ("【A2型题】", _part("A2")),
        ("【A3/A4型题】", _part("A3")),
        ("【B型题】", _part("B")),
    ]
    title = "第十一章　护士心理与患者心理"
    said = chapter(title, ("SSE", "医学类医学心理学"), parts, restart=False)
    pages = [said.items[:10], said.items[10:17], said.items[17:]]
    return Volume("护士执业资格考试考点与试题精编", (said,), {"pages": pages})


DESIGN = Design(
    "nurse_strip",
    "two columns with a tab at the edge, A1–A4 and B, options A to E, key strip at each foot",
    _compose,
    wears=("photo", "copy+pencil"),
)
