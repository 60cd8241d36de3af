"""Textbook exercises of the eighties, letterpress: options (1) to (4), keys last."""

import tomllib
from pathlib import Path

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

TEXTS = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))


def _part(name: str) -> list[Question]:
    """The questions of a part of texts.toml."""
    found = []
    for at, row in enumerate(TEXTS["question"], 1):
        said = {"key": f"letterpress80-{at}", "options": (), **row}
        cells = tuple(tuple(line) for line in said.pop("table", ()))
        options = tuple(said.pop("options"))
        if said.pop("part") == name:
            found.append(Question(**said, options=options, table=cells))
    return found


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
