"""Figures with captions below and beside questions, tables in stems, underlined blanks."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    below = draw.drawn("muller", "forgetting", "normal", "neuron")
    beside = draw.drawn("arousal", "scatter", "kanizsa")
    plain = draw.take("SCQ", 12, subject="普通心理学")
    tables = draw.tabled(3)
    mixed = [
        *plain[:3], below[0], plain[3], beside[0], *plain[4:6], tables[0], below[1],
        *plain[6:8], beside[1], below[2], plain[8], tables[1], beside[2], *plain[9:], below[3],
        tables[2],
    ]  # fmt: skip
    parts = [
        ("一、选择题", mixed),
        ("二、填空题", draw.take("FILL", 14)),
        ("三、名词解释", draw.take("QA:term", 3)),
    ]
    title = "第二单元　图表与实验"
    said = chapter(title, ("GEE", "普通心理学"), parts, restart=False)
    return Volume("普通心理学学习指导", (said,))


DESIGN = Design(
    "figured",
    "figures inside and beside questions, tables in stems, underlined blanks, key at the end",
    _compose,
    wears=("photo", "flatbed+stamp", "copy"),
)
