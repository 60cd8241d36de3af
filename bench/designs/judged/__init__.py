"""Self-study paper: judgements with （ ） at the right edge, open questions with model answers."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _words(answer: str) -> str:
    return {"√": "正确", "×": "错误"}.get(answer, answer)


def _compose(draw: Draw) -> Volume:
    parts = [
        ("一、判断题（正确的填“正确”，错误的填“错误”。每小题1分，共20分）", draw.take("TF", 20)),
        ("二、单项选择题（每小题1分，共20分）", draw.take("SCQ", 20, subject="教育类发展心理学")),
        ("三、名词解释（每小题4分，共24分）", draw.take("QA:term", 6)),
        ("四、简答题（每小题6分，共24分）", draw.take("QA:short", 4, fit=lambda q: not q.case)),
        ("五、论述题（12分）", draw.take("QA:essay", 1)),
    ]
    title = "发展心理学自学考试模拟试题（四）"
    said = chapter(title, ("SSE", "教育类发展心理学"), parts, restart=False, say=_words)
    return Volume("自学考试模拟试题集", (said,))


DESIGN = Design(
    "judged",
    "A4 paper: judgements with brackets at the right edge, terms, short and long answers",
    _compose,
    wears=("copy", "photo", "flatbed+stamp"),
)
