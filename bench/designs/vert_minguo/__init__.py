"""Old vertical pages: traditional characters, Chinese numbers, keys on the last page."""

from dataclasses import replace

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)
NUMBERS = (*"一二三四五六七八九十", *(f"十{n}" for n in "一二三四五六七八九"), "二十")


def _say(answer: str) -> str:
    """The letters of choices as heavenly stems; right and wrong in words."""
    return {"√": "是", "×": "非"}.get(answer) or "".join(
        "甲乙丙丁"["ABCD".index(a)] for a in answer
    )


def _compose(_: Draw) -> Volume:
    parts = [("選擇題", _part("S")), ("是非題", _part("J")), ("問答題", _part("Q"))]
    said = chapter("心理學測驗題", ("SSE", "教育类教育心理学"), parts, say=_say)
    sections = tuple(
        replace(s, items=tuple(replace(i, number=NUMBERS[int(i.number) - 1]) for i in s.items))
        for s in said.sections
    )
    return Volume("師範學校心理學問答", (replace(said, sections=sections),))


DESIGN = Design(
    "vert_minguo",
    "vertical lines from the right, ruled frame, choices as heavenly stems, keys on the last page",
    _compose,
    wears=("flatbed", "copy"),
)
