"""Traditional characters: a unit to a page with a black bar of answers at its foot; reasons for
some of them on a last page.
"""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)
UNITS = (
    "單元一　行為取向的學習理論",
    "單元二　心理發展",
    "單元三　動機與歸因",
    "單元四　測驗與評量",
)


def _compose(_: Draw) -> Volume:
    said = tuple(
        chapter(
            title,
            ("TQE", "中学教师心理学"),
            [("選擇題", _part(f"{at}S"))],
            explained=True,
        )
        for at, title in enumerate(UNITS, 1)
    )
    return Volume("教師檢定教育心理學隨堂演練", said)


DESIGN = Design(
    "tw_answer_bar",
    "traditional script: a unit a page, options (Ａ) in a grid, a bar of answers at the foot; "
    "reasons for some on the last page",
    _compose,
    wears=("flatbed", "photo+pencil"),
)
