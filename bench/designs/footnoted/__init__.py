"""Reader with exercises: the answer of each question is a footnote of its page."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            (exam, subject),
            [
                ("选择题", draw.take("SCQ", 18, subject=subject)),
                ("多选题", draw.take("MAQ", 6, subject=subject)),
                ("名词解释", draw.take("QA:term", 2)),
            ],
            restart=False,
        )
        for title, exam, subject in (
            ("第二讲　小学生心理", "TQE", "小学教师心理学"),
            ("第三讲　大学教学心理", "TQE", "高等学校教师心理学"),
        )
    )
    return Volume("教师心理素养读本", chapters)


DESIGN = Design(
    "footnoted",
    "reader set by Typst: answers as numbered footnotes of the page",
    _compose,
    wears=("photo", "flatbed", "copy"),
)
