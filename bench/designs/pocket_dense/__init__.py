"""Pocket book, dense: options run on, key 〔　〕 after the last option, short sections."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            ("TQE", "小学教师心理学"),
            [
                ("选择", _part(f"{at}选")),
                ("判断", _part(f"{at}判")),
                ("填空", _part(f"{at}填")),
                ("简答", _part(f"{at}简")),
            ],
            restart=False,
        )
        for at, title in ((1, "7　小学生认知发展"), (2, "8　小学生情感与个性"))
    )
    return Volume("口袋书·小学教育心理必背", chapters)


DESIGN = Design(
    "pocket_dense",
    "pocket book in 8 pt: everything run on, key in 〔　〕 after the last option and after blanks",
    _compose,
    wears=("photo", "copy"),
)
