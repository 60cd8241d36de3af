"""Unit tests on 16mo pages; one matrix at the back: a row per unit, a column per number."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title, ("TQE", "中学教师心理学"), [("", draw.take("SCQ", 12, subject="中学教师心理学"))]
        )
        for title in ("单元测试一", "单元测试二", "单元测试三", "单元测试四")
    )
    return Volume("心理学单元测试", chapters)


DESIGN = Design(
    "matrix_key",
    "unit tests, key as a matrix of units and numbers",
    _compose,
    wears=("copy", "photo"),
)
