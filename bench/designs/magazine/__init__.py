"""Magazine: two columns of a test, and a sidebar with its own daily exercise on each page."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    title = "咨询师备考专栏"
    parts = [
        (
            "模拟自测",
            draw.take("SCQ", 34, subject="心理咨询师二级", fit=lambda q: len(q.options) == 4),
        ),
        ("能力提升", draw.take("MAQ", 10, subject="心理咨询师二级")),
        (
            "每日一练",
            draw.take(
                "SCQ",
                9,
                subject="心理咨询师三级",
                fit=lambda q: len(q.stem) < 45 and all(len(o) < 12 for o in q.options),
            ),
        ),
    ]
    said = chapter(title, ("PCE", "心理咨询师二级"), parts)
    return Volume("心理与生活", (said,))


DESIGN = Design(
    "magazine",
    "magazine: two columns and a grey sidebar with its own numbered questions and turned key",
    _compose,
    wears=("photo", "flatbed+bleed", "copy"),
)
