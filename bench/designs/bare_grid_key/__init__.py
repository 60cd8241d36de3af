"""A4 in two columns without a rule, hanging numbers; keys as bare two-row grids without labels."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    title = "普通心理学模拟试卷（一）"
    parts = [
        ("一、单选题（每题2分）", draw.take("SCQ", 34, subject="普通心理学")),
        ("二、多选题（每题3分）", draw.take("MAQ", 13, subject="普通心理学")),
        ("三、判断题（每题1分）", draw.take("TF", 12)),
    ]
    return Volume(title, (chapter(title, ("GEE", "普通心理学"), parts),))


DESIGN = Design(
    "bare_grid_key",
    "two tight columns, key grids of number row over answer row",
    _compose,
    wears=("copy", "photo"),
)
