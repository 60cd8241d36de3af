"""Study guide: side notes, running heads and page numbers in the outer margin, key by chapter."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter

NOTES = (
    "考频 ★★★",
    "易混淆：注意题干中的“不”字",
    "2016年真题改编",
    "联系教材第三章第二节",
    "考频 ★★",
    "识记层次",
    "本题错误率较高",
    "领会层次：先排除绝对化的说法",
    "应用层次",
    "2014年统考第18题",
)


def _compose(draw: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            (exam, subject),
            [
                ("（一）单项选择题", draw.take("SCQ", 18, subject=subject)),
                ("（二）多项选择题", draw.take("MAQ", 7, subject=subject)),
                ("（三）简答题", draw.take("QA:short", 1, subject=subject)),
            ],
            restart=False,
        )
        for title, exam, subject in (
            ("第3章　教育心理学", "GEE", "教育心理学"),
            ("第4章　实验心理学", "GEE", "实验心理学"),
        )
    )
    return Volume("心理学考研过关必练", chapters, {"notes": NOTES})


DESIGN = Design(
    "sidenotes",
    "16K study guide: notes, running heads and page numbers in the outer margin",
    _compose,
    wears=("photo+pencil", "flatbed", "copy"),
)
