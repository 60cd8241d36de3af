"""B5 drill in two columns with a narrow gutter, brackets at line ends; a key booklet follows."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


def _compose(_: Draw) -> Volume:
    parts = [
        ("一、单项选择题（每题2分，共36分）", _part("单选")),
        ("二、多项选择题（每题3分，共18分）", _part("多选")),
        ("三、名词解释（每题6分，共18分）", _part("名词")),
        ("四、简答题（每题14分，共28分）", _part("简答")),
    ]
    title = "章节测试（十二）　发展心理学"
    said = chapter(title, ("GEE", "普通心理学"), parts, restart=False, explained=True)
    return Volume("心理学考研基础600题", (said,))


DESIGN = Design(
    "key_booklet",
    "B5 in two columns 4 mm apart, brackets at line ends; booklet: ruled key, small-print reasons",
    _compose,
    wears=("copy", "photo+pencil"),
)
