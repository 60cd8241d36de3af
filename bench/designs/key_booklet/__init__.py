"""B5 drill in two columns with a narrow gutter, brackets at line ends; a key booklet follows."""

import tomllib
from pathlib import Path

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

TEXTS = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))


def _part(name: str) -> list[Question]:
    """The questions of a part of texts.toml."""
    found = []
    for at, row in enumerate(TEXTS["question"], 1):
        said = {"key": f"key_booklet-{at}", "options": (), **row}
        cells = tuple(tuple(line) for line in said.pop("table", ()))
        options = tuple(said.pop("options"))
        if said.pop("part") == name:
            found.append(Question(**said, options=options, table=cells))
    return found


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
