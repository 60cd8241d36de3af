"""Mock papers for teacher qualification, answers and explanations of all papers at the end."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)

HEADS = (
    ("单项选择题（本大题共10小题，每小题2分，共20分）", "单"),
    ("辨析题（本大题共2小题，每小题8分，共16分）", "辨"),
    ("简答题（本大题共2小题，每小题12分，共24分）", "简"),
    ("材料分析题（本大题共1小题，共20分）", "材"),
)


def _compose(_: Draw) -> Volume:
    said = tuple(
        chapter(
            f"教育知识与能力（中学）模拟试卷（{name}）",
            ("TQE", "中学教师心理学"),
            [(head, _part(f"{at}{part}")) for head, part in HEADS],
            restart=False,
            explained=True,
        )
        for at, name in ((1, "一"), (2, "二"))
    )
    return Volume("国家教师资格考试", said)


DESIGN = Design(
    "redbud",
    "mock papers for teacher qualification, the answers and explanations of both at the end",
    _compose,
    wears=("photo", "flatbed", "copy+pencil"),
)
