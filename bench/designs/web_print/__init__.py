"""A web page printed by a browser: date and address on each page, buttons and counters between."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    parts = [
        (
            "单选题",
            draw.take(
                "SCQ", 24, subject="高等学校教师心理学", fit=lambda q: len(q.explanation) < 130
            ),
        ),
        (
            "多选题",
            draw.take("MAQ", 8, subject="中学教师心理学", fit=lambda q: len(q.explanation) < 130),
        ),
    ]
    title = "高校教师资格考试《高等教育心理学》在线练习"
    said = chapter(title, ("TQE", "高等学校教师心理学"), parts, restart=False, explained=True)
    return Volume(title, (said,))


DESIGN = Design(
    "web_print",
    "web page printed on A4: address lines, buttons, counters, answer after each question",
    _compose,
    wears=("copy", "flatbed+pencil", "photo"),
)
