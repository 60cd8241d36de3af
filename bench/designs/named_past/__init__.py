"""Past questions of universities: source tags after some stems, 【答案】 and 【解析】 unboxed."""

from dataclasses import replace

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

SCHOOLS = (
    "北京师范大学2014研",
    "华东师范大学2016研",
    "西南大学2017研",
    "统考2013研",
    "南京师范大学2012研",
)


def _tagged(questions: list[Question], step: int) -> list[Question]:
    return [
        replace(q, stem=f"{q.stem}［{SCHOOLS[at % len(SCHOOLS)]}］") if at % step == 1 else q
        for at, q in enumerate(questions)
    ]


def _fit(q: Question) -> bool:
    return (
        14 < len(q.explanation) < 110
        and q.explanation[-1] == "。"
        and q.explanation[0].isalnum()
        and len(q.stem) < 80
    )


def _compose(draw: Draw) -> Volume:
    parts = [
        ("一、单项选择题", _tagged(draw.take("SCQ", 20, subject="发展心理学", fit=_fit), 3)),
        ("二、多项选择题", _tagged(draw.take("MAQ", 6, subject="发展心理学", fit=_fit), 3)),
        ("三、填空题", draw.take("FILL", 6)),
        ("四、名词解释", _tagged(draw.take("QA:term", 4), 2)),
        ("五、简答题", _tagged(draw.take("QA:short", 2, subject="发展心理学"), 2)),
    ]
    title = "第4章　婴幼儿与儿童心理发展"
    return Volume(
        "发展心理学考研真题与典型题详解",
        (chapter(title, ("GEE", "发展心理学"), parts, explained=True),),
    )


DESIGN = Design(
    "named_past",
    "past questions with source tags, number without a point, 【答案】【解析】 below each",
    _compose,
    wears=("copy+bleed", "photo"),
)
