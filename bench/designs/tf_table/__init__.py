"""A chapter workbook: statements in a ruled table with a column to mark, and a table of
corrections.
"""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts, own_texts

_part = own_parts(__file__)
TEXTS = own_texts(__file__)


def _compose(_: Draw) -> Volume:
    said = []
    for at, title in enumerate(("儿童的认知发展", "儿童的情绪与社会性"), 1):
        parts = [("判断题", _part(f"{at}T")), ("选择题", _part(f"{at}S"))]
        said.append(
            chapter(title, ("SSE", "教育类教育心理学"), parts, restart=False, explained=True)
        )
    return Volume("学前儿童发展心理学练习册", tuple(said))


DESIGN = Design(
    "tf_table",
    "workbook in green: statements in a ruled table with a column to mark, choices below, "
    "tables of corrections",
    _compose,
    wears=("flatbed", "copy"),
)
