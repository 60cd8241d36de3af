"""Cases in shaded boxes with [A] options and numbers in brackets; a boxed key of runs."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    title = "案例分析与技能选择专项训练"
    cases = [q for group in draw.cases(6, least=3, longest=700) for q in group]
    parts = [
        ("一、单项选择题", draw.take("SCQ", 20, subject="心理咨询师二级")),
        ("二、案例选择题", cases),
    ]
    return Volume(title, (chapter(title, ("PCE", "心理咨询师二级"), parts, restart=False),))


DESIGN = Design(
    "case_bank",
    "cases in shaded boxes, [A] options, 1~5 runs in a box",
    _compose,
    wears=("photo", "copy"),
)
