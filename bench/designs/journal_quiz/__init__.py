"""Journal pages: an article above the continuing education questions in three narrow columns, a
form to cut out, the answers in a box at the foot of another article.
"""

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

ARTICLE = (
    "住院患者常因环境陌生、疾病折磨和经济负担而产生紧张、焦虑等情绪。护士若能及时了解这些变化，并给予恰当的解释与安慰，患者的依从性就会明显提高。",
    "1　对象与方法　选取2018年3月至2019年2月在我科住院的患者96例，随机分为两组，每组48例。对照组给予常规护理，观察组在此基础上由专人每天进行一次10～15分钟的交谈，内容包括病情解释、放松训练与家庭支持。",
    "2　结果　出院前，观察组的焦虑自评量表得分低于对照组，差异有统计学意义；两组的住院天数没有差异。",
    "3　讨论　交谈时应注意倾听，少用专业术语，不轻易打断患者。对沉默的患者，可以从日常生活谈起。家属的态度对患者影响很大，应当一并给予指导。",
)
LETTER = (
    "编辑同志：读了贵刊上期关于病房探视制度的讨论，很有同感。我院自去年起试行弹性探视，每天下午三时至七时均可探视，每次不超过两人。半年来，家属的意见明显减少，病房秩序也没有受到影响。",
    "我们体会到，制度应当为患者服务。对于重症患者，允许一名家属在规定时间内陪伴，有助于患者情绪的稳定；对于传染病患者，则以视频探视代替。希望贵刊今后多介绍各地的做法。",
)


def _sound(q: Question) -> bool:
    texts = (q.stem, *q.options)
    marks = ("?", " ( ", "#")
    return (
        len(q.stem) < 60
        and all(len(text) < 18 for text in q.options)
        and not any(mark in text for text in texts for mark in marks)
    )


def _compose(draw: Draw) -> Volume:
    subject = "医学类心理学"
    parts = [
        ("一、单选题", draw.take("SCQ", 20, subject=subject, fit=_sound)),
        (
            "二、多选题",
            draw.take("MAQ", 8, subject=subject, fit=lambda q: _sound(q) and len(q.options) == 5),
        ),
    ]
    title = "继续教育园地　护理心理学试题（6）"
    said = chapter(title, ("SSE", subject), parts, restart=False)
    return Volume("基层护理杂志", (said,), {"article": ARTICLE, "letter": LETTER})


DESIGN = Design(
    "journal_quiz",
    "journal: questions in three narrow columns below an article, a form to cut out, answers in a "
    "box under a letter",
    _compose,
    wears=("flatbed+bleed", "copy"),
)
