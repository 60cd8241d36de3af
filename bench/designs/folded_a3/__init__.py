"""A3 sheet in three columns with the binding margin, the key as cells of five, rows of sections."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    cases = [q for group in draw.cases(2, least=3, longest=480) for q in group]
    said = chapter(
        "全国教师招聘考试教育心理学试卷",
        ("TQE", "中学教师心理学"),
        [
            ("一、单项选择题（每题1分，共50分）", draw.take("SCQ", 50, subject="中学教师心理学")),
            ("二、多项选择题（每题2分，共28分）", draw.take("MAQ", 14, subject="中学教师心理学")),
            ("三、判断题（每题1分，共12分）", draw.take("TF", 12)),
            ("四、材料题（共10分）", cases),
        ],
        restart=False,
    )
    return Volume("全国教师招聘考试教育心理学试卷", (said,))


DESIGN = Design(
    "folded_a3",
    "A3 paper in three columns, binding margin left and right, key in cells of five",
    _compose,
    wears=("copy", "flatbed+bleed", "photo"),
)
