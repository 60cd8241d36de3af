"""A4 course book: each question's answer and reason in a shaded box below it."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    def fit(length: int) -> bool:
        return 15 < length < 150

    parts = [
        (
            "【单项选择题】",
            draw.take(
                "SCQ", 26, subject="教育类发展与教育心理学", fit=lambda q: fit(len(q.explanation))
            ),
        ),
        (
            "【多项选择题】",
            draw.take("MAQ", 8, subject="中学教师心理学", fit=lambda q: fit(len(q.explanation))),
        ),
        ("【简答题】", draw.take("QA:short", 2)),
    ]
    said = chapter(
        "第四节　学习与发展",
        ("SSE", "教育类发展与教育心理学"),
        parts,
        restart=False,
        number="例{}",
        explained=True,
    )
    return Volume("自学考试一本通　发展与教育心理学", (said,))


DESIGN = Design(
    "explained",
    "course book: answer and reason in a shaded box after each question",
    _compose,
    wears=("flatbed", "photo", "copy"),
)
