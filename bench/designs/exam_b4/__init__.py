"""B4 examination sheets to be folded: binding margin at the left, two columns, each with a foot."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    cases = [q for group in draw.cases(2, least=3, longest=520) for q in group]
    said = chapter(
        "教师资格考试《心理学》试题",
        ("TQE", "中学教师心理学"),
        [
            (
                "一、单项选择题（本大题共40小题，每小题1分，共40分）",
                draw.take("SCQ", 40, subject="中学教师心理学", fit=lambda q: len(q.options) == 4),
            ),
            (
                "二、多项选择题（本大题共12小题，每小题2分，共24分）",
                draw.take("MAQ", 12, subject="中学教师心理学"),
            ),
            (
                "三、判断题（本大题共10小题，每小题1分，共10分。对的打√，错的打×）",
                draw.take("TF", 10),
            ),
            ("四、案例分析题（本大题共2小题，共26分）", cases),
        ],
        restart=False,
    )
    return Volume("教师资格考试《心理学》试题", (said,))


DESIGN = Design(
    "exam_b4",
    "B4 paper with binding margin, two columns over the fold, key as ten-column tables",
    _compose,
    wears=("copy+bleed", "flatbed", "photo"),
)
