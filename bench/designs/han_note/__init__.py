"""A college problem bank printed from a document: the letter stands in the bracket of the
stem, options run on.
"""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    names = ("单项选择题", "多项选择题", "判断题", "简答题")
    parts = [(name, _part(k)) for name, k in zip(names, "SMTJ", strict=True)]
    said = chapter("管理心理学复习题", ("SSE", "管理类管理心理学"), parts)
    return Volume("管理心理学复习题及参考答案", (said,))


DESIGN = Design(
    "han_note",
    (
        "review bank set like an office document: letters in the brackets of the stems, "
        "options in running lines"
    ),
    _compose,
    wears=("copy", "flatbed"),
)
