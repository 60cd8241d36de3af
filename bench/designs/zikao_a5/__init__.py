"""Self-study pamphlet, A5: brackets 【　】 at the right edge, marking scheme at the end."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    parts = [
        ("一、单项选择题（本大题共14小题，每小题2分，共28分）", _part("单选")),
        ("二、填空题（本大题共6小题，每空2分，共14分）", _part("填空")),
        ("三、名词解释（本大题共3小题，每小题4分，共12分）", _part("名词")),
        ("四、简答题（本大题共2小题，每小题8分，共16分）", _part("简答")),
    ]
    title = "教育心理学试题"
    said = chapter(title, ("SSE", "教育类教育心理学"), parts, restart=False)
    return Volume("全国高等教育自学考试", (said,))


DESIGN = Design(
    "zikao_a5",
    "A5 pamphlet in Kai: brackets 【　】 at the right edge, two options a line, marks in the key",
    _compose,
    wears=("copy", "photo"),
)
