"""Cases in two columns: material beside a bar, sub-questions (1) (2), a key by case at the end."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    cases = draw.cases(9, least=2, longest=650)
    parts = [
        (f"案例分析题{'一二三四五六七八九'[at]}", [q for q in group if q.format != "QA"])
        for at, group in enumerate(cases)
    ]
    parts = [(heading, group) for heading, group in parts if group]
    title = "第六篇　技能操作案例集训"
    said = chapter(title, ("PCE", "心理咨询师二级"), parts, number="（{}）")
    return Volume("心理咨询师技能操作集训", (said,))


DESIGN = Design(
    "dual_case",
    "two-column cases with a bar beside the material, numbered sub-questions, key by case",
    _compose,
    wears=("photo", "copy+pencil", "flatbed"),
)
