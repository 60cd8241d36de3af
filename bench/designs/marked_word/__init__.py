"""Office print of a contest bank: answers in brackets, underlined words, watermark."""

import re

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

GAP = re.compile(r"[(（]\s*[)）]|_{2,}")

_part = own_parts(__file__)


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
