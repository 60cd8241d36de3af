"""Handout of a training school: skill cases for counsellors, a table of keys, then reasons."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    paper = chapter(
        "二级操作技能选择题考前冲刺卷（B）",
        ("PCE", "心理咨询师二级"),
        [(f"案例{name}", _part(name)) for name in "一二三"],
        restart=False,
        explained=True,
    )
    return Volume("国家职业资格考试·心理咨询师", (paper,))


DESIGN = Design(
    "magpie",
    "training school's handout of skill cases, a table of keys and reasons behind it",
    _compose,
    wears=("copy", "flatbed", "photo"),
)
