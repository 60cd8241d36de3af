"""School paper of statements ①②③④ with combinations as options; answers with reasons in two columns
read downwards.
"""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    parts = [
        ("一、组合选择题（每小题3分，共36分）", _part("S")),
        ("二、单项选择题（每小题3分，共24分）", _part("X")),
        ("三、简答题（每小题10分，共40分）", _part("D")),
    ]
    title = "心理学选修课程学业水平检测卷"
    said = chapter(title, ("GEE", "普通心理学"), parts, restart=False, explained=True)
    return Volume(title, (said,))


DESIGN = Design(
    "combo_items",
    "school paper: statements ①②③④ on lines of their own, combinations as options, first and "
    "second volume, answers with reasons in columns read downwards",
    _compose,
    wears=("copy", "photo+pencil"),
)
