"""Workbook of lessons, one to a page; the key stands upside down at the foot of its page."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts, own_texts

_part = own_parts(__file__)
TEXTS = own_texts(__file__)


def _compose(_: Draw) -> Volume:
    said = []
    for at, title in enumerate(TEXTS["lessons"], 1):
        parts = [
            ("选一选", _part(f"{at}S")),
            ("填一填", _part(f"{at}F")),
            ("配一配", _part(f"{at}M")),
        ]
        parts = [(heading, questions) for heading, questions in parts if questions]
        said.append(chapter(title, ("SSE", "教育类教育心理学"), parts, restart=False))
    return Volume("教育心理学课时作业本", tuple(said))


DESIGN = Design(
    "upturned_key",
    "one lesson to a page of a workbook, its key turned upside down at the foot of the page",
    _compose,
    wears=("flatbed", "copy+pencil"),
)
