"""Cheap reprint: numbers 1、, options in rows, key 1、B；2、C； by part at the end."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    title = "社会心理学练习题"
    parts = [
        ("（一）单项选择题", draw.take("SCQ", 24, subject="社会心理学")),
        ("（二）多项选择题", draw.take("MAQ", 10, subject="社会心理学")),
        ("（三）填空题", draw.take("FILL", 8)),
        ("（四）判断题", draw.take("TF", 10)),
    ]
    return Volume(title, (chapter(title, ("GEE", "社会心理学"), parts),))


DESIGN = Design(
    "semicolons", "cheap reprint, key 1、B；2、C； by part", _compose, wears=("copy", "photo")
)
