"""Taiwan civil service question bank: traditional, the answer in brackets before the number."""

from dataclasses import replace

import opencc

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

TURN = opencc.OpenCC("s2tw")


def _tw(text: str) -> str:
    turned: str = TURN.convert(text)
    return turned.replace("“", "「").replace("”", "」").replace("‘", "『").replace("’", "』")


def _turned(q: Question, most: int = 130) -> Question:
    why = q.explanation if 12 < len(q.explanation) < most and q.explanation[-1] == "。" else ""
    options = [_tw(text) for text in q.options]
    if options:
        options[-1] += "。"  # a question ends with a stop, as these books print it
    return replace(
        q,
        stem=_tw(q.stem),
        options=tuple(options),
        answer=_tw(q.answer),
        explanation=_tw(why),
    )


def _some(draw: Draw, form: str, count: int, subject: str) -> list[Question]:
    fit = lambda q: len(q.options) == 4 or not q.options  # noqa: E731
    return [_turned(q) for q in draw.take(form, count, subject=subject, fit=fit)]


def _compose(draw: Draw) -> Volume:
    chapters = tuple(
        chapter(
            title,
            ("GEE", subject),
            [
                ("一、單一選擇題", _some(draw, "SCQ", 20, subject)),
                ("二、複選題", _some(draw, "MAQ", 4, subject)),
                ("三、申論題", _some(draw, "QA:short", 1, subject)),
            ],
            explained=True,
        )
        for title, subject in (
            ("第三章　感覺與知覺", "普通心理学"),
            ("第四章　發展歷程", "发展心理学"),
        )
    )
    return Volume("心理學測驗題庫（高普考．地方特考）", chapters)


DESIGN = Design(
    "tw_bank",
    "Taiwan bank: （B）1. before the stem, (A)(B)(C)(D) run on, small notes below",
    _compose,
    wears=("copy+pencil", "photo"),
)
