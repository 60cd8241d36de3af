"""Self-study book: a ruled column at the right holds the answer beside each question."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    parts = [
        ("单项选择", draw.take("SCQ", 30, subject="高等学校教师心理学")),
        ("多项选择", draw.take("MAQ", 10, subject="小学教师心理学")),
        ("判断", draw.take("TF", 10)),
        ("填空", draw.take("FILL", 8)),
    ]
    title = "模块二　学习心理"
    said = chapter(title, ("TQE", "高等学校教师心理学"), parts, restart=False)
    return Volume("高校教师岗前培训自测", (said,))


DESIGN = Design(
    "answer_column",
    "A4 self-test: answers in a ruled column beside the questions",
    _compose,
    wears=("copy", "flatbed+pencil", "photo"),
)
