"""A graduate school drill book in two columns: one option a line, answer and explanation
after every question.
"""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    names = ("单项选择题", "多项选择题", "名词解释")
    parts = [(name, _part(k)) for name, k in zip(names, "SMT", strict=True)]
    said = chapter("心理的毕生发展", ("GEE", "发展心理学"), parts, explained=True)
    return Volume("发展心理学考研过关习题集", (said,))


DESIGN = Design(
    "pass_drill",
    (
        "graduate school drill in two columns, options one a line, answer and explanation "
        "after each question"
    ),
    _compose,
    wears=("flatbed", "copy"),
)
