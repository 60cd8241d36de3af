"""Eighties correspondence-course reader: 甲乙丙丁 options, 是非 as ＋ and －, keys by chapter."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _said(answer: str) -> str:
    words = {"√": "＋", "×": "－"}
    if answer in words:
        return words[answer]
    return (
        "".join("甲乙丙丁戊"["ABCDE".index(letter)] for letter in answer)
        if answer.isascii()
        else answer
    )


def _compose(_: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            ("GEE", "教育心理学"),
            [
                ("一、选择题（在正确的答案前打勾）", _part(f"{at}选")),
                ("二、是非题（正确的记“＋”，错误的记“－”）", _part(f"{at}是")),
                ("三、填充题", _part(f"{at}填")),
                ("四、名词解释", _part(f"{at}名")),
            ],
            say=_said,
        )
        for at, title in (
            (1, "第二章　学习的一般理论"),
            (2, "第三章　学习动机与迁移"),
            (3, "第四章　品德的学习"),
        )
    )
    return Volume("教育心理学函授复习题解", chapters)


DESIGN = Design(
    "old_jiayi",
    "1980s reader: options 甲、乙、丙、丁 two a line, ＋ and －, answers run on at the end",
    _compose,
    wears=("photo", "copy+bleed"),
)
