"""Textbook exercises numbered 2-1, 2-2; options (A); the key as ruled pairs 2-1 | B."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            ("GEE", subject),
            [
                ("选择题", draw.take("SCQ", 15, subject=subject)),
                ("多选题", draw.take("MAQ", 5, subject=subject)),
            ],
            restart=False,
            number=f"{at}-{{}}",
        )
        for at, (title, subject) in enumerate(
            (("第2章　心理实验的方法", "实验心理学"), ("第3章　人格的理论", "人格心理学")), 2
        )
    )
    return Volume("心理学教程习题", chapters)


DESIGN = Design(
    "chapter_numbers",
    "numbers 2-1, options (A), key in ruled pairs",
    _compose,
    wears=("photo", "copy"),
)
