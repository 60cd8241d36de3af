"""Old textbook on spreads: vertical headings in a box, keys like 1、（A）."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _signs(answer: str) -> str:
    return {"√": "＋", "×": "－"}.get(answer, answer)


def _compose(draw: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            (exam, subject),
            [
                (
                    "甲、选择题",
                    draw.take("SCQ", 14, subject=subject, fit=lambda q: len(q.stem) < 70),
                ),
                ("乙、是非题", draw.take("TF", 7)),
                ("丙、问答题", draw.take("QA:short", 2, subject=subject)),
            ],
            say=_signs,
        )
        for title, exam, subject in (
            ("第七章　能力与测量", "GEE", "心理统计与测量"),
            ("第八章　人格心理", "GEE", "人格心理学"),
        )
    )
    return Volume("心理学习题集", chapters)


DESIGN = Design(
    "oldbook",
    "old textbook, two pages on a scan: vertical headings, keys after each chapter",
    _compose,
    wears=("photo+stamp", "flatbed+stamp", "copy"),
    spread=True,
)
