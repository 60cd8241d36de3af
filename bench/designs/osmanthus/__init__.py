"""College paper on landscape B4, two columns, score table; the marking guide on its own sheet."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)

HEADS = (
    ("单项选择题（本大题共12小题，每小题2分，共24分）", "单"),
    ("多项选择题（本大题共5小题，每小题3分，共15分）", "多"),
    ("判断题（本大题共6小题，每小题2分，共12分）", "判"),
    ("名词解释（本大题共2小题，每小题5分，共10分）", "名"),
    ("简答题（本大题共2小题，每小题9分，共18分）", "简"),
    ("案例分析题（本大题共21分）", "案"),
)


def _compose(_: Draw) -> Volume:
    said = chapter(
        "《咨询心理学》期末考试试卷（A卷）",
        ("SSE", "医学类心理咨询与辅导"),
        [(head, _part(name)) for head, name in HEADS],
    )
    return Volume("东江师范学院2023～2024学年第二学期", (said,))


DESIGN = Design(
    "osmanthus",
    "college paper on landscape B4 in two columns with score boxes; the marking guide is a sheet "
    "of its own",
    _compose,
    wears=("copy", "flatbed", "photo"),
)
