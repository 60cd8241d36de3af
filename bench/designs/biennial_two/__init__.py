"""Past papers of two years in two columns, answers after each year, choices as ranges."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    said = []
    for year in ("2022", "2023"):
        parts = [
            ("一、单项选择题", _part(year + "S")),
            ("二、多项选择题", _part(year + "M")),
            ("三、名词解释", _part(year + "T")),
            ("四、简答题", _part(year + "Q")),
            ("五、论述题", _part(year + "E")),
        ]
        title = f"{year}年攻读硕士学位研究生入学考试试题"
        said.append(chapter(title, ("GEE", "普通心理学"), parts, restart=False, explained=True))
    return Volume("心理学专业综合历年真题汇编", tuple(said))


DESIGN = Design(
    "biennial_two",
    "A4 in two columns, two years, each followed by its answers: ranges of letters, then reasons",
    _compose,
    wears=("copy", "flatbed"),
)
