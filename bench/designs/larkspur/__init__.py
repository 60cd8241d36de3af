"""Question bank for psychological counsellors, answer and explanation after every question."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)
_PLACE = ("PCE", "心理咨询师三级")


def _compose(_: Draw) -> Volume:
    said = (
        chapter(
            "第四章　变态心理学与健康心理学知识",
            _PLACE,
            [("单项选择题", _part("1单")), ("多项选择题", _part("1多"))],
            explained=True,
        ),
        chapter(
            "第五章　心理诊断技能",
            _PLACE,
            [("案例选择题", _part("2案"))],
            explained=True,
        ),
    )
    return Volume("心理咨询师（三级）过关必做题库", said)


DESIGN = Design(
    "larkspur",
    "counsellors' question bank, answer and explanation after every question",
    _compose,
    wears=("copy", "flatbed", "photo"),
)
