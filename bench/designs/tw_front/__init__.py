"""Past questions of Taiwan with the answer before the number and a tinted explanation below."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts, own_texts

_part = own_parts(__file__)
TEXTS = own_texts(__file__)


def _compose(_: Draw) -> Volume:
    parts = [("一、單一選擇題", _part("S")), ("二、複選題", _part("M"))]
    said = chapter(
        "學習、記憶與動機", ("SSE", "教育类教育心理学"), parts, restart=False, explained=True
    )
    return Volume("心理學歷屆試題精解", (said,))


DESIGN = Design(
    "tw_front",
    "traditional characters: the answer in a bracket before each number, tinted explanation "
    "below each question",
    _compose,
    wears=("flatbed", "copy"),
)
