"""Outline book: side heads in a narrow left column, answers inside the stem's brackets."""

import re

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

GAP = re.compile(r"[(（]\s*[)）]")
HEADS = ("考点一", "考点二", "考点三", "考点四", "考点五", "考点六", "考点七", "考点八")


def _gapped(q: Question) -> bool:
    return len(GAP.findall(q.stem)) == 1


def _compose(draw: Draw) -> Volume:
    parts = [
        (
            "一、单选题",
            draw.take("SCQ", 36, subject="发展心理学", fit=_gapped),
        ),
        ("二、多选题", draw.take("MAQ", 12, subject="发展心理学", fit=_gapped)),
    ]
    title = "第十章　发展心理学考点精讲"
    said = chapter(title, ("GEE", "发展心理学"), parts)
    filled = {item.id: GAP.split(item.stem) for item in said.items}
    return Volume("心理学考点精讲精练", (said,), {"parts": filled, "heads": HEADS})


DESIGN = Design(
    "side_heads",
    "outline book: side heads at the left, the answer printed in the stem's bracket",
    _compose,
    wears=("photo", "flatbed", "copy"),
)
