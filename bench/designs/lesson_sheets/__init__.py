"""Lesson sheets: brackets at the end of dotted leaders, tiny condensed keys in four columns."""

import re
from dataclasses import replace

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

TAIL = re.compile(r"[(（]\s*[)）]\s*[。？?]?$")
NAMES = (
    ("第1课时　心理学是什么", "小学教师心理学"),
    ("第2课时　感知与注意", "小学教师心理学"),
    ("第3课时　记忆与思维", "中学教师心理学"),
    ("第4课时　情绪与意志", "中学教师心理学"),
)


def _ends(q: Question) -> bool:
    return (
        bool(TAIL.search(q.stem))
        and len(q.options) == 4
        and len(q.stem) < 60
        and not re.search(r"[#*$]", q.stem + "".join(q.options))
    )


def _set(questions: list[Question]) -> list[Question]:
    return [replace(q, stem=TAIL.sub("", q.stem) + "（　　）") for q in questions]


def _compose(draw: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            ("TQE", subject),
            [
                (
                    "基础过关",
                    [*draw.take("FILL", 3), *_set(draw.take("SCQ", 5, subject=subject, fit=_ends))],
                ),
                (
                    "能力提升",
                    [*draw.take("TF", 3), *_set(draw.take("MAQ", 2, subject=subject, fit=_ends))],
                ),
                (
                    "拓展探究",
                    draw.take(
                        "QA:short",
                        1,
                        subject=subject,
                        fit=lambda q: len(q.answer) < 200 and len(q.stem) < 58,
                    ),
                ),
            ],
            restart=False,
        )
        for title, subject in NAMES
    )
    return Volume("心理学基础同步作业本", chapters)


DESIGN = Design(
    "lesson_sheets",
    "lesson sheets: bracket after dotted leaders, lines to write on, condensed keys in columns",
    _compose,
    wears=("copy+pencil", "photo+pencil"),
)
