"""Counsellor's certificate paper: numbers from 26 and 86, options （A）, key in rows of ten."""

import re
from dataclasses import replace

from bench.designs.bank import Draw, Question
from bench.designs.model import Chapter, Design, Section, Volume, chapter


def _from(said: Chapter, starts: tuple[int, ...]) -> Chapter:
    """The chapter with each section's numbers beginning anew."""
    sections = tuple(
        Section(
            s.heading, tuple(replace(i, number=str(start + at)) for at, i in enumerate(s.items))
        )
        for s, start in zip(said.sections, starts, strict=True)
    )
    return replace(said, sections=sections)


def _compose(draw: Draw) -> Volume:
    place = ("PCE", "心理咨询师三级")

    def four(q: Question) -> bool:
        told = re.search(r"以上|本案例|该求助者|这段|对话|上述|丈夫", q.stem)
        return len(q.options) == 4 and len(q.stem) < 80 and not told

    theory = chapter(
        "第一部分　理论知识",
        place,
        [
            (
                "一、单项选择题（26～55题，每题1分。每小题只有一个最恰当的答案）",
                draw.take("SCQ", 30, subject=place[1], fit=four),
            ),
            (
                "二、多项选择题（86～95题，每题1分。每题有两个或两个以上正确答案）",
                draw.take("MAQ", 10, subject=place[1], fit=four),
            ),
        ],
    )
    cases = [[q for q in g if q.format != "QA"] for g in draw.cases(3, least=4, longest=330)]
    skill = chapter(
        "第二部分　专业能力",
        place,
        [("案例选择题（每题有一个或多个答案正确，每题1分）", [q for g in cases for q in g])],
    )
    return Volume("心理咨询师国家职业资格考试真题精选（三级）", (_from(theory, (26, 86)), skill))


DESIGN = Design(
    "pce_level",
    "certificate paper: numbers from 26 and 86, options （A）, key table in rows of ten and five",
    _compose,
    wears=("copy", "photo+stamp"),
)
