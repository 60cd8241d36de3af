"""Four-colour course book: points in prose, questions in tinted boxes with their key at foot."""

import tomllib
from pathlib import Path

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

TEXTS = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))
_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    parts = [
        ("考点一　注意与感知觉", _part("一")),
        ("考点二　记忆与遗忘", _part("二")),
        ("考点三　思维与问题解决", _part("三")),
        ("考点四　学习的理论", _part("四")),
    ]
    said = chapter(
        "专题二　认知与学习", ("TQE", "中学教师心理学"), parts, restart=False, explained=True
    )
    prose = dict(zip((heading for heading, _ in parts), TEXTS["prose"], strict=True))
    return Volume("教师资格考试考点精讲", (said,), {"prose": prose})


DESIGN = Design(
    "colour_box",
    "colour print: prose points, questions in tinted boxes, answer and 名师点拨 at their foot",
    _compose,
    wears=("photo", "copy"),
)
