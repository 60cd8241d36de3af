"""A course companion: blanks, judgements, choices, terms and short answers by chapter, the
key of each chapter at its end.
"""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    names = ("填空题", "判断题", "单项选择题", "简答题")
    said = []
    for at, title in enumerate(("婴儿的心理发展", "老年期的心理发展"), 1):
        parts = [(name, _part(f"{at}{k}")) for name, k in zip(names, "FTSJ", strict=True)]
        said.append(chapter(title, ("SSE", "教育类发展心理学"), parts))
    return Volume("发展心理学同步练习册", tuple(said))


DESIGN = Design(
    "step_practice",
    (
        "course companion by chapter: blanks, judgements, choices and short answers, a framed "
        "key at the end of each chapter"
    ),
    _compose,
    wears=("flatbed", "photo"),
)
