"""A medical psychology exercise book: five options, a compact key and explanations by number
after the questions.
"""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    names = ("A型题", "X型题", "名词解释", "问答题")
    parts = [(name, _part(k)) for name, k in zip(names, "AXTW", strict=True)]
    said = chapter(
        "心理应激与心身疾病", ("SSE", "医学类医学心理学"), parts, restart=False, explained=True
    )
    return Volume("医学心理学学习指导与习题集", (said,))


DESIGN = Design(
    "doctor_notes",
    (
        "medical study guide: five options one a line, a key in rows with chosen explanations "
        "after all questions"
    ),
    _compose,
    wears=("flatbed", "copy"),
)
