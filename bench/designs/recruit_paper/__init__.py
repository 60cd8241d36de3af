"""Teacher recruitment paper: two columns, judgements answered A or B, cases, 【答案】B。解析."""

from dataclasses import replace

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter


def _good(text: str) -> bool:
    return 12 < len(text) < 110 and text[-1] == "。"


def _why(questions: list[Question]) -> list[Question]:
    return [q if _good(q.explanation) else replace(q, explanation="") for q in questions]


def _short(q: Question) -> bool:
    return len(q.options) == 4 and len(q.stem) < 90


def _compose(draw: Draw) -> Volume:
    cases = [[q for q in g if q.format != "QA"] for g in draw.cases(2, least=4, longest=330)]
    parts = [
        (
            "一、判断题（正确的涂“A”，错误的涂“B”，每小题0.5分，共5分）",
            draw.take("TF", 10),
        ),
        (
            "二、单项选择题（每小题1分，共22分。在每小题给出的四个选项中，只有一项是符合题目要求的）",
            _why(draw.take("SCQ", 22, subject="高等学校教师心理学", fit=_short)),
        ),
        (
            "三、多项选择题（每小题1.5分，共9分。错选、少选、多选均不得分）",
            _why(draw.take("MAQ", 6, subject="小学教师心理学", fit=_short)),
        ),
        (
            "四、案例分析题（不定项选择，每小题2分，共16分）",
            _why([q for g in cases for q in g]),
        ),
    ]
    title = "2019年教师公开招聘考试真题汇编（二）"
    said = chapter(
        title, ("TQE", "小学教师心理学"), parts, restart=False, explained=True, say=_said
    )
    return Volume("教师招聘考试历年真题汇编详解试卷·教育心理学", (said,))


def _said(answer: str) -> str:
    return {"√": "A", "×": "B"}.get(answer, answer)


DESIGN = Design(
    "recruit_paper",
    "A4 paper in two columns, judgements answered A/B, cases, 【答案】B。解析： run on at the end",
    _compose,
    wears=("copy+stamp", "photo"),
)
