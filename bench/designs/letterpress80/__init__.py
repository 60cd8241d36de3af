"""Textbook exercises of the eighties, letterpress: options (1) to (4), keys last."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _said(answer: str) -> str:
    words = {"√": "对", "×": "不对"}
    return words[answer] if answer in words else f"({'ABCDEFGH'.index(answer) + 1})"


def _compose(_: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            ("SSE", "医学类心理学导论"),
            [
                ("一、选择（把正确答案的号码填在括号里）", _part(f"{at}选")),
                ("二、判断（对的在括号里写“对”，不对的写“不对”）", _part(f"{at}判")),
                ("三、填充", _part(f"{at}填")),
            ],
            say=_said,
        )
        for at, title in ((1, "第三章　感觉和知觉"), (2, "第四章　记忆"), (3, "第五章　思维和想象"))
    )
    return Volume("心理学自学辅导", chapters)


DESIGN = Design(
    "letterpress80",
    "1980s letterpress: options (1) to (4) run on, 填充 and 判断, keys of all chapters at the end",
    _compose,
    wears=("photo+stamp", "copy+bleed"),
)
