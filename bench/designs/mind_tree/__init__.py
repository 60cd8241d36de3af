"""Postgraduate guide: a tree of the chapter, note boxes, drills 01, 02 with notes below."""

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

TREES = (
    (
        "记忆",
        (
            ("感觉记忆", "图像记忆　声像记忆"),
            ("短时记忆", "容量7±2　组块　复述"),
            ("长时记忆", "情景记忆与语义记忆　内隐记忆"),
            ("遗忘", "先快后慢　干扰说　消退说"),
        ),
    ),
    (
        "思维",
        (
            ("概念", "样例　原型　特征表"),
            ("推理", "三段论　线性推理"),
            ("问题解决", "算法　启发法　定势"),
            ("决策", "代表性　便利性　锚定"),
        ),
    ),
)
NOTES = (
    (
        "短时记忆与长时记忆",
        "短时记忆以听觉编码为主，也有视觉编码和语义编码；长时记忆以语义编码为主。短时记忆容量有限，复述是信息转入长时记忆的条件。",
    ),
    (
        "影响问题解决的因素",
        "知识表征的方式、定势、功能固着、动机强度、人格与人际关系都会影响问题解决。动机强度与效率呈倒U形关系。",
    ),
)


def _compose(draw: Draw) -> Volume:
    def fit(q: Question) -> bool:
        return 14 < len(q.explanation) < 100 and q.explanation[-1] == "。" and len(q.options) == 4

    chapters = tuple(
        chapter(
            title,
            ("GEE", "普通心理学"),
            [
                ("单项选择题", draw.take("SCQ", 12, subject="普通心理学", fit=fit)),
                ("多项选择题", draw.take("MAQ", 5, subject="普通心理学", fit=fit)),
            ],
            restart=False,
            number="{:02}",
            explained=True,
        )
        for title in ("第五节　记忆", "第六节　思维")
    )
    return Volume("心理学考研思维导图与专项训练", chapters, {"trees": TREES, "notes": NOTES})


DESIGN = Design(
    "mind_tree",
    "guide with a tree and note box per section, drills in reversed numbers 01, 【C】 with notes",
    _compose,
    wears=("copy+pencil", "photo"),
)
