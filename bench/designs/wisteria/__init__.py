"""Bank of a trade skill examination: a table of points, coded questions by level, answers."""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts

_part = own_parts(__file__)

# the code of the examined point, printed before each question
CODES = {
    "1选": "AA001 AA002 AA003 AB001 AB002 AB003 AB003 AB004 BA001",
    "1判": "AA001 AB001 AB002 AB004 BA001",
    "2选": "AC001 AC001 AC002 AC003 BB001 BB002 BB002",
    "2多": "AC002 AC003 BB001 BB003",
    "2判": "AC001 AC003 BB002 BB003",
}
LEVELS = (
    ("1", "初级", (("选择题", "选"), ("判断题", "判"))),
    ("2", "中级", (("单项选择题", "选"), ("多项选择题", "多"), ("判断题", "判"))),
)
TABLES = (
    (
        ("基础知识A", "职业道德", "A", "001", "职业守则"),
        ("", "", "", "002", "保密要求"),
        ("", "", "", "003", "服务界限"),
        ("", "心理常识", "B", "001", "心理过程与个性"),
        ("", "", "", "002", "感觉与知觉"),
        ("", "", "", "003", "记忆与遗忘"),
        ("", "", "", "004", "情绪与压力"),
        ("专业知识B", "接待来访", "A", "001", "倾听与提问"),
    ),
    (
        ("基础知识A", "发展与社会", "C", "001", "毕生发展"),
        ("", "", "", "002", "群体与从众"),
        ("", "", "", "003", "心理健康的标准"),
        ("专业知识B", "服务技能", "B", "001", "危机识别与转介"),
        ("", "", "", "002", "放松与行为训练"),
        ("", "", "", "003", "老年与儿童服务"),
    ),
)


def _compose(_: Draw) -> Volume:
    said, codes = [], dict[str, str]()
    for at, level, parts in LEVELS:
        one = chapter(
            f"{level}理论知识试题",
            ("PCE", "心理咨询师三级"),
            [(head, _part(at + name)) for head, name in parts],
            explained=True,
        )
        for section, (_head, name) in zip(one.sections, parts, strict=True):
            listed = CODES[at + name].split()
            codes.update(zip((i.id for i in section.items), listed, strict=True))
        said.append(one)
    title = "社区心理服务员职业技能鉴定试题集"
    return Volume(title, tuple(said), {"codes": codes, "tables": TABLES})


DESIGN = Design(
    "wisteria",
    "trade skill examination bank: a table of points, coded questions by level, each level's "
    "answers behind it",
    _compose,
    wears=("copy", "flatbed", "photo"),
)
