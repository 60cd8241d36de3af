"""Entrance-exam problems explained: 【答案】 and 【解析】 stand under each question."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            ("GEE", "普通心理学"),
            [
                ("一、单项选择题", _part(f"{at}单")),
                ("二、多项选择题", _part(f"{at}多")),
                ("三、名词解释", _part(f"{at}名")),
                ("四、简答题", _part(f"{at}简")),
            ],
            explained=True,
        )
        for at, title in ((1, "第四章　意识状态与注意"), (2, "第七章　动机、情绪与意志"))
    )
    return Volume("普通心理学考研真题与典型题详解", chapters)


DESIGN = Design(
    "detail_under",
    "16mo, one column: 【答案】 and 【解析】 under each question, long answers after 答：",
    _compose,
    wears=("copy", "photo"),
)
