"""Daily drill, pocket size: some questions a day, each day ends with the day before's key."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


DAYS = ("知觉", "记忆", "思维", "情绪", "人格")


def _compose(_: Draw) -> Volume:
    parts = [(f"第{at}天　{name}", _part(f"{at}")) for at, name in enumerate(DAYS, 1)]
    said = chapter("第一周　普通心理学", ("GEE", "普通心理学"), parts, explained=True)
    return Volume("心理学考研每日一练", (said,))


DESIGN = Design(
    "daily_drill",
    "pocket drill, four or five questions a day, the key stands below the next day's questions",
    _compose,
    wears=("photo", "copy"),
)
