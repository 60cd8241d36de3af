"""Stencilled test paper of a training school in blue ink: options a. to d. run on, judgements
answered ＋ and －, answers behind.
"""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _say(answer: str) -> str:
    return {"√": "＋", "×": "－"}.get(answer, answer.lower())


def _compose(_: Draw) -> Volume:
    parts = [
        ("一、填空（在横线上填写适当的词语）", _part("T")),
        ("二、选择（将正确答案的字母填入括号）", _part("X")),
        ("三、是非（对的画“＋”，错的画“－”）", _part("P")),
        ("四、问答", _part("J")),
    ]
    title = "心理学测验题"
    said = chapter(title, ("SSE", "教育类教育心理学"), parts, say=_say)
    return Volume("县教师进修学校　心理学测验题", (said,))


DESIGN = Design(
    "mimeo_blue",
    "stencilled paper in blue ink: options a. to d. run on, judgements ＋ －, answers behind",
    _compose,
    wears=("copy+stamp", "photo+bleed"),
)
