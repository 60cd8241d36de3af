"""Office print of a contest bank: answers in brackets, underlined words, watermark."""

import re
import tomllib
from pathlib import Path

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

GAP = re.compile(r"[(（]\s*[)）]|_{2,}")

TEXTS = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))


def _part(name: str) -> list[Question]:
    """The questions of a part of texts.toml."""
    found = []
    for at, row in enumerate(TEXTS["question"], 1):
        said = {"key": f"marked_word-{at}", "options": (), **row}
        cells = tuple(tuple(line) for line in said.pop("table", ()))
        options = tuple(said.pop("options"))
        if said.pop("part") == name:
            found.append(Question(**said, options=options, table=cells))
    return found


def _compose(_: Draw) -> Volume:
    parts = [
        ("一、判断题（共8题）", _part("判断")),
        ("二、单选题（共10题）", _part("单选")),
        ("三、多选题（共4题）", _part("多选")),
        ("四、填空题（共4题）", _part("填空")),
    ]
    title = "教师职业道德与教育法规竞赛题库"
    said = chapter(title, ("TQE", "中学教师心理学"), parts)
    filled = {item.id: GAP.split(item.stem) for item in said.items}
    return Volume(title, (said,), {"parts": filled})


DESIGN = Design(
    "marked_word",
    "office print: answers in the brackets and on underlined blanks, （√） at line ends, watermark",
    _compose,
    wears=("copy+stamp", "photo"),
)
