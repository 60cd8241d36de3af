"""Medical style: A1, B1 (shared options) and X questions, an answer card, a key in ranges."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    shared = [q for group in draw.matching(5) for q in group]
    parts = [
        ("A1型题", draw.take("SCQ", 30, subject="医学类心理学")),
        ("B1型题", shared),
        ("X型题", draw.take("MAQ", 10, subject="医学类心理学")),
    ]
    title = "医学心理学综合练习"
    said = chapter(title, ("SSE", "医学类医学心理学"), parts, restart=False)
    return Volume("医学心理学考试指南", (said,))


DESIGN = Design(
    "matched",
    "A1/B1/X questions with shared options, an answer card page, key in ranges",
    _compose,
    wears=("copy+stamp", "flatbed+pencil", "photo"),
)
