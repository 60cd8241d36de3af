"""Exercises of a counsellor's textbook: a section on each page, its key at the page's foot."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts, own_texts

_part = own_parts(__file__)
TEXTS = own_texts(__file__)


def _compose(_: Draw) -> Volume:
    said = []
    for at, title in enumerate(("心理发展", "社会认知与交往", "异常心理的判断", "心理测验"), 1):
        parts = [("单项选择题", _part(f"{at}S")), ("多项选择题", _part(f"{at}M"))]
        said.append(chapter(title, ("PCE", "心理咨询师三级"), parts, restart=False))
    return Volume("心理咨询师（三级）教材配套习题", tuple(said))


DESIGN = Design(
    "page_key",
    "textbook exercises with a blue second colour: a section on each page, its key under a "
    "rule at the page's foot",
    _compose,
    wears=("flatbed", "photo"),
)
