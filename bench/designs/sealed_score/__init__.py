"""Self-study exam paper: 密封线, a score table, score boxes at each section, marking guide last."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    parts = [
        ("一、单项选择题（本大题共10小题，每小题1分，共10分）", _part("单选")),
        ("二、多项选择题（本大题共5小题，每小题2分，共10分）", _part("多选")),
        ("三、填空题（本大题共4小题，每空2分，共10分）", _part("填空")),
        ("四、判断题（本大题共5小题，每小题2分，共10分）", _part("判断")),
        ("五、名词解释题（本大题共2小题，每小题5分，共10分）", _part("名词")),
        ("六、简答题（本大题共2小题，每小题10分，共20分）", _part("简答")),
        ("七、论述题（本大题共1小题，共30分）", _part("论述")),
    ]
    title = "学前教育心理学模拟试卷（二）"
    said = chapter(title, ("GEE", "教育心理学"), parts, restart=False)
    return Volume("高等教育自学考试", (said,))


DESIGN = Design(
    "sealed_score",
    "A4 paper: sealing line, score table, 得分 boxes, letters in fives and a marking guide",
    _compose,
    wears=("copy", "photo"),
)
