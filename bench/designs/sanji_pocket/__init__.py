"""A pocket book for nurses' basic training: keys in rows at the end of every chapter."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts, own_texts

_part = own_parts(__file__)
TEXTS = own_texts(__file__)


def _compose(_: Draw) -> Volume:
    said = []
    for at, title in enumerate(("护理心理学基础", "心理应激与心身疾病"), 1):
        parts = [
            ("单选题", _part(f"{at}S")),
            ("判断题", _part(f"{at}T")),
            ("填空题", _part(f"{at}F")),
        ]
        said.append(chapter(title, ("SSE", "教育类教育心理学"), parts))
    return Volume("护理“三基”训练题集", tuple(said), {"part": "心理护理分册"})


DESIGN = Design(
    "sanji_pocket",
    "narrow pocket book of nurses' basics: choices with A to E, statements and blanks; keys "
    "in rows at chapter end",
    _compose,
    wears=("photo", "flatbed"),
)
