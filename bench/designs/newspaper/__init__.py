"""Tabloid of an examination newspaper: three dense columns, masthead, boxed notices, key last."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    parts = [
        ("一、单项选择题", draw.take("SCQ", 60, subject="小学教师心理学")),
        ("二、多项选择题", draw.take("MAQ", 18, subject="小学教师心理学")),
        ("三、判断题", draw.take("TF", 12)),
        ("四、简答题", draw.take("QA:short", 3)),
    ]
    title = "小学教育心理学综合测试（第二期）"
    said = chapter(title, ("TQE", "小学教师心理学"), parts)
    return Volume("教师考试报", (said,))


DESIGN = Design(
    "newspaper",
    "tabloid newspaper: masthead, three dense columns with rules, notices among them",
    _compose,
    wears=("flatbed+bleed", "copy", "photo+bleed"),
)
