"""Lecture handout: prose, questions below it, a rail for notes, keys after each lecture."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts, own_texts

_part = own_parts(__file__)
TEXTS = own_texts(__file__)


def _compose(_: Draw) -> Volume:
    said = []
    for letter, title in (("A", "第三讲　记忆"), ("B", "第四讲　思维与想象")):
        parts = [
            ("课前热身·填空", _part(letter + "F")),
            ("真题在线·单选", _part(letter + "S")),
            ("真题在线·多选", _part(letter + "M")),
            ("课后思考·简答", _part(letter + "Q")),
        ]
        said.append(chapter(title, ("GEE", "普通心理学"), parts, restart=False, explained=True))
    return Volume("心理学统考精讲班讲义", tuple(said), {"notes": TEXTS["notes"]})


DESIGN = Design(
    "lecture_rail",
    "A4 handout, numbered prose before questions, empty rail at the right, keys per lecture",
    _compose,
    wears=("flatbed", "copy+pencil"),
)
