"""Past papers of a graduate school, year by year, each paper followed by its reference answers."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts, own_texts

_part = own_parts(__file__)
TEXTS = own_texts(__file__)


def _compose(_: Draw) -> Volume:
    said = []
    for at, year in enumerate(("2021", "2022"), 1):
        names = ("单项选择题", "名词解释", "简答题", "论述题")
        parts = [(name, _part(f"{at}{k}")) for name, k in zip(names, "STJL", strict=True)]
        said.append(
            chapter(
                f"{year}年攻读硕士学位研究生入学考试试题",
                ("GEE", "普通心理学"),
                parts,
                restart=False,
            )
        )
    return Volume("心理学专业考研真题汇编", tuple(said))


DESIGN = Design(
    "year_paper",
    "graduate school papers by year: choices, terms, short answers and an essay; answers "
    "follow each paper",
    _compose,
    wears=("copy", "flatbed"),
)
