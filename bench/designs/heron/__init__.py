"""Question bank for teacher recruitment: chapters of drill, keys with reasons behind each."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)

HEADS = (("单项选择题", "单"), ("多项选择题", "多"), ("判断题", "判"), ("简答题", "简"))
NEWS = {
    "第四章　学习动机": (
        "本章在各地教师招聘考试中年均2～4题，题型以客观题为主。重点"
        "掌握成就动机理论、归因理论与自我效能感理论。"
    ),
    "第五章　学习迁移与学习策略": (
        "本章在各地教师招聘考试中年均3～5题，迁移的种类与学习策略的"
        "辨别是命题的热点，常以教学实例的形式出现。"
    ),
}


def _compose(_: Draw) -> Volume:
    said = tuple(
        chapter(
            title,
            ("TQE", "小学教师心理学"),
            [(head, _part(f"{at}{part}")) for head, part in HEADS],
            explained=True,
        )
        for at, title in zip((4, 5), NEWS, strict=True)
    )
    return Volume("教师招聘考试必刷题库　教育心理学（小学）", said, {"news": NEWS})


DESIGN = Design(
    "heron",
    "question bank for teacher recruitment, chapters of drill with the keys behind each",
    _compose,
    wears=("copy", "flatbed", "photo"),
)
