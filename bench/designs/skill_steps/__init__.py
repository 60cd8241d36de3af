"""Case workbook of counsellor's skills: material under a double frame, questions numbered on
through the book, options in ruled cells, answers and hints in a dotted box behind each case.
"""

from bench.designs.bank import Draw
from bench.designs.model import ORDINALS, Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    cases = draw.cases(7, least=4, longest=650)
    parts = [
        (f"案例{ORDINALS[at]}", [q for q in group if q.format != "QA"])
        for at, group in enumerate(cases)
    ]
    title = "第四单元　操作技能案例训练"
    place = ("PCE", "心理咨询师三级")
    said = chapter(title, place, parts, restart=False, explained=True)
    return Volume("心理咨询师操作技能训练手册", (said,))


DESIGN = Design(
    "skill_steps",
    "cases in a double frame, numbers running through, options in ruled cells, answers and hints "
    "in a dotted box behind each case",
    _compose,
    wears=("photo", "copy+stamp"),
)
