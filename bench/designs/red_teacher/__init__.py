"""Teacher's edition: the pupils' book with the answers set into it in red."""

from markupsafe import Markup, escape

from bench.designs.bank import Draw
from bench.designs.model import Design, Item, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)


FILL = Markup('<span class="fill" data-a="{}">{}</span>')
GAP = Markup('<span class="gap">（ <b class="red" data-a="{}">{}</b> ）</span>')


def _compose(_: Draw) -> Volume:
    parts = [
        ("一、填空题", _part("F")),
        ("二、选择题", _part("S")),
        ("三、判断题", _part("J")),
        ("四、名词解释", _part("T")),
        ("五、简答题", _part("Q")),
        ("六、案例分析题", _part("C")),
    ]
    title = "第七单元　情绪、意志与人格"
    said = chapter(title, ("TQE", "小学教师心理学"), parts, explained=True)
    filled = {i.id: _filled(i) for i in said.items}
    return Volume("心理学练习册（教师用书）", (said,), {"filled": filled})


def _filled(item: Item) -> Markup:
    """The stem with its answers in its blanks or its bracket."""
    if item.format == "FILL":
        bits, said = item.stem.split("____"), item.answer.split("；")
        out = escape(bits[0])
        for answer, rest in zip(said, bits[1:], strict=True):
            out += FILL.format(item.id, answer) + escape(rest)
        return out
    if "（　　）" in item.stem:
        left, right = item.stem.split("（　　）")
        return escape(left) + GAP.format(item.id, item.said) + escape(right)
    return escape(item.stem)


DESIGN = Design(
    "red_teacher",
    "teacher's edition: answers in red in blanks, brackets and below open questions",
    _compose,
    wears=("flatbed", "photo"),
)
