"""Bank printed from a web service: 第1题, the answer line and reason below each question."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    title = "心理咨询师三级理论题库"
    parts = [
        ("单选题", draw.take("SCQ", 26, subject="心理咨询师三级")),
        ("多选题", draw.take("MAQ", 10, subject="心理咨询师三级")),
        ("判断题", draw.take("TF", 8)),
    ]
    say = {"√": "正确", "×": "错误"}
    said = chapter(
        title, ("PCE", "心理咨询师三级"), parts, explained=True, say=lambda a: say.get(a, a)
    )
    return Volume(title, (said,))


DESIGN = Design(
    "item_cards",
    "第1题, options A. to D., 正确答案 and 答案解析 below each",
    _compose,
    wears=("photo", "copy"),
)
