"""Revision cards to be cut out: eight boxes on a page, answers on the page behind, mirrored."""

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    def short(q: Question) -> bool:
        return len(q.stem) < 70 and sum(len(o) for o in q.options) < 70 and len(q.explanation) < 110

    questions = [
        *draw.take("SCQ", 22, subject="社会心理学", fit=short),
        *draw.take("MAQ", 6, subject="社会心理学", fit=short),
        *draw.take("QA:term", 4),
    ]
    draw.dice.shuffle(questions)
    title = "社会心理学复习卡片"
    said = chapter(title, ("GEE", "社会心理学"), [("", questions)], explained=True)
    return Volume(title, (said,))


DESIGN = Design(
    "cards",
    "revision cards: eight boxes a page, answers and reasons in boxes on the page behind",
    _compose,
    wears=("flatbed", "photo+pencil", "copy"),
)
