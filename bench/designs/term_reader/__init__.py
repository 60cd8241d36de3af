"""Reciting book set by Typst: term：definition in one paragraph, answers straight after."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    def words(answer: str) -> str:
        return {"√": "正确", "×": "错误"}.get(answer, answer)

    chapters = tuple(
        chapter(
            title,
            ("SSE", "医学类心理学"),
            [
                ("名词解释", draw.take("QA:term", 9)),
                ("填空", draw.take("FILL", 6)),
                ("判断", draw.take("TF", 6)),
                (
                    "选择",
                    draw.take("SCQ", 7, subject="医学类心理学", fit=lambda q: len(q.stem) < 60),
                ),
                ("简答", draw.take("QA:short", 2, fit=lambda q: len(q.stem) < 45)),
            ],
            say=words,
        )
        for title in ("第二章　认知过程", "第三章　人格与适应")
    )
    return Volume("心理学背诵手册", chapters)


DESIGN = Design(
    "term_reader",
    "reciting book: term：definition in one paragraph, each answer at the line's end in brackets",
    _compose,
    wears=("copy+bleed", "photo"),
)
