"""A question bank of psychiatry for attending physicians: types A1 to X in two columns."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts, own_texts

_part = own_parts(__file__)
TEXTS = own_texts(__file__)


def _compose(_: Draw) -> Volume:
    names = ("A1型题", "A2型题", "A3/A4型题", "B1型题", "X型题")
    parts = [(name, _part(k)) for name, k in zip(names, ("A1", "A2", "A3", "B1", "X"), strict=True)]
    said = chapter(
        "心境与神经症性障碍", ("SSE", "医学类医学心理学"), parts, restart=False, explained=True
    )
    return Volume("精神病学主治医师考试题库", (said,), {"code": "340"})


DESIGN = Design(
    "attending_two",
    "medical bank in two columns: A1, A2, A3/A4 cases, B1 shared options and X; key in rows, "
    "then explanations",
    _compose,
    wears=("flatbed", "copy"),
)
