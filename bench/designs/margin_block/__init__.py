"""Drill book: groups of six, each with its key as a small block in the outer margin."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    lay = lambda q: len(q.options) == 4 and len(q.stem) < 70 and max(map(len, q.options)) < 17  # noqa: E731

    def words(answer: str) -> str:
        return {"√": "对", "×": "错"}.get(answer, answer)

    parts = [
        ("单项选择", draw.take("SCQ", 30, subject="心理统计与测量", fit=lay)),
        ("多项选择", draw.take("MAQ", 10, subject="心理统计与测量", fit=lay)),
        ("判断对错", draw.take("TF", 10)),
    ]
    title = "模块三　统计、测量与实验"
    said = chapter(title, ("GEE", "心理统计与测量"), parts, restart=False, say=words)
    return Volume("心理学基础过关2000题", (said,))


DESIGN = Design(
    "margin_block",
    "groups of five, the key of each group as a small block in the outer margin",
    _compose,
    wears=("copy", "photo"),
)
