"""Case book: cases in ruled boxes, indefinite questions, the key with reasons at the back."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    cases = draw.cases(4, least=3, longest=700)
    parts = [
        (f"案例{'一二三四'[at]}", [q for q in group if q.format != "QA"])
        for at, group in enumerate(cases)
    ]
    alone = draw.take(
        "SCQ", 10, subject="心理咨询师二级", fit=lambda q: 0 < len(q.explanation) < 120
    )
    chapters = (
        chapter("第一章　案例问答", ("PCE", "心理咨询师二级"), parts[:2], explained=True),
        chapter("第二章　案例问答提高", ("PCE", "心理咨询师二级"), parts[2:], explained=True),
        chapter(
            "第三章　理论知识自测",
            ("PCE", "心理咨询师二级"),
            [("单项选择题", alone)],
            explained=True,
        ),
    )
    return Volume("心理咨询案例题解", chapters)


DESIGN = Design(
    "casebook",
    "16K case book, boxed cases, key with reasons at the book's end by chapter",
    _compose,
    wears=("photo", "flatbed", "copy"),
)
