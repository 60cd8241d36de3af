"""A self-study examination paper with the official answers and scoring guide behind it."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    names = ("单项选择题", "名词解释题", "简答题", "论述题")
    parts = [(name, _part(k)) for name, k in zip(names, "STJL", strict=True)]
    said = chapter("心理学试题", ("SSE", "医学类心理学"), parts, restart=False)
    return Volume("高等教育自学考试心理学", (said,))


DESIGN = Design(
    "zikao_paper",
    (
        "self-study examination paper: choices in a grid, terms, short answers, an essay; the "
        "scoring guide follows"
    ),
    _compose,
    wears=("copy", "flatbed"),
)
