"""Drill sheets, two to a page: true or false and blanks; a page of corrected answers."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts, own_texts

_part = own_parts(__file__)
TEXTS = own_texts(__file__)


def _compose(_: Draw) -> Volume:
    said = []
    for at, title in enumerate(TEXTS["sheets"], 1):
        parts = [("判断", _part(f"{at}J")), ("填空", _part(f"{at}F"))]
        said.append(
            chapter(title, ("SSE", "教育类教育心理学"), parts, restart=False, explained=True)
        )
    return Volume("心理学基础课堂小测", tuple(said))


DESIGN = Design(
    "twin_drill",
    "two sheets side by side, bracket before the statement, all answers on the last page",
    _compose,
    wears=("copy+pencil", "flatbed"),
)
