"""Options in wide 2 × 2 and 4 × 1 grids marked ①②③④, a watermark, answers in brackets by page."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter, circled


def _compose(draw: Draw) -> Volume:
    parts = [
        (
            "A 型题：每题只有一个正确答案",
            draw.take(
                "SCQ",
                34,
                subject="心理统计与测量",
                fit=lambda q: len(q.options) == 4 and all(len(o) <= 16 for o in q.options),
            ),
        ),
        (
            "B 型题：每题有两个以上正确答案",
            draw.take("MAQ", 14, subject="心理统计与测量", fit=lambda q: len(q.options) == 4),
        ),
    ]
    title = "专题三　心理统计与测量"
    said = chapter(title, ("GEE", "心理统计与测量"), parts, restart=False, say=circled)
    return Volume("考研心理学题库", (said,), {"watermark": "研途教育内部资料"})


DESIGN = Design(
    "grid",
    "A4 question bank: option grids with circled numbers, watermark, answers in brackets",
    _compose,
    wears=("flatbed+pencil", "copy+pencil", "photo"),
)
