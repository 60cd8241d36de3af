"""A civil-service paper of Taiwan: essays, then choices, and a table of standard answers."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    parts = [("甲、申論題部分", _part("E")), ("乙、測驗題部分", _part("S"))]
    title = "普通心理學概要"
    said = chapter(title, ("SSE", "教育类教育心理学"), parts)
    return Volume("社會行政類科歷屆試題暨解答", (said,), {"codes": "3402"})


DESIGN = Design(
    "civil_sheet",
    "traditional characters, A4: essays before 24 choices, standard answers in a table",
    _compose,
    wears=("copy", "photo"),
)
