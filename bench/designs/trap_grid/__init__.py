"""Paper with an empty answer grid at its head; the filled key follows as lines on the last page."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    parts = [
        ("第Ⅰ卷（选择题　共60分）", draw.take("SCQ", 30, subject="心理咨询师三级")),
        ("第Ⅱ卷（多选题　共30分）", draw.take("MAQ", 12, subject="心理咨询师三级")),
        ("第Ⅲ卷（简答题　共30分）", draw.take("QA:short", 3)),
    ]
    title = "心理咨询师（三级）考前冲刺密卷"
    said = chapter(title, ("PCE", "心理咨询师三级"), parts, restart=False)
    return Volume(title, (said,))


DESIGN = Design(
    "trap_grid",
    "paper with an empty answer grid at its head, score boxes, options one a line, key in lines",
    _compose,
    wears=("copy+pencil", "photo+stamp", "flatbed"),
)
