"""Slim recitation booklet: blanks, judgements to correct, two columns to join by lines; the key
of a lesson runs on in small print behind it.
"""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    said = tuple(
        chapter(
            title,
            ("GEE", "普通心理学"),
            [
                ("一、默写填空", _part(f"{at}T")),
                ("二、判断并改错", _part(f"{at}P")),
                ("三、连线", _part(f"{at}M")),
            ],
            restart=False,
            explained=True,
        )
        for at, title in ((1, "第3天　脑与感知觉"), (2, "第4天　记忆与思维"))
    )
    return Volume("普通心理学晨读默写本", said)


DESIGN = Design(
    "recite_blanks",
    "slim recitation booklet: blanks, judgements to correct, columns to join, key run on behind",
    _compose,
    wears=("photo", "flatbed"),
)
