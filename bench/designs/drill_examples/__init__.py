"""Special drills: topics with notes, 例1 with answer and reason, drills with keys at the end."""

from dataclasses import replace

from bench.designs.bank import Draw, Question
from bench.designs.model import Chapter, Design, Section, Volume, chapter

TOPICS = (
    (
        "考点1　教师与学生心理",
        "学生心理发展有连续性与阶段性、定向性与顺序性、不平衡性、差异性四个特征。教学应当适应并促进学生的心理发展。",
    ),
    (
        "考点2　学习的理论",
        "学习是由经验引起的行为或行为潜能的比较持久的变化。联结理论看重刺激与反应，认知理论看重认知结构的获得。",
    ),
    (
        "考点3　动机与迁移",
        "学习动机有激发、指向和维持的作用。迁移按性质分为正迁移与负迁移，按方向分为顺向迁移与逆向迁移。",
    ),
)


def _fit(q: Question) -> bool:
    return (
        14 < len(q.explanation) < 95
        and q.explanation[-1] == "。"
        and q.explanation[0].isalnum()
        and len(q.options) == 4
    )


def _short(q: Question) -> bool:
    return len(q.options) == 4 and len(q.stem) < 75


def _numbered(said: Chapter) -> Chapter:
    counts = {"典型例题": 0, "变式训练": 0}
    sections = []
    for s in said.sections:
        items = []
        for i in s.items:
            counts[s.heading] += 1
            mark = "例" if s.heading == "典型例题" else ""
            why = i.explanation if mark else ""
            items.append(replace(i, number=f"{mark}{counts[s.heading]}", explanation=why))
        sections.append(Section(s.heading, tuple(items)))
    return replace(said, sections=tuple(sections))


def _compose(draw: Draw) -> Volume:
    subject = "高等学校教师心理学"
    parts = []
    for _ in TOPICS:
        parts.append(
            (
                "典型例题",
                [
                    *draw.take("SCQ", 2, subject=subject, fit=_fit),
                    *draw.take("MAQ", 1, subject="普通心理学", fit=_fit),
                ],
            )
        )
        parts.append(
            (
                "变式训练",
                [
                    *draw.take("SCQ", 7, subject=subject, fit=_short),
                    *draw.take("MAQ", 2, subject="中学教师心理学", fit=_short),
                    *draw.take("TF", 2),
                ],
            )
        )
    title = "专题二　学习与教学心理"
    said = chapter(title, ("TQE", subject), parts, explained=True)
    return Volume("教师招聘考试专项突破·教育心理学", (_numbered(said),), {"topics": TOPICS})


DESIGN = Design(
    "drill_examples",
    "special drills: note boxes, 例1 with answer and reason, own drills with a four-column key",
    _compose,
    wears=("copy", "photo+pencil"),
)
