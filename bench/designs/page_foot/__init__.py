"""Pocket book of past papers: options run on, the answers of a page stand at its foot."""

from bench.designs.bank import Draw, Question
from bench.designs.model import Chapter, Design, Item, Volume, chapter

WIDTH = 27


def _lines(item: Item) -> int:
    run = sum(len(text) + 2.6 for text in item.options)
    return int(-(-(len(item.stem) + 3.5) // WIDTH) + -(-run // WIDTH))


def pages(chapters: tuple[Chapter, ...]) -> list[list[tuple[str, Item]]]:
    """(heading before it, item) by page: as many as surely fit."""
    found: list[list[tuple[str, Item]]] = []
    for said in chapters:
        room = 0
        for section in said.sections:
            heading = section.heading
            for item in section.items:
                need = _lines(item) + (2 if heading else 0)
                if room < need:
                    found.append([])
                    room = 26 if said.items[0] is not item else 24
                found[-1].append((heading, item))
                heading = ""
                room -= need
    return found


def _years(draw: Draw, count: int, form: str, subject: str) -> list[Question]:
    return draw.take(form, count, subject=subject, fit=lambda q: len(q.stem) < 90)


def _compose(draw: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            ("PCE", "心理咨询师三级"),
            [
                ("单项选择题", _years(draw, 16, "SCQ", "心理咨询师三级")),
                ("多项选择题", _years(draw, 7, "MAQ", "心理咨询师三级")),
            ],
            restart=False,
        )
        for title in ("2013年5月理论知识真题（节选）", "2014年11月理论知识真题（节选）")
    )
    return Volume("心理咨询师真题口袋书", chapters, {"pages": pages(chapters)})


DESIGN = Design(
    "page_foot",
    "32K pocket book: options in running text, each page's answers at its foot",
    _compose,
    wears=("photo", "flatbed", "copy"),
)
