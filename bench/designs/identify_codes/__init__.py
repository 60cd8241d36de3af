"""A vocational appraisal guide: codes of points before the stems, answers behind."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    names = ("一、单项选择题", "二、多项选择题", "三、判断题", "四、简答题")
    parts = [(name, _part(k)) for name, k in zip(names, "SMTJ", strict=True)]
    said = chapter("理论知识试题", ("PCE", "心理咨询师二级"), parts, explained=True)
    codes = {"S": ("AA", 3), "M": ("AB", 5), "T": ("BA", 2), "J": ("BB", 7)}
    return Volume("心理咨询服务人员职业技能鉴定试题集", (said,), {"codes": codes})


DESIGN = Design(
    "identify_codes",
    "skill appraisal questions: a code before each stem, corrections in the key",
    _compose,
    wears=("copy", "photo", "flatbed"),
)
