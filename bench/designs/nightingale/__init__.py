"""Licence drill for nurses: psychiatry by chapter, types A1 to B1, key and hints after each."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)

HEADS = ("A1型题", "A2型题", "A3/A4型题", "B1型题")


def _compose(_: Draw) -> Volume:
    said = tuple(
        chapter(
            title,
            ("SSE", "医学类医学心理学"),
            [(head, _part(f"{at}{head[:2]}")) for head in HEADS],
            restart=False,
            explained=True,
        )
        for at, title in (
            (1, "第一节　精神障碍症状学"),
            (2, "第二节　心境障碍与神经症病人的护理"),
        )
    )
    return Volume("护士执业资格考试同步精练", said)


DESIGN = Design(
    "nightingale",
    "nurses' licence drill, types A1 to B1 in two columns, key and hints after each section",
    _compose,
    wears=("copy", "photo", "flatbed"),
)
