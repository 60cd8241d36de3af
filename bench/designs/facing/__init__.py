"""Spreads: questions on the left page, answers and reasons on the right page facing them."""

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Item, Volume, chapter


def _fit(q: Question) -> bool:
    return 12 < len(q.explanation) < 110 and len(q.stem) < 80


def _lines(item: Item) -> float:
    longest = max(len(text) for text in item.options) + 2
    rows = 1 if longest <= 6 else 2 if longest <= 13 else len(item.options)
    return -(-(len(item.stem) + 2) // 27) + rows + 0.3


def _spreads(items: list[Item]) -> list[list[Item]]:
    found: list[list[Item]] = [[]]
    room = 26.0
    for item in items:
        room -= _lines(item)
        if room < 0:
            found.append([])
            room = 28.0 - _lines(item)
        found[-1].append(item)
    return found


def _compose(draw: Draw) -> Volume:
    parts = [
        ("单项选择题", draw.take("SCQ", 22, subject="普通心理学", fit=_fit)),
        ("多项选择题", draw.take("MAQ", 6, subject="普通心理学", fit=_fit)),
    ]
    title = "第三讲　感知与记忆"
    said = chapter(title, ("GEE", "普通心理学"), parts, restart=False, explained=True)
    spreads = _spreads(said.items)[:4]
    kept = {item.id for group in spreads for item in group}
    cut = [type(s)(s.heading, tuple(i for i in s.items if i.id in kept)) for s in said.sections]
    whole = type(said)(said.title, said.exam, said.subject, tuple(s for s in cut if s.items))
    return Volume("心理学名师讲练", (whole,), {"spreads": spreads})


DESIGN = Design(
    "facing",
    "two pages on a scan: questions left, answers with reasons right, facing",
    _compose,
    wears=("photo", "flatbed", "copy"),
    spread=True,
)
