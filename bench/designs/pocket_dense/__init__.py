"""Pocket book, dense: options run on, key 〔　〕 after the last option, short sections."""

import tomllib
from pathlib import Path

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

TEXTS = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))


def _part(name: str) -> list[Question]:
    """The questions of a part of texts.toml."""
    found = []
    for at, row in enumerate(TEXTS["question"], 1):
        said = {"key": f"pocket_dense-{at}", "options": (), **row}
        cells = tuple(tuple(line) for line in said.pop("table", ()))
        options = tuple(said.pop("options"))
        if said.pop("part") == name:
            found.append(Question(**said, options=options, table=cells))
    return found


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
