"""A box of prose for each point, examples with reason before answer, then a chapter test."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts, own_texts

_part = own_parts(__file__)
TEXTS = own_texts(__file__)


def _compose(_: Draw) -> Volume:
    points = [(h, _part(p)) for h, p in zip(TEXTS["heads"], ("P1", "P2", "P3", "P4"), strict=True)]
    test = [("单项选择", _part("TS")), ("判断正误", _part("TJ")), ("辨析", _part("TQ"))]
    place = ("TQE", "中学教师心理学")
    first = chapter("第五章　感觉与知觉", place, points, restart=False, explained=True)

    def tick(answer: str) -> str:
        return {"√": "正确", "×": "错误"}.get(answer, answer)

    second = chapter("第五章章末检测", place, test, restart=False, say=tick, explained=True)
    return Volume("教师招聘考试·心理学考点精讲", (first, second), {"boxes": TEXTS["boxes"]})


DESIGN = Design(
    "point_refine",
    "B5: a box for each point, examples with reason before answer; a test with its key",
    _compose,
    wears=("photo", "flatbed"),
)
