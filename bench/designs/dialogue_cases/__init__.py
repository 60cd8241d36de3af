"""Counsellor's skills paper: case sheets with dialogue, one or more answers, key in columns."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    parts = [
        ("案例一", _part("一")),
        ("案例二", _part("二")),
        ("案例三", _part("三")),
    ]
    title = "卷册二　技能选择题"
    said = chapter(title, ("PCE", "心理咨询师三级"), parts, restart=False)
    return Volume("心理咨询师国家职业技能训练", (said,))


DESIGN = Design(
    "dialogue_cases",
    "skills paper: case sheets in frames with dialogue, options in two columns, key in columns",
    _compose,
    wears=("copy", "photo+pencil"),
)
