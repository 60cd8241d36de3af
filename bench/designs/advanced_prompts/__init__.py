"""A question book for senior medical titles: choices and indefinite cases, keys after chapters."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    chapters = []
    for title, one, many, cases in (
        ("第四章　心境障碍与焦虑障碍", "S1", "M1", ("C1", "C2")),
        ("第五章　应激相关障碍及其他", "S2", "M2", ("C3",)),
    ):
        parts = [("一、单选题", _part(one)), ("二、多选题", _part(many))]
        names = "一二三"
        parts += [(f"案例{names[at]}", _part(case)) for at, case in enumerate(cases)]
        chapters.append(chapter(title, ("PCE", "心理咨询师二级"), parts, explained=True))
    return Volume("临床心理专业高级职称考试习题集", tuple(chapters))


DESIGN = Design(
    "advanced_prompts",
    "senior title question book: choices, cases asked in steps with up to eight options",
    _compose,
    wears=("photo", "flatbed", "copy"),
)
