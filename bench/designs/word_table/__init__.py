"""A question bank as a Word table, landscape: 序号, 题型, 题干, 选项, 答案 in ruled cells."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    questions = [
        *draw.take("SCQ", 22, subject="中学教师心理学"),
        *draw.take("MAQ", 10, subject="中学教师心理学"),
        *draw.take("TF", 8),
    ]
    title = "继续教育心理学试题库（第3批）"
    said = chapter(title, ("TQE", "中学教师心理学"), [("", questions)])
    names = {"SCQ": "单选", "MAQ": "多选", "TF": "判断"}
    return Volume("继续教育心理学试题库", (said,), {"names": names})


DESIGN = Design(
    "word_table",
    "A4 landscape: all questions in the cells of one ruled table",
    _compose,
    wears=("copy", "flatbed+stamp", "photo"),
)
