"""Self-study notes: stars and tags in the left margin, quick keys in a band below each section."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    title = "第六章　学习心理"
    parts = [
        ("考点一　学习理论", draw.take("SCQ", 14, subject="教育心理学")),
        ("考点二　学习动机", draw.take("MAQ", 10, subject="教育心理学")),
        ("考点三　学习迁移", draw.take("SCQ", 14, subject="教育心理学")),
    ]
    return Volume("教育心理学考点突破", (chapter(title, ("GEE", "教育心理学"), parts),))


DESIGN = Design(
    "starred",
    "stars and tags in the margin, 答案速查 below each section",
    _compose,
    wears=("copy", "photo+pencil"),
)
