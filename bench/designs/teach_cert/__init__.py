"""A teacher certificate paper: choices, judgements to be argued, short answers, two material
questions; answers behind.
"""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts, own_texts

_part = own_parts(__file__)
TEXTS = own_texts(__file__)


def _compose(_: Draw) -> Volume:
    names = ("单项选择题", "辨析题", "简答题", "材料分析题")
    parts = [(name, _part(k)) for name, k in zip(names, "SBJC", strict=True)]
    said = chapter(
        "教育知识与能力（中学）", ("TQE", "中学教师心理学"), parts, restart=False, explained=True
    )
    facts = {row["case"]: row["material"] for row in TEXTS["question"] if "case" in row}
    return Volume("国家教师资格考试历年真题及标准预测试卷", (said,), facts)


DESIGN = Design(
    "teach_cert",
    (
        "teacher certificate paper with material questions in ruled boxes; a sheet of answers "
        "with explanations behind"
    ),
    _compose,
    wears=("photo", "flatbed"),
)
