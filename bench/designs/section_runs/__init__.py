"""Self-study examination paper: a key of runs by section on a page of its own."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    title = "高等教育自学考试发展与教育心理学试题"
    parts = [
        (
            "一、单项选择题（本大题共30小题，每小题1分，共30分）在每小题列出的四个备选项中只有一个是符合题目要求的，请将其代码填写在题后的括号内。",
            draw.take(
                "SCQ", 30, subject="教育类发展与教育心理学", fit=lambda q: len(q.options) == 4
            ),
        ),
        ("二、多项选择题（本大题共5小题，每小题2分，共10分）", draw.take("MAQ", 5)),
        ("三、名词解释题（本大题共4小题，每小题3分，共12分）", draw.take("QA:term", 4)),
        ("四、简答题（本大题共4小题，每小题6分，共24分）", draw.take("QA:short", 4)),
    ]
    return Volume(title, (chapter(title, ("SSE", "教育类发展与教育心理学"), parts, restart=False),))


DESIGN = Design(
    "section_runs",
    "self-study paper, key of runs 1—5 on a page of its own",
    _compose,
    wears=("copy+bleed", "photo"),
)
