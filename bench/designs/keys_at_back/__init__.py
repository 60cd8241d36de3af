"""B5 exercises by chapter; all keys at the back, in five unruled columns read downwards."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            ("GEE", subject),
            [
                ("【单项选择】", draw.take("SCQ", 17, subject=subject)),
                ("【多项选择】", draw.take("MAQ", 8, subject=subject)),
            ],
        )
        for title, subject in (
            ("第三章　记忆", "普通心理学"),
            ("第四章　测验与评价", "心理统计与测量"),
            ("第五章　团体行为", "社会心理学"),
        )
    )
    return Volume("心理学题解", chapters)


DESIGN = Design(
    "keys_at_back",
    "exercises by chapter, keys in unruled columns at the back",
    _compose,
    wears=("photo", "copy"),
)
