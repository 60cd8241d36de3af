"""University paper as set by LaTeX: two columns, points before each stem, solutions at the end."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    parts = [
        (
            "Ⅰ. 单项选择题",
            draw.take("SCQ", 36, subject="实验心理学", fit=lambda q: len(q.options) == 4),
        ),
        ("Ⅱ. 多项选择题", draw.take("MAQ", 12, subject="实验心理学")),
        ("Ⅲ. 填空题", draw.take("FILL", 8)),
        ("Ⅳ. 简答题", draw.take("QA:short", 3)),
    ]
    title = "实验心理学期末考试试题（A卷）"
    said = chapter(title, ("GEE", "实验心理学"), parts, restart=False)
    points = {"SCQ": "1.5分", "MAQ": "2分", "FILL": "1分", "QA": "6分"}
    return Volume(title, (said,), {"points": points})


DESIGN = Design(
    "latex_like",
    "paper set by Typst: two columns, points before the stems, key as a run-on list",
    _compose,
    wears=("copy", "photo", "flatbed"),
)
