"""Counselling workbook in traditional script: 是非 ○×, 選擇 (1)–(4), 配合, keys per chapter."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _said(answer: str) -> str:
    marks = {"√": "○", "×": "×"}
    return marks[answer] if answer in marks else str("ABCDE".index(answer) + 1)


def _compose(_: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            ("PCE", "心理咨询师三级"),
            [
                ("壹、是非題", _part(f"{at}是")),
                ("貳、選擇題", _part(f"{at}選")),
                ("參、解釋名詞", _part(f"{at}釋")),
            ],
            say=_said,
        )
        for at, title in ((1, "第二章　諮商的基本概念"), (2, "第三章　諮商的理論"))
    )
    return Volume("諮商與輔導概要", chapters)


DESIGN = Design(
    "fanti_counsel",
    "traditional script: 壹、是非題 ○×, options (1) to (4), 自我評量解答 in ruled columns",
    _compose,
    wears=("copy", "photo+stamp"),
)
