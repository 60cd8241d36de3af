"""Counsellor's case paper: 单选/多选 before stems, a table 题号·答案·解析 after each case."""

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
    title = "第三单元　案例选择题专项训练"
    said = chapter(title, ("PCE", "心理咨询师三级"), parts, restart=False, explained=True)
    return Volume("心理咨询师考试辅导", (said,))


DESIGN = Design(
    "case_multi",
    "shaded cases, 单选：/多选： before stems, options (A), ruled key table after each",
    _compose,
    wears=("copy", "photo+stamp"),
)
