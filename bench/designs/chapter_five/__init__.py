"""Teachers' workbook: exercises by chapter, key in five columns at each chapter's end."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            ("TQE", "中学教师心理学"),
            [
                (head, part)
                for head, part in (
                    ("单项选择题", _part(f"{at}单")),
                    ("辨析题", _part(f"{at}辨")),
                    ("简答题", _part(f"{at}简")),
                    ("材料分析题", _part(f"{at}材")),
                )
                if part
            ],
            restart=False,
        )
        for at, title in ((1, "第五章　中学生学习心理"), (2, "第八章　中学德育"))
    )
    return Volume("教育知识与能力·同步过关习题集", chapters)


DESIGN = Design(
    "chapter_five",
    "workbook: ribbon headings, one run of numbers a chapter, key in five ruled columns at its end",
    _compose,
    wears=("photo", "copy+pencil"),
)
