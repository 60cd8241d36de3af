"""Reader with a wide outer margin: key and hint of each question stand beside it in small Kai."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    parts = [
        ("一、选择题", _part("选择")),
        ("二、判断题", _part("判断")),
        ("三、填空题", _part("填空")),
        ("四、问答题", _part("问答")),
    ]
    said = chapter("第九讲　能力与人格", ("GEE", "普通心理学"), parts, explained=True)
    return Volume("普通心理学旁注习题", (said,))


DESIGN = Design(
    "margin_notes",
    "wide outer margin, left on even pages: key and hint beside questions; answers to 问答 below",
    _compose,
    wears=("photo", "copy"),
)
