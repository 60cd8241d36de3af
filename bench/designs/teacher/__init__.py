"""Teacher's edition: answers overprinted in red on blanks, in brackets and behind questions."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter


def _compose(draw: Draw) -> Volume:
    parts = [
        ("一、填空", draw.take("FILL", 14)),
        ("二、判断（对的画√，错的画×）", draw.take("TF", 14)),
        (
            "三、选择（把正确答案的序号写在横线上）",
            draw.take("SCQ", 22, subject="小学教师心理学", fit=lambda q: len(q.options) == 4),
        ),
        ("四、解释概念", draw.take("QA:term", 3)),
        ("五、问答", draw.take("QA:short", 2)),
    ]
    title = "第五课　学习心理"
    said = chapter(title, ("TQE", "小学教师心理学"), parts)
    return Volume("中等师范学校心理学练习册（教师用书）", (said,))


DESIGN = Design(
    "teacher",
    "teacher's edition: answers in red over blanks, in brackets and below the questions",
    _compose,
    wears=("flatbed", "photo", "copy"),
)
